/**
 * The package as it would be published: packed, installed into an empty project, and used in every way it promises.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, posix, sep } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json'
import { linksOf } from '../support/pages'
import { undocumented } from './docstrings'
import { patience, root, run } from './packed'
import { files } from './project'

vi.setConfig({ testTimeout: patience, hookTimeout: 2 * patience })

const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'payment-sandbox-package-')))
const project = join(temporary, 'shop')
const installed = join(project, 'node_modules', 'payment-sandbox')

/** A tool of the checkout in that project, started by Node directly: no wrapper script, so no difference on Windows. */
const tool = (file: string, ...args: readonly string[]): Promise<string> =>
  run(process.execPath, [join(root, file), ...args], { cwd: project })

interface Packed {
  filename: string
  files: { path: string }[]
}
let packed: Packed

beforeAll(async () => {
  // Otherwise npm builds it, and its lines stand among those of the answer.
  await run(process.execPath, ['.ci/setup.mjs'], { cwd: root })
  const [answer]: Packed[] = JSON.parse(
    await run('npm', ['pack', '--json', '--silent', '--pack-destination', temporary], { cwd: root }),
  )
  if (!answer) throw new Error('npm pack packed nothing')
  packed = answer
  mkdirSync(project)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  const tarball = join(temporary, packed.filename)
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', tarball, ...options], { cwd: project })
})

afterAll(() => rmSync(temporary, { recursive: true, force: true }))

describe('the tarball', () => {
  it('contains what package.json names, and no more', () => {
    const named = [
      ...manifest.files.map((name) => `${name}/`),
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ]
    const paths = packed.files.map(({ path }) => path)
    expect(
      paths.filter(
        (path) => !named.some((name) => path === name || (name.endsWith('/') && path.startsWith(name))),
      ),
    ).toEqual([])
    const own = paths.filter((path) => !path.startsWith('examples/'))
    expect(own.filter((path) => /(^|\/)\.|\.map$|\.test\.|(?<!\.d)\.[cm]?tsx?$/.test(path))).toEqual([])
    const entries = [manifest.main, manifest.module, manifest.types, manifest.bin['payment-sandbox']]
    expect(paths).toEqual(
      expect.arrayContaining([...entries.map((path) => path.replace('./', '')), 'LICENSE']),
    )
  })

  it('contains every file that its pages show or link', () => {
    const paths = packed.files.map(({ path }) => path)
    const missing = paths
      .filter((path) => path.endsWith('README.md'))
      .flatMap((page) =>
        linksOf(page)
          .filter((link) => !link.startsWith('#'))
          .map((link) => posix.join(posix.dirname(page), link.replace(/#.*/, ''))),
      )
      .filter((path) => !paths.includes(path))
    expect(missing).toEqual([])
  })

  it('has types that need no other package, each option with what it does', () => {
    for (const name of ['index.d.ts', 'index.d.cts', 'webhooks.d.ts', 'webhooks.d.cts']) {
      const types = readFileSync(join(installed, 'dist', name), 'utf8')
      expect(types.match(/^import .*|\bfrom '.*|\bz\.\w+/gm)).toBeNull()
    }
    const types = readFileSync(join(installed, 'dist', 'index.d.ts'), 'utf8')
    expect(types).toContain(
      '/** Stop the clock: it moves only when you move it. Default: off. */\n    freeze?: boolean',
    )
    expect(undocumented(types).get('SandboxOptions')).toEqual([])
  })

  it('has a docstring on every option, every field of every record, and names a record within another one', () => {
    for (const name of ['index.d.ts', 'webhooks.d.ts']) {
      const text = readFileSync(join(installed, 'dist', name), 'utf8')
      const explained = undocumented(text)
      expect([...explained.keys()]).toEqual(
        expect.arrayContaining(['Charge', 'Event', 'Transfer', 'WebhookDelivery']),
      )
      expect([...explained].filter(([, fields]) => fields.length > 0)).toEqual([])
      expect(text).toContain(
        '/** The card that pays; null when a source pays, unless it is of white-label instalments. */\n    card: Card | null;',
      )
    }
  })

  it('contains no path of the machine that built it', () => {
    const local = [root, homedir(), temporary].map((path) => path.replace(/[\\/]?$/, sep))
    const revealing = packed.files.filter(({ path }) => {
      const text = readFileSync(join(installed, path), 'utf8')
      return local.some((folder) => folder !== sep && text.includes(folder))
    })
    expect(revealing).toEqual([])
  })

  it('is the only package that an install brings', () => {
    const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
    const names = Object.keys(packages).filter((path) => path !== '')
    expect(names).toEqual(['node_modules/payment-sandbox'])
    expect(manifest).not.toHaveProperty('dependencies')
  })
})

describe('the library', () => {
  it('works in plain Jest, required as CommonJS, without any configuration', async () => {
    await tool('test/package/node_modules/jest/bin/jest.js', '--rootDir', project)
  })

  it.each([
    ['typescript', 'node16'],
    ['typescript-native', 'bundler'],
  ])('has for %s types for both kinds of modules, moduleResolution %s', async (compiler, resolution) => {
    await tool(`node_modules/${compiler}/bin/tsc`, '-p', `tsconfig.${resolution}.json`)
  })
})

it('the subpath for receivers of webhooks runs where there is nothing of Node: with TextEncoder, TextDecoder and atob alone', () => {
  const module = { exports: {} }
  const platform = { module, TextEncoder, TextDecoder, atob }
  const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
  const use = `
    const agreed = { body: ${JSON.stringify(body)}, secret: 'c2VjcmV0', secretEncoding: 'base64' }
    module.exports.verifyWebhook({ ...agreed, headers: module.exports.signWebhook(agreed).headers }).key`
  const code = readFileSync(join(installed, 'dist', 'webhooks.cjs'), 'utf8')
  expect(runInNewContext(`${code}\n;${use}`, platform)).toBe('charge.create')
})
