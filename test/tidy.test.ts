/** The style guide as a test: every file of the project, held against the tables in support/house.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { areas } from './mutate/areas.mjs'
import { circlesIn } from './support/circles'
import { bans, floors, homes, names, rooms, size } from './support/house'
import { inspect, type Violation } from './support/inspect'
import { patternsWithoutFile } from './support/paths'
import { projectFiles } from './support/project-files'
import { sharedTypeNamesIn } from './support/type-names'
import { unusedIn } from './support/unused'

const root = fileURLToPath(new URL('..', import.meta.url))

function readable(violations: readonly Violation[]): string {
  const lines = violations.map(({ file, line, rule, say }) => `  ${file}:${line}  [${rule}] ${say}`)
  return `${violations.length} against the house rules (test/support/house.ts):\n${lines.join('\n')}`
}

/** Of the project, and of the packages that few of its runs need. */
const locks = ['', 'test/mutate/', 'test/package/', 'test/workers/'].map(
  (folder) => `${folder}package-lock.json`,
)

/** One row per rule: a file that breaks it. In pieces where this file would break it too. */
const offences: [rule: string, file: string, text: string][] = [
  ['rooms', 'src/kernel/a.ts', "import type { Charge } from '../service/resources/charge/model'"],
  ['rooms', 'src/service/http/a.ts', "const server = await import('../../node/server')"],
  ['rooms', 'src/fixtures/a.ts', "import { defaults } from '../options/config'"],
  ['rooms', 'src/elsewhere/a.ts', ''],
  ['rooms', 'src/index.ts', "import '../test/support/house'"],
  ['floors', 'src/service/resources/charge/model.ts', "import { createCharge } from './operations'"],
  ['floors', 'src/service/resources/charge/record.ts', "export * from './routes'"],
  ['floors', 'src/service/world.ts', "import { post } from './ledger/post'"],
  ['imports', 'test/a.test.ts', "import '../../other/a'"],
  ['packages', 'src/kernel/a.ts', "import { createHash } from 'node:crypto'"],
  ['packages', 'src/service/ledger/post.ts', "import { Hono } from 'hono'"],
  ['packages', 'src/service/world.ts', "import _ from 'lodash'"],
  ['the real clock', 'src/service/world.ts', 'const clock = Date.now'],
  ['new Date(', 'src/service/world.ts', 'const day = new Date(0)'],
  ['Date.UTC, Date.parse', 'src/service/world.ts', "const day = Date.parse('2026-01-01')"],
  ['Math.random', 'src/service/world.ts', 'const chance = Math.random()'],
  ['bare fetch(', 'src/service/webhooks/queues.ts', "await globalThis.fetch('/')"],
  ['timers', 'src/create-sandbox.ts', 'setTimeout(() => {}, 1)'],
  ['console', 'src/create-sandbox.ts', 'console.log(1)'],
  ['casts that switch the checker off', 'test/a.test.ts', 'const a = 1 as\n any'],
  ['silenced checkers', 'test/a.test.ts', '// @ts-ignore'],
  ['notes to self', 'src/service/world.ts', '/* a FIXME */'],
  ['tests that do not run', 'test/a.test.ts', "describe.skip.each([])('', () => {})"],
  ['file size', 'src/service/world.ts', 'a\n'.repeat(301)],
  ['function size', 'src/service/world.ts', `const long = () => {${'\n'.repeat(60)}}`],
  ['parameters', 'src/service/world.ts', 'function many(a, b, c, d, e, f) {}'],
  ['top level', 'scripts/a.ts', ''],
  ['file names', 'src/service/http/rateLimit.ts', ''],
  ['file names', 'src/service/http/index.ts', ''],
  ['file names', 'src/service/http/list-utils.ts', ''],
  ['a path of one machine', 'README.md', `see ${['', 'home', 'me', 'notes'].join('/')}`],
  ['the host of a package registry', '.npmrc', 'registry=anything'],
  ['a script for one shell', 'package.json', '"drill": "DRILL' + '=full vitest run"'],
]

/** What looks like an offence and is none. */
const innocent: [file: string, text: string][] = [
  [
    'src/kernel/a.ts',
    "// as any, Date.now(), console.log\nexport const text = `fetch('Math.random') // setTimeout(`",
  ],
  ['src/kernel/real-time.ts', 'export const clock = () => Date.now()'],
  [
    'src/create-sandbox.ts',
    'export const sandbox = { fetch(request: Request) {} }; sandbox.fetch(request); world.skip(1)',
  ],
  ['src/service/http/a.ts', "import { option } from '../../options/config'"],
  ['src/service/http/a.ts', "import { row } from '../resources/charge/operations'"],
  ['src/service/resources/charge/operations.ts', "import { findCard } from '../card/operations'"],
  ['src/sandbox/account/account.ts', "import type { Clock } from '../clock/clock'"],
  ['test/a.test.ts', `describe('a', () => {${'\n'.repeat(100)}})`],
  ['test/spec/errors.ts', 'a\n'.repeat(1000)],
  ['examples/official-client/README.md', 'see https://example.com/home/ and ../official-client'],
]

