/** The rules of .biome.json and .ci/*.grit notice an offence: a row with a mistake of its own would pass in silence. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/folder'

const root = fileURLToPath(new URL('..', import.meta.url))

/** In pieces where this file would break the rule itself. */
const offences: readonly (readonly [file: string, text: string, says: RegExp])[] = [
  ['src/kernel/a.ts', "import type { Charge } from '../service/charge'", /^kernel imports nothing/],
  ['src/options/a.ts', "export * from '../sandbox/a'", /^options imports/],
  ['src/service/http/a.ts', "await import('../../node/server')", /^service imports/],
  ['src/fixtures/a.ts', "export type A = import('../options/a').A", /^fixtures imports/],
  ['src/sandbox/clock/a.ts', "export * from '../../control/a'", /^sandbox imports/],
  ['src/control/a.ts', "export * from '../pages/a'", /^control imports/],
  ['src/pages/docs/a.ts', "export * from '../../fixtures/a'", /^pages imports/],
  ['src/node/a.ts', "export * from '../suites/a'", /^node imports/],
  ['src/create-sandbox.ts', "export * from './cli/a'", /^create-sandbox.ts imports/],
  ['src/suites/a.ts', "export * from '../pages/a'", /^suites imports/],
  ['src/workers/a.ts', "export * from '../node/a'", /^workers imports/],
  ['src/cli/a.ts', "export * from '../workers/a'", /^cli imports/],
  ['src/index.ts', "export * from './node/a'", /^index.ts imports/],
  ['src/elsewhere/a.ts', "export * from '../kernel/a'", /^this file is in no room/],
  ['src/cli/b.ts', "export * from '../../test/a'", /^src imports no tests/],
  ['src/service/resources/charge/model.ts', "export * from './operations'", /^rows import rows/],
  ['src/service/world.ts', "export * from './ledger/post'", /^world\.ts imports/],
  ['src/service/resources/charge/record.ts', "export * from './routes'", /^rules and records import/],
  ['src/kernel/b.ts', "export * from 'node:crypto'", /^hashing has one home/],
  ['src/kernel/c.ts', "export * from 'node:fs'", /^the core runs wherever/],
  ['src/service/a.ts', "export * from 'hono'", /^operations are plain data/],
  ['src/service/b.ts', "export * from 'axe-core'", /^weigh this dependency/],
  ['src/service/c.ts', 'export const clock = Date.now', /^take the time from the timeline/],
  ['src/service/d.ts', 'export const day = new Date(0)', /^ask kernel\/calendar/],
  ['src/service/e.ts', 'export const chance = Math.random()', /^use the ids and the seed/],
  ['src/service/f.ts', "await globalThis.fetch('/')", /^the network is handed in/],
  ['src/service/g.ts', 'setTimeout(() => {}, 1)', /^put a job on the timeline/],
  ['src/service/h.ts', 'console.log(1)', /console/],
  ['src/service/i.ts', `export const long = () => {${'\n  use()'.repeat(61)}\n}`, /too many lines|61 lines/],
  ['src/service/j.ts', "import { k } from './k'\nexport const j = k", /cycle/],
  ['src/service/k.ts', "import type { j } from './j'\nexport const k: typeof j = 1", /cycle/],
  ['src/service/camelCase.ts', 'export const a = 1', /kebab-case/],
  ['test/a.test.ts', 'export const a = b as unknown as string', /^narrow with a check/],
  ['test/b.test.ts', `describe.${'skip'}.each([])('', () => {})`, /^run all tests/],
  ['test/c.test.ts', 'export const c = 1\n'.repeat(401), /lines/],
  ['test/d.test.ts', 'export function d(a: 1, b: 1, c: 1, e: 1, f: 1, g: 1) {}', /6 parameters/],
]

interface Diagnostic {
  readonly message: string
  readonly severity: string
  readonly location: { readonly path: string }
}

/** Each error as `file: message`. */
const lint = (): readonly string[] => {
  const folder = temporaryFolder()
  const config = JSON.parse(readFileSync(join(root, '.biome.json'), 'utf8'))
  writeFileSync(join(folder, '.biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  for (const name of readdirSync(join(root, '.ci')).filter((each) => each.endsWith('.grit')))
    cpSync(join(root, '.ci', name), join(folder, '.ci', name))
  for (const [file, text] of offences) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\n`)
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const words = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout)
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ message, location }) => `${location.path}: ${message}`)
}

test('each offence is an error that says what to do', () => {
  const found = lint()
  const unnoticed = offences.filter(
    ([file, , says]) =>
      !found.some((each) => each.startsWith(`${file}: `) && says.test(each.slice(file.length + 2))),
  )
  expect(unnoticed, found.join('\n')).toEqual([])
})
