/** What each entry of the package loads: no user loads a runner, a framework or a parser without need. */
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { usesOf } from '../support/syntax'
import { packedPackage, patience, run } from './packed'

let dist: string

beforeAll(async () => {
  dist = join(await packedPackage(), 'dist')
}, patience)

interface Graph {
  /** The files of the package that it loads. */
  readonly files: ReadonlySet<string>
  /** Packages whose code is in the files of the entry. */
  readonly bundled: ReadonlySet<string>
  /** Packages that are left to be resolved, without those of Node. */
  readonly external: ReadonlySet<string>
}

const origins = /^(?: {2})*\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm

/** Of each file, which several entries import. */
const imports = new Map<string, readonly string[]>()

/** Follows the files that an entry imports; on demand too. */
const graphOf = (entry: string): Graph => {
  const graph = { files: new Set<string>(), bundled: new Set<string>(), external: new Set<string>() }
  const visit = (file: string): void => {
    if (graph.files.has(file)) return
    graph.files.add(file)
    const text = readFileSync(join(dist, file), 'utf8')
    // The bundler adds lines of its own, in place of __dirname.
    for (const [, name = ''] of text.matchAll(origins)) if (name !== 'tsup') graph.bundled.add(name)
    const names = imports.get(file) ?? usesOf(text).imports
    imports.set(file, names)
    for (const name of names) {
      // An ES module hands on what its twin exports.
      if (name.startsWith('./') && /\.c?js$/.test(name)) visit(name.slice(2))
      else if (!isBuiltin(name)) graph.external.add(name)
    }
  }
  visit(entry)
  return graph
}

it.each([
  ['vitest.js', ['payment-sandbox', 'payment-sandbox/intercept', 'vitest']],
  ['vitest.cjs', ['payment-sandbox', 'payment-sandbox/intercept', 'vitest']],
  ['vitest-setup.js', ['payment-sandbox']],
  ['jest.js', ['@jest/globals', 'payment-sandbox', 'payment-sandbox/intercept']],
  ['jest.cjs', ['@jest/globals', 'payment-sandbox', 'payment-sandbox/intercept']],
  ['jest-setup.cjs', ['payment-sandbox']],
  ['playwright.cjs', ['@playwright/test', 'payment-sandbox', 'payment-sandbox/intercept']],
])('%s contains no package and loads %j', (entry, external) => {
  const graph = graphOf(entry)
  expect([...graph.external].sort()).toEqual(external)
  expect([...graph.bundled]).toEqual([])
})

it.each(['intercept.js', 'intercept.cjs', 'register.js', 'register.cjs'])(
  '%s contains only the list of domain endings, and loads nothing',
  (entry) => {
    const graph = graphOf(entry)
    expect([...graph.external]).toEqual([])
    expect([...graph.bundled]).toEqual([])
    // The list is minified, which takes the name of its package.
    expect([...graph.files]).toContain('part-suffixes.cjs')
  },
)

it.each(['webhooks.js', 'webhooks.cjs'])(
  '%s contains only a hash, in less than 26 kB, and loads nothing, not even of Node',
  (entry) => {
    expect([...graphOf(entry).bundled]).toEqual(['@noble/hashes'])
    const text = readFileSync(join(dist, entry), 'utf8')
    expect(usesOf(text).imports).toEqual([])
    expect(text.length).toBeLessThan(26_000)
  },
)

it.each(['index.js', 'index.cjs'])('%s loads no package, no runner and no tool of the command', (entry) => {
  const graph = graphOf(entry)
  expect([...graph.external]).toEqual([])
  expect([...graph.bundled]).toEqual(expect.arrayContaining(['hono', 'zod']))
  expect([...graph.bundled]).not.toContain('commander')
})

const firstCharge = (load: string): string => `
const { createRequire } = require('node:module')
const { readFileSync } = require('node:fs')
const post = async (sandbox, url, key, body) => {
  const headers = { authorization: sandbox.authorization[key], 'content-type': 'application/json' }
  return (await sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const main = async () => {
  const { createSandbox } = ${load}
  const sandbox = createSandbox()
  const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
  const token = await post(sandbox, sandbox.vaultUrl + '/tokens', 'public', { card })
  const charge = await post(sandbox, sandbox.url + '/charges', 'secret', { amount: 100000, currency: 'thb', card: token.id })
  const texts = Object.keys(require.cache).map((file) => readFileSync(file, 'utf8'))
  const modules = texts.flatMap((text) => text.match(/^\\/\\/ (?:src|node_modules)\\/.*$/gm) ?? [])
  console.log(JSON.stringify({ paid: charge.paid, modules: modules.map((line) => line.slice(3)) }))
}
main()
`

const forLater =
  /^src\/(?:cli|control\/(?!plane)|fixtures\/(?!problems)|node\/state|pages\/(?:dashboard|docs|payers\/.*page)|service\/openapi|suites\/testing)|^node_modules\/(?:commander|uqr|yaml)/

it.each([
  ['import', "await import('payment-sandbox')"],
  ['require', "require('payment-sandbox')"],
])('a first charge after %s reads no page, fixture or OpenAPI document', async (_, load) => {
  const folder = join(dist, '..')
  const said = await run(process.execPath, ['--eval', firstCharge(load)], { cwd: folder })
  const { paid, modules }: { paid: boolean; modules: string[] } = JSON.parse(said)
  expect(paid).toBe(true)
  expect(modules).toEqual(
    expect.arrayContaining([
      'src/create-sandbox.ts',
      'src/service/resources/charge/operations.ts',
      'src/service/http/app.ts',
    ]),
  )
  expect(modules.filter((name) => forLater.test(name))).toEqual([])
})

it.each(['esm', 'cjs'] as const)(
  'a bundle for Node contains it and makes a charge, in %s',
  async (format) => {
    const outfile = join(dist, '..', `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`)
    const contents = `
    import { createSandbox } from 'payment-sandbox'
    const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z' })
    sandbox.trigger('refund.create').then(({ data }) => console.log(data.object, sandbox.charges.count()))`
    const stdin = { contents, resolveDir: join(dist, '..') }
    await build({ stdin, outfile, format, bundle: true, platform: 'node', target: 'node20' })
    expect(await run(process.execPath, [outfile], { cwd: dist })).toContain('refund 1')
  },
)

it.each(['index', 'intercept', 'factories'])(
  'in a Node that is too old, %s says which one it needs',
  async (entry) => {
    const program = `delete process.getBuiltinModule; require('./${entry}.cjs')`
    const old = run(process.execPath, ['--eval', program], { cwd: dist })
    await expect(old).rejects.toThrow(
      'payment-sandbox needs Node 20.16 or a later 20, or 22.3 or newer; this is v',
    )
  },
)
