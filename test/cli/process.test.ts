/** What only a process shows: that the built file is the program whose every answer inside.ts tests in this one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, test } from 'vitest'
import manifest from '../../package.json'
import { defaults } from '../../src/options/config'
import { openApiDocument } from '../../src/service/openapi/document'
import { cli, command, type Ended, plainEnv } from './command'
import { inside } from './inside'

const nobody = ['--url', 'http://127.0.0.1:1']

describe('a process gives the same output, errors and exit status as the program called inside a test', () => {
  it.each<[what: string, args: string[], code: number, env?: NodeJS.ProcessEnv]>([
    ['help', ['--help'], 0],
    ['help of a command', ['help', 'check-webhook'], 0],
    ['the version', ['--version'], 0],
    ['a wrong use', ['--prot', '1'], 2],
    ['a wrong variable', [], 2, { PAYMENT_SANDBOX_PORT: 'abc' }],
    ['a failure', ['clock', ...nobody], 1],
    ['what ships beside it', ['fixtures', 'show', 'payout', '--json'], 0],
  ])('%s', async (_, args, code, env) => {
    const [own, shared] = await Promise.all([command(args, env).ended, inside(args, env)])
    expect(own).toEqual(shared)
    expect(own.code).toBe(code)
  })
})

test('--version prints the version of the package', async () => {
  const said: Ended = { code: 0, stdout: `${manifest.version}\n`, stderr: '' }
  expect(await inside(['--version'])).toEqual(said)
})

test('output larger than the buffer of a pipe arrives completely', async () => {
  const { code, stdout } = await command(['openapi']).ended
  const { host, port } = defaults
  const served = { baseUrl: `http://${host}:${port}`, vaultUrl: `http://${host}:${port + 1}` }
  expect(stdout.length).toBeGreaterThan(2 ** 17)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(openApiDocument({ ...defaults, ...served }))
})

test('a stack is shown only on request', async () => {
  const asked = await inside(['clock', ...nobody], { DEBUG: 'payment-sandbox' })
  const usual = await inside(['clock', ...nobody])
  expect(asked.stderr).toMatch(/^payment-sandbox: [^\n]+\n\S*Error[^\n]*\n +at /)
  expect(usual.stderr).toMatch(/^payment-sandbox: [^\n]+\n$/)
})

test.each([[['--help']], [['openapi']]])(
  'a reader that closes the pipe early, as `head` does, is not an error: %j',
  async (args) => {
    const child = spawn(process.execPath, [cli, ...args], { env: plainEnv() })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    const [code] = await once(child, 'close')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  },
)
