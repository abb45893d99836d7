/** Rules for all files of the project that Biome has no words for; the others are in .biome.json and .ci/*.grit. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { areas } from './mutate/areas.mjs'
import { projectFiles } from './support/project-files'
import { sharedTypeNamesIn } from './support/type-names'
import { unusedIn } from './support/unused'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = projectFiles(root)
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const readAll = (pattern: RegExp) =>
  files.filter((file) => pattern.test(file)).map((file) => ({ file, text: read(file) }))

/** What no file may contain, mostly as it is only true on one machine. In pieces where this file would contain it. */
const banned: readonly (readonly [what: string, find: RegExp, example: string])[] = [
  [
    'a path of one machine',
    /(?<![\w.:/-])\/(?:work|home|Users|root)\/[\w.-]*/g,
    `see ${['', 'home', 'me'].join('/')}`,
  ],
  ['a folder outside the project', /\.\.\/sh[a]red\b/g, `..${'/shared'}`],
  [
    'the host of a package registry',
    /\b(?:registry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|npm\.pkg\.github\.com)|"resolved": "(?=http)|^(?:@[\w-]+:)?registry\s*=/gm,
    `registry${'='}anything`,
  ],
  [
    'a variable set for one shell: Windows cannot',
    /"[\w:]+": "[A-Z_]+=\S* /g,
    `"drill": "DRILL${'='}full vitest run"`,
  ],
  [
    'an export that changes: parts of the bundle have its first value',
    /^export (?:let|var)\b/gm,
    'export let a',
  ],
  ['a note to oneself', /\b(?:TOD[O]|FIXM[E]|XX[X])\b/g, `/* a FIX${'ME'} */`],
  ['a checker that is silenced', /@ts-nochec[k]|biome-ignor[e]/g, `// biome-${'ignore'}`],
]

test.each(banned)('no file contains %s', (_, find, example) => {
  expect(example.match(find)).not.toBeNull()
  const found = files.flatMap((file) => [...read(file).matchAll(find)].map(([text]) => `${file}: ${text}`))
  expect(found).toEqual([])
})

test('nothing is exported that no other file uses: leave "export" out, or the whole of it', () => {
  const used = { file: 'src/a.ts', text: 'export const one = 1\nexport const two = one' }
  const several =
    'export { three as six, two }\nexport const { a: seven, eight = 1, ...nine } = two\nexport let [ten] = two'
  const kinds = 'export function* three() {}\nexport abstract class Four {}\nexport const enum Five {}'
  const user = { file: 'src/b.ts', text: `import { two } from './a'\n${kinds}\n${several}` }
  const names = ['three', 'Four', 'Five', 'six', 'two', 'seven', 'eight', 'nine', 'ten']
  expect(unusedIn([used, user])).toEqual(['src/a.ts: one', ...names.map((name) => `src/b.ts: ${name}`)])
  expect(unusedIn(readAll(/\.(?:tsx?|mjs)$/))).toEqual([])
})

test('the name of a type has one meaning in the source: two types that differ have two names', () => {
  const one = { file: 'src/a.ts', text: 'interface Row {}\nexport type Page = Row' }
  const two = { file: 'src/b.ts', text: 'export class Page {}' }
  expect(sharedTypeNamesIn([one, two])).toEqual(['Page: src/a.ts, src/b.ts'])
  expect(sharedTypeNamesIn(readAll(/^src\/.*\.tsx?$/))).toEqual([])
})

test('the tests of each area of `npm run drill -- mutate` are there', () => {
  const tests = Object.values(areas).flatMap((area) => area.tests)
  expect(tests.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

/** Of the project, and of the packages that few of its runs need. */
const locks = ['', 'test/mutate/', 'test/package/', 'test/workers/'].map(
  (folder) => `${folder}package-lock.json`,
)

interface Locked {
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

/** npm leaves out what it finds no description of, or what another system's node_modules lacks; `npm ci` then fails. */
test.each(locks)(
  '%s has the packages of every system, each with its checksum: npm would take any content',
  (lock) => {
    const packages = Object.entries<Locked>(JSON.parse(read(lock)).packages)
    const missing = packages
      .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
      .filter((name) => !packages.some(([path]) => path.endsWith(`node_modules/${name}`)))
    const unproven = packages.filter(
      ([path, { integrity, link }]) => path !== '' && link !== true && !integrity?.startsWith('sha512-'),
    )
    expect({ missing, unproven }).toEqual({ missing: [], unproven: [] })
  },
)