interface Lock {
  packages: Record<
    string,
    { integrity?: string; link?: boolean; optionalDependencies?: Record<string, string> }
  >
}

describe('the house rules', () => {
  const files = projectFiles(root)
  const known = new Set(files)

  it('hold in every file of the project', () => {
    const violations = files.flatMap((file) =>
      inspect({ file, text: readFileSync(join(root, file), 'utf8') }, known),
    )
    if (violations.length > 0) expect.fail(readable(violations))
    expect(files).toContain('test/tidy.test.ts')
  }, 60_000)

  it('name no file or folder that does not exist', () => {
    const paths = [
      ...rooms.map(({ name }) => (name.endsWith('.ts') ? `src/${name}` : `src/${name}/**`)),
      ...floors.flatMap((floor) => floor.files),
      ...homes.flatMap(([, homeFiles]) => homeFiles),
      ...bans.flatMap((ban) => [...ban.within, ...ban.except]),
      ...size.tables,
      ...names.indexFiles,
      ...Object.values(areas).flatMap(({ mutate, tests }) => [...mutate, ...tests]),
    ].filter((path) => !path.startsWith('!'))
    expect(patternsWithoutFile(paths, files)).toEqual([])
  })

  it('know a pattern of which one part fits no file', () => {
    expect(patternsWithoutFile(['src/{a,b}.ts', 'src/*/c.ts'], ['src/a.ts', 'src/x/c.ts'])).toEqual([
      'src/b.ts',
    ])
  })

  it('let no files of the source import each other in a circle', () => {
    const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file))
    const read = sources.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    expect(circlesIn(read)).toEqual([])
  })

  it('know a circle, through types and through imports on demand', () => {
    const circle = [
      { file: 'src/a.ts', text: "import type { B } from './b'" },
      { file: 'src/b.ts', text: "import './far/c'" },
      { file: 'src/far/c.ts', text: "const a = await import('../a')" },
    ]
    expect(circlesIn(circle)).toEqual(['src/a.ts -> src/b.ts -> src/far/c.ts -> src/a.ts'])
    expect(circlesIn(circle.slice(0, 2))).toEqual([])
  })

  it('let nothing be exported that no other file uses: leave "export" out, or the whole of it', () => {
    const sources = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    const read = sources.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    expect(unusedIn(read)).toEqual([])
  })

  it('know an export that is used in its own file alone, though others have the same word', () => {
    const used = { file: 'src/a.ts', text: 'export const one = 1\nexport const two = one' }
    const user = { file: 'src/b.ts', text: "import { two } from './a'\nexport function three() {}" }
    const other = { file: 'src/c.ts', text: 'const { one } = { one: 1 }' }
    expect(unusedIn([used, user, other])).toEqual(['src/a.ts: one', 'src/b.ts: three'])
  })

  it('give the name of a type one meaning in the source: two types that differ have two names', () => {
    const sources = files.filter((file) => /^src\/.*\.tsx?$/.test(file))
    const read = sources.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    expect(sharedTypeNamesIn(read)).toEqual([])
  })

  it('know a type name of two files', () => {
    const one = { file: 'src/a.ts', text: 'interface Row {}\nexport type Page = Row' }
    const two = { file: 'src/b.ts', text: 'export class Page {}' }
    expect(sharedTypeNamesIn([one, two])).toEqual(['Page: src/a.ts, src/b.ts'])
  })

  /** npm leaves out what it finds no description of, or what another system's node_modules lacks; `npm ci` then fails. */
  it.each(locks)('find in %s the packages of every system, not only of the one that wrote it', (lock) => {
    const { packages }: Lock = JSON.parse(readFileSync(join(root, lock), 'utf8'))
    const paths = Object.keys(packages)
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !paths.some((other) => other.endsWith(`node_modules/${name}`)))
        .map((name) => `${name} of ${path}`),
    )
    expect(missing).toEqual([])
  })

  /** Without one, npm installs whatever a registry hands out under that name and version. */
  it.each(locks)('find in %s the checksum of every package, those of other systems too', (lock) => {
    const { packages }: Lock = JSON.parse(readFileSync(join(root, lock), 'utf8'))
    const unproven = Object.entries(packages)
      .filter(
        ([path, { integrity, link }]) => path !== '' && link !== true && !integrity?.startsWith('sha512-'),
      )
      .map(([path]) => path)
    expect(unproven).toEqual([])
  })

  it.each(offences)('notice an offence against: %s, in %s', (rule, file, text) => {
    expect(inspect({ file, text }, known).map((violation) => violation.rule)).toContain(rule)
  })

  it.each(innocent)('let pass in %s', (file, text) => {
    expect(inspect({ file, text }, known)).toEqual([])
  })
})
