/** Every row of the specification has its tests, by their titles: a row without one fails here, by name. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { spokenRules } from './proof-rules'
import { type Claim, provenTables } from './proof-table'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

interface Listed {
  /** The titles of its suites and its own, with ` > ` in between. */
  readonly name: string
  readonly file: string
}

/** Of each file, the titles of its tests as they would run, without the quotation marks around what stands in them. */
const titles = new Map<string, string[]>()

const plain = (title: string): string => title.replaceAll("'", '')

beforeAll(async () => {
  const options = ['--config', 'test/vitest.config.ts', '--maxWorkers=1', '--json']
  const files = ['--exclude', 'test/conformance/proof.test.ts', 'test/conformance']
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'list', ...options, ...files], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  const listed: readonly Listed[] = JSON.parse(stdout)
  for (const { name, file } of listed) {
    const key = basename(file, '.test.ts')
    titles.set(key, [...(titles.get(key) ?? []), plain(name.split(' > ').slice(1).join(' > '))])
  }
}, 120_000)

const testsOf = ({ file, title }: Claim): readonly string[] =>
  (titles.get(file) ?? []).filter((other) => other.startsWith(plain(title)))

const total = provenTables.reduce((sum, { rows }) => sum + rows.length, 0)

describe(`the specification in ${total} rows of ${provenTables.length} tables`, () => {
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
