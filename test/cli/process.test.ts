/** What only a process shows: that the built file is the program whose every answer inside.ts tests in this one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, test } from 'vitest'
import { defaults } from '../../src/options/config'
import { openApiDocument } from '../../src/service/openapi/document'
import { temporaryFolder } from '../support/folder'
import { cli, command, plainEnv, run, serving } from './command'
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
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  },
)

// The built command, from its file on disk to its first page.

describe('the built program is read as UTF-8', () => {
  it('in the titles of its pages', async () => {
    const { url } = await serving()
    const page = Buffer.from(await (await fetch(`${url}/_sandbox/`)).arrayBuffer())
    const [title] = page.toString('latin1').match(/<title>.*<\/title>/) ?? []
    // U+00B7 is two bytes.
    expect(title).toBe('<title>Overview \xc2\xb7 payment-sandbox</title>')
  })

  it('in its regular expressions: a masked key is masked once', async () => {
    const { url, line } = await serving()
    const authorization = `Basic ${btoa('skey_test_unknown123:')}`
    await fetch(`${url}/account`, { headers: { authorization } })
    expect(await line(/not known/)).toContain('key skey_test_…123 is not known')
  })
})

it('until its first answer, it loads nothing for snapshots, pages, fixtures or audits', async () => {
  const folder = temporaryFolder()
  const probe = join(folder, 'probe.cjs')
  const late = String.raw`/(?: (?:dns|fs)\/promises|part-(?:catalogue|fixtures|yaml|pages|snapshot-shelf)\.cjs)$/`
  writeFileSync(
    probe,
    `process.on('exit', () => console.log('loaded', [...process.moduleLoadList, ...Object.keys(require.cache)].filter((each) => ${late}.test(each)).join()))`,
  )
  const { process: child, line, ended } = run(process.execPath, ['-r', probe, cli, '--port', '0'])
  const url = /http:\S+/.exec(await line(/ready on/))?.[0]
  const { status } = await fetch(`${url}/account`, {
    headers: { authorization: `Basic ${btoa('skey_test_sandbox:')}` },
  })
  child.kill()
  await ended
  expect([status, await line(/^loaded/)]).toEqual([200, 'loaded '])
})

describe('the cache of compiled code is that of Node', () => {
  /** What a start does, where Node has these functions: they are put in place before the command is loaded. */
  const start = async (functions: string): Promise<string> => {
    const folder = temporaryFolder()
    const node = join(folder, 'node.cjs')
    writeFileSync(node, `Object.assign(require('node:module'), ${functions})`)
    const command = join(folder, 'cli.cjs')
    copyFileSync(cli, command)
    const program = `console.log('load'); exports.started = Promise.resolve().then(() => console.log('listen'))`
    writeFileSync(join(folder, 'program.cjs'), program)
    const { stdout, stderr, code } = await run(process.execPath, ['-r', node, command]).ended
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return stdout.trim().replaceAll('\n', ', ')
  }

  const enable = `enableCompileCache: () => console.log('enable')`
  const flush = `flushCompileCache: () => console.log('flush')`
  const missing = 'enableCompileCache: undefined, flushCompileCache: undefined'

  it.each([
    [
      'is asked for before the program is loaded, and kept when the server listens',
      `${enable}, ${flush}`,
      'enable, load, listen, flush',
    ],
    [
      'is kept at the end where Node cannot keep it earlier (22.8 and 22.9)',
      `${enable}, flushCompileCache: undefined`,
      'enable, load, listen',
    ],
    ['does not exist before Node 22.8, and nothing takes its place', missing, 'load, listen'],
  ])('%s', async (_, functions, steps) => {
    expect(await start(`{ ${functions} }`)).toBe(steps)
  })
})
