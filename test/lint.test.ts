/**
 * Plants offences, which must be errors: one against each rule that .biome.json sets, each import of a room by another
 * that must not have it, one or more against each row of .ci/*.grit. test/README.md says what is not planted.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/folder'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Rules of .biome.json, each with a file that breaks it; its name, which has camelCase, breaks another. */
const offences: Readonly<Record<string, string>> = {
  useImportType: "import { Row } from './rows'\nexport type Rows = Row[]",
  useNodejsImportProtocol: "import 'http'",
  noNonNullAssertion: 'export const first = rows[0]!.id',
  noExcessiveLinesPerFile: 'export const a = 1\n'.repeat(401),
  useFilenamingConvention: 'export const a = 1',
  noExplicitAny: 'export const a: any = 1',
  noSkippedTests: "test.skip('', () => {})",
  noFocusedTests: "test.only('', () => {})",
  noImportCycles: "import type { b } from './noConsole'\nexport const a: typeof b = 1",
  noLabelWithoutControl: 'export const a = <label>Amount</label>',
  useMaxParams: 'export function a(b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) {}',
  noConsole: "import { a } from './noImportCycles'\nconsole.log(a)\nexport const b = a",
  noExcessiveLinesPerFunction: `export const long = () => {${'\n  use()'.repeat(61)}\n}`,
}

/** Packages and calls that have their places: a file odd.ts is none of them. */
const strange = `node:crypto, node:timers, @hono/node-server, hono, hono/tiny, @noble/hashes/sha2.js, yaml,
  marked, uqr, @peculiar/x509, proxy-from-env, @modelcontextprotocol/sdk/types.js, tldts, nanoid, idiomorph,
  msw, vitest, commander, @jest/globals, @playwright/test, axe-core, hono-rate-limiter, marked-highlight,
  zod-validation-error, msw-storage, payment-sandbox/webhooks, Date.now(), globalThis.Date.now(),
  performance.now(), performance.mark(a), new Date(0), new globalThis.Date(0), Date(), Date.UTC(1),
  Date.parse(a), Math.random(), crypto.randomUUID(), globalThis.crypto.getRandomValues(a), fetch(a),
  globalThis.fetch(a), globalThis?.fetch(a), setTimeout(a), globalThis.setTimeout(a), setInterval(a),
  globalThis.setInterval(a)`

/** Files of service that come before others, by what is said of them. */
const layers = {
  'rows import rows': `resources/a/model, resources/a/machine, resources/models, resources/event/keys,
    versions/history, faults/checks, faults/delay, faults/model, faults/options, faults/probe,
    faults/request-fault, faults/webhook-fault`,
  'world.ts imports rows': 'world',
  'rules and records': `resources/a/operations, resources/a/actions, resources/a/record, resources/a/schema,
    faults/take, resources/a/begin, resources/a/csv, resources/field, resources/record, resources/shown,
    ledger/a, simulation/a, search/a, versions/a, webhooks/scheme, webhooks/outbox, webhooks/signature,
    webhooks/received-headers, webhooks/mismatch`,
}

const rooms = [...read('src/README.md').matchAll(/^\| `([\w.-]+)` \| .* \| (.*) \|$/gm)].map(
  ([, room = '', imports = '']) => [room, imports] as const,
)

/** By file its lines, each with the beginning of its error; undefined is none. */
const planted: Record<string, [text: string, says: string | undefined][]> = {}

/** Calls, and imports in their three forms in turn. */
const plant = (file: string, says: string | undefined, what: string): void => {
  planted[file] ??= []
  for (const each of what.split(/,\s+/)) {
    const forms = [`export * from '${each}'`, `await import('${each}')`, `use<import('${each}').A>()`]
    planted[file].push([each.endsWith(')') ? each : `${forms[planted[file].length % 3]}`, says])
  }
}

for (const [room, imports] of rooms)
  for (const [other] of rooms.filter(([each]) => each !== room)) {
    const says = imports.split(', ').includes(other) ? undefined : `${room} imports ${imports}`
    const target = other.endsWith('.ts') ? other.slice(0, -3) : `${other}/other`
    if (room.endsWith('.ts')) plant(`src/${room}`, says, `./${target}`)
    else plant(`src/${room}/a.ts`, says, `../${target}`)
    if (!room.endsWith('.ts')) plant(`src/${room}/b/c/a.ts`, says, `../../../${target}`)
  }
plant('src/fixtures/odd.ts', '', `${strange}, node:fs, node:timers/promises`)
plant('src/suites/odd.ts', '', 'zod, zod/mini')
plant('src/node/odd.ts', '', `zod, zod/mini, ${strange}`)
const later = './routes, ./index, ../http/a, ../openapi/a, ../assumptions, ../accounts, ../wrong-keys'
for (const [says, files] of Object.entries(layers))
  for (const file of files.split(/,\s+/)) plant(`src/service/${file}.ts`, says, later)
plant('src/cli/b.ts', 'src imports no tests', '../../test/a, ../../examples/a, ../../.ci/a')
plant('src/cli/b.ts', 'name the file', '../, ../..')
plant('test/a.test.ts', 'narrow with a check', '(a as unknown as string)')
for (const runner of ['it', 'test', 'describe', 'bench', 'suite'])
  plant('test/a.test.ts', 'run all tests', `${runner}.only(a), ${runner}.skip.each(a), ${runner}.todo(a)`)

/** The errors of Biome in files with these texts: rule, file, line and message of each. */
const errorsIn = (texts: readonly (readonly [file: string, text: string])[]): readonly string[][] => {
  const folder = temporaryFolder()
  for (const each of ['.biome.json', '.ci']) cpSync(join(root, each), join(folder, each), { recursive: true })
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}\n`)
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const words = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', 'src', 'test']
  const { stdout } = spawnSync(process.execPath, [biome, ...words], { cwd: folder, encoding: 'utf8' })
  return [...stdout.matchAll(/^::error title=\S*?(\w+),file=.*-sandbox-\w+\/(.*?),line=(\d+).*?::(.*)$/gm)]
}

test('each offence is an error that says what to do, and an allowed import is none', () => {
  const errors = errorsIn([
    ...Object.entries(offences).map(([rule, text]) => [`src/${rule}.tsx`, text] as const),
    ...Object.entries(planted).map(
      ([file, lines]) => [file, lines.map(([text]) => text).join('\n')] as const,
    ),
  ])
  const rules = read('.biome.json').match(/\b(?!level)\w+(?=": (?:\{\s*"level": )?"error")/g)
  const broken = errors.filter(([, rule, file]) => file === `src/${rule}.tsx`).map(([, rule]) => rule)
  for (const names of [rules ?? [], broken]) expect(new Set(names)).toEqual(new Set(Object.keys(offences)))
  const said = new Map(errors.map(([, rule, file, line, message]) => [`${rule} ${file}:${line}`, message]))
  const wrong = Object.entries(planted).flatMap(([file, lines]) =>
    lines
      .map(([text, says], i) => ({ file, text, says, said: said.get(`plugin ${file}:${i + 1}`) }))
      .filter((line) => (line.says === undefined ? line.said : !line.said?.startsWith(line.says))),
  )
  expect(wrong).toEqual([])
})

test('src has the rooms of its README, and nothing else', () => {
  const entries = readdirSync(join(root, 'src')).filter((name) => name !== 'README.md')
  expect(entries.sort()).toEqual(rooms.map(([room]) => room).sort())
})
