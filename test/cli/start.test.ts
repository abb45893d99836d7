/** The built command, from its file on disk to its first page. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder'
import { cli, run, serving } from './command'

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

it('until its first answer, it loads nothing for deliveries, snapshots, HTTP/2, pages, fixtures or audits, and no Request of the web', async () => {
  const folder = temporaryFolder()
  const probe = join(folder, 'probe.cjs')
  const late = String.raw`/(?: (?:https|tls|http2|(?:dns|fs)\/promises)|\/undici|part-(?:catalogue|fixtures|yaml|pages|snapshot-shelf)\.cjs)$/`
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
