/** The build without Node: what a bundler takes for workerd and for browsers. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { needNode } from '../../.ci/needs-node'
import * as digest from '../../src/kernel/digest'
import * as portable from '../../src/kernel/digest.portable'
import type * as timers from '../../src/kernel/timers'
import type * as portableTimers from '../../src/kernel/timers.portable'
import type * as files from '../../src/node/files'
import * as portableFiles from '../../src/node/files.portable'
import { temporaryFolder } from '../support/folder'
import { bundleStory, storyInNode } from '../support/portable-story'
import { usesOf } from '../support/syntax'

const dist = fileURLToPath(new URL('../../dist/portable', import.meta.url))

/** No flag for Node's modules: what the bundle needs of the platform is what every platform has. */
const workerdConfig = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .worker)]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2025-01-01",
);
`

const nodeOnly = ['require(', 'Buffer', 'process.', '__filename', '__dirname', 'import.meta']

describe('the build without Node', () => {
  test('imports nothing of Node, and asks for nothing that only Node has', () => {
    const names = readdirSync(dist)
    expect(names).toContain('index.js')
    for (const name of names) {
      const text = readFileSync(join(dist, name), 'utf8')
      const { imports, names: used } = usesOf(text)
      expect(imports.filter((path) => !path.startsWith('./'))).toEqual([])
      expect(nodeOnly.filter((name) => used.has(name))).toEqual([])
    }
  })

  test('does in workerd what it does in Node: a token, a charge, a verified webhook, an advance, a fixture', async () => {
    const folder = temporaryFolder()
    const use = `export default { async test() { console.log('STORY' + JSON.stringify(await story())) } }`
    const text = await bundleStory({ use, platform: 'neutral', conditions: ['workerd'] })
    writeFileSync(join(folder, 'worker.js'), text)
    writeFileSync(join(folder, 'config.capnp'), workerdConfig)
    const workerd: string = createRequire(new URL('../workers/', import.meta.url))('workerd').default
    const ran = await promisify(execFile)(workerd, ['test', join(folder, 'config.capnp')])
    const printed = /STORY(\{.*\})/.exec(`${ran.stdout}${ran.stderr}`)?.[1] ?? '{}'
    expect(JSON.parse(printed)).toEqual({
      ...(await storyInNode()),
      listening: 'cannot_listen',
    })
  })
})

describe('what replaces a file of Node', () => {
  test('has the types of the file', () => {
    expectTypeOf<typeof portable>().toExtend<typeof digest>()
    expectTypeOf<keyof typeof portableTimers>().toEqualTypeOf<keyof typeof timers>()
    expectTypeOf<typeof portableFiles>().toExtend<Pick<typeof files, 'openFixture' | 'printFixture'>>()
  })

  test.each(['', 'a', 'สมชาย', 'x'.repeat(70)])('hashes %j as node:crypto does', (text) => {
    expect(portable.keyedHash('key', text)).toBe(digest.keyedHash('key', text))
    expect(portable.textHash(text)).toBe(digest.textHash(text))
    const [key, message] = [new TextEncoder().encode('key'), new TextEncoder().encode(text)]
    expect(portable.hmacHex(key, message)).toBe(digest.hmacHex(key, message))
    expect(portable.isSameSecret(text, text)).toBe(true)
    expect(portable.isSameSecret(text, `${text}.`)).toBe(false)
  })

  test('draws secrets and UUIDs of the same form', () => {
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    for (const { uuid, newSecret } of [portable, digest]) {
      expect(uuid()).toMatch(form)
      expect(uuid()).not.toBe(uuid())
      expect(newSecret()).toMatch(/^[\w-]{22}$/)
    }
  })

  test('opens a fixture by its name', () => {
    expect(portableFiles.openFixture('first-sale')).toMatchObject({ value: { name: 'first-sale' } })
    for (const [name, printed] of [
      ['frist-sale', 'did you mean first-sale? (your own fixture is an object)'],
      ['constructor', 'those that ship are authorized-only, busy-shop, '],
    ] as const)
      expect(() => portableFiles.openFixture(name)).toThrow(
        `fixture "${name}": is not the name of a fixture; ${printed}`,
      )
  })

  test('refuses paths of fixtures, and prints a fixture as YAML', () => {
    for (const given of ['./mine.yaml', new URL('file:///mine.yaml')])
      expect(() => portableFiles.openFixture(given)).toThrow(/give the fixture as an object/)
    expect(portableFiles.printFixture({ name: 'one' }, ['as recorded'])).toBe(
      '# as recorded\n{\n  "name": "one"\n}\n',
    )
  })
})

/** What a module gives a program, where it is resolved as for a browser; without `process` the platform is none of Node. */
const resolvedForBrowser = async (path: string, isNode: boolean): Promise<string> => {
  const hidden = isNode ? '' : 'globalThis.process = undefined;'
  const code = `${hidden} console.log(await import('${path}').then((module) => Object.keys(module).join(), String))`
  const words = ['--conditions=browser', '--input-type=module', '--eval', code]
  return (await promisify(execFile)(process.execPath, words, { cwd: join(dist, '..', '..') })).stdout
}

/** Without loading it: test runners' modules load in their tests only. */
const exportsOf = async (file: string): Promise<readonly string[]> => {
  const text = readFileSync(file, 'utf8')
  const [, list] = /__export\(playwright_exports, \{([^}]*)\}/.exec(text) ?? []
  if (list !== undefined) return [...list.matchAll(/(\w+): \(\)/g)].map(([, name = '']) => name).sort()
  const { metafile } = await build({ entryPoints: [file], metafile: true, write: false, logLevel: 'error' })
  return Object.values(metafile.outputs).flatMap((output) => output.exports.toSorted())
}

describe.each(Object.entries(needNode))('%s, which needs Node', (name, { path, names }) => {
  test('says so in one sentence in a browser', async () => {
    expect(await resolvedForBrowser(`payment-sandbox/${path}`, false)).toBe(
      `Error: payment-sandbox/${path} needs Node, and this is a browser: call createSandbox() of payment-sandbox, which works here\n`,
    )
  })

  test('exports there what it exports in Node', async () => {
    const file = join(dist, '..', `${name}.${name === 'playwright' ? 'cjs' : 'js'}`)
    expect([...names].sort()).toEqual(await exportsOf(file))
  })
})

test('a test with a DOM runs in Node, also where modules are resolved as for a browser', async () => {
  expect(await resolvedForBrowser('payment-sandbox/intercept', true)).toBe('intercept\n')
})
