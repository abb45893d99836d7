/** Every row of the specification has its tests, by their titles: a row without one fails here, by name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, type RunnerTestSuite, test } from 'vitest'
import { getCurrentSuite } from 'vitest/suite'
import { spokenRules } from './proof-rules'
import { type Claim, provenTables } from './proof-table'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Of each file, the titles of its tests as they would run, without the quotation marks around what stands in them. */
const titles = new Map<string, readonly string[]>()

const plain = (title: string): string => title.replaceAll("'", '')

/** The titles of the suites around each test and its own, with ` > ` in between. */
const titlesIn = ({ tasks }: RunnerTestSuite, before = ''): readonly string[] =>
  tasks.flatMap((task) => {
    const title = `${before}${task.name}`
    return task.type === 'suite' ? titlesIn(task, `${title} > `) : [plain(title)]
  })

/** Reads each file once more for its titles alone: its tests are dropped before they could run here. */
const readTitles = async (): Promise<void> => {
  const { suite, tasks } = getCurrentSuite()
  const file = suite?.file ?? expect.fail('there is no file around the suite')
  for (const name of readdirSync(join(root, 'test/conformance'))) {
    if (!name.endsWith('.test.ts') || name === 'proof.test.ts') continue
    const reading = describe(name, () => import(/* @vite-ignore */ `./${name}?titles`))
    const read = await reading.collect(file)
    tasks.splice(tasks.indexOf(reading), 1)
    // Rows say how titles begin within the outermost suite of their file.
    const within = read.tasks.flatMap((task) => (task.type === 'suite' ? titlesIn(task) : []))
    titles.set(basename(name, '.test.ts'), within)
  }
}

const testsOf = ({ file, title }: Claim): readonly string[] =>
  (titles.get(file) ?? []).filter((other) => other.startsWith(plain(title)))

const total = provenTables.reduce((sum, { rows }) => sum + rows.length, 0)

describe(`the specification in ${total} rows of ${provenTables.length} tables`, async () => {
  await readTitles()

  test.each(provenTables.map((table) => ({ ...table, count: table.rows.length })))(
    'spec $section, $name: each of $count rows has the tests that prove it',
    ({ rows }) => {
      const unproved = rows.flatMap(({ row, proof }) =>
        proof
          .filter((claim) => testsOf(claim).length === 0)
          .map(({ file, title }) => `${row}: no test in ${file}.test.ts has a title that begins "${title}"`),
      )
      expect(unproved).toEqual([])
      for (const { row, proof } of rows)
        expect({ row, claims: proof.length > 0 }).toEqual({ row, claims: true })
      expect(rows.length).toBeGreaterThan(0)
    },
  )

  test('a row whose test does not exist would be found', () => {
    expect(testsOf({ file: 'emitted', title: 'charge.create is told when: ' })).toHaveLength(1)
    expect(testsOf({ file: 'emitted', title: 'charge.vanish is told when: ' })).toEqual([])
    expect(testsOf({ file: 'nowhere', title: 'charge.create is told when: ' })).toEqual([])
  })
})

describe(`the ${spokenRules.length} rules that it states in sentences`, () => {
  test.each(spokenRules)('spec $rule: $says', ({ proof }) => {
    const missing = Object.entries(proof).flatMap(([file, wanted]) => {
      const path = `${root}test/${file}.test.ts`
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      const stands = (title: string): boolean =>
        [`'${title}'`, `"${title}"`].some((quoted) => text.includes(quoted))
      return wanted
        .filter((title) => !stands(title))
        .map((title) => `test/${file}.test.ts has no test "${title}"`)
    })
    expect(missing).toEqual([])
    expect(Object.values(proof).flat().length).toBeGreaterThan(0)
  })

  test('every part of the specification has rules among them', () => {
    const parts = new Set(spokenRules.map(({ rule }) => rule.replace(/[ .].*/, '')))
    expect([...parts]).toEqual(['1', '2', '3', '4', '5', '6', '7', '9'])
  })
})
