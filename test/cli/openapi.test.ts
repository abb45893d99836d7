/** The document on standard output and in files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { defaults } from '../../src/options/config'
import { openApiDocument } from '../../src/service/openapi/document'
import { temporaryFolder } from '../support/folder'
import { expectRefusal, inside } from './inside'

const served = { baseUrl: 'http://127.0.0.1:4111', vaultUrl: 'http://127.0.0.1:4112' }
const document = openApiDocument({ ...defaults, ...served })

/** Text of this length takes the better part of a second to read: it is read once. */
const inYaml = stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
const inJson = `${JSON.stringify(document, null, 2)}\n`

it('openapi --yaml prints the same document as YAML', async () => {
  const { code, stdout } = await inside(['openapi', '--yaml'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^openapi: 3\.1\.0\n/)
  expect(stdout === inYaml).toBe(true)
  expect(parse(inYaml)).toEqual(document)
})

it('openapi uses the given addresses', async () => {
  const args = ['--base-url', 'https://a.test', '--vault-url', 'https://b.test', '--header-prefix', 'Acme']
  const { stdout } = await inside(['openapi', ...args])
  const settings = { baseUrl: 'https://a.test', vaultUrl: 'https://b.test', headerPrefix: 'Acme' }
  expect(JSON.parse(stdout)).toEqual(openApiDocument(settings))
})

it.each([
  ['api.json', [], inJson],
  ['api.yaml', [], inYaml],
  ['api.yml', ['--json'], inJson],
  ['api.txt', ['--yaml'], inYaml],
] as const)('openapi --out %s %j writes the file and prints nothing', async (name, flags, text) => {
  const file = join(temporaryFolder(), name)
  const ended = await inside(['openapi', '--out', file, ...flags])
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(readFileSync(file, 'utf8') === text).toBe(true)
})

it('openapi gives the reason why a file cannot be written', async () => {
  const file = join(temporaryFolder(), 'nowhere', 'api.json')
  const why = /^cannot write .*api\.json \(no such file or directory\): name a file in a folder that exists$/
  await expectRefusal(['openapi', '--out', file], 1, why)
})

it('openapi in two forms at once is a wrong use', async () => {
  const why = '--json and --yaml cannot be used together; for example: --yaml'
  await expectRefusal(['openapi', '--yaml', '--json'], 2, why)
})
