import * as z from 'zod/mini'
import { list, text } from '../../kernel/answers'
import { once } from '../../kernel/json'
import { about } from '../../kernel/wire'

const count = (what: string) => about(what, z.int().check(z.minimum(0)))

const area = (what: string) =>
  about(
    `Coverage of ${what}`,
    z.strictObject({
      covered: count('How many of the rows were used'),
      total: count('How many rows there are'),
      rows: list(
        'Each row, also unused ones',
        z.strictObject({ name: text('Its name'), count: count('How many times it was used') }),
      ),
    }),
  )

export const coverageSchema = once(() =>
  z.strictObject({
    operations: area('the operations, as in `POST /charges`, by the requests, refused ones too'),
    errors: area('the errors, as in `402 insufficient_fund`, by the requests that were answered so'),
    events: area('the events, as in `charge.complete`, by those that were recorded'),
    transitions: area(
      'the moves between states, as in `charge: authorized -> paid`; what was made comes from `new`',
    ),
    testCards: area('the test cards, as in `4111111111140011 insufficient_fund`, by the tokens made of them'),
  }),
)

/** What was used, and what was not, since the sandbox was created, or since the counts were cleared. */
export type Coverage = Readonly<z.output<ReturnType<typeof coverageSchema>>>
export type CoverageArea = Coverage['operations']
/** How often a row of the report was used. */
export type CoverageRow = CoverageArea['rows'][number]

export const areaOf = (rows: readonly CoverageRow[]): CoverageArea => ({
  covered: rows.filter(({ count }) => count > 0).length,
  total: rows.length,
  rows,
})

const areaTitles: { readonly [name in keyof Coverage]: string } = {
  operations: 'Operations',
  errors: 'Errors',
  events: 'Events',
  transitions: 'Transitions',
  testCards: 'Test cards',
}

const areaNames = Object.keys(areaTitles) as readonly (keyof Coverage)[]

export const areasOf = (coverage: Coverage) =>
  areaNames.map((name) => ({ name, title: areaTitles[name], ...coverage[name] }))

export const percentOf = ({ covered, total }: CoverageArea): number => Math.floor((100 * covered) / total)

/** For a terminal: one line for each area, then the unused rows by name. */
export const coverageText = (coverage: Coverage): string => {
  const areas = areasOf(coverage)
  const summary = areas.map(
    (one) =>
      `${one.title.padEnd(12)} ${String(one.covered).padStart(4)} of ${String(one.total).padEnd(4)} ${String(percentOf(one)).padStart(3)} %`,
  )
  const missing = areas.flatMap(({ title, rows }) => {
    const names = rows.filter(({ count }) => count === 0).map(({ name }) => `  ${name}`)
    return names.length === 0 ? [] : ['', `${title} not exercised:`, ...names]
  })
  return [...summary, ...missing, ''].join('\n')
}

/** The counts of several sandboxes as those of one. */
export const mergeCoverage = (all: readonly Coverage[]): Coverage | undefined => {
  const [first, ...others] = all
  if (first === undefined) return undefined
  const area = (name: keyof Coverage): CoverageArea => {
    const counts = new Map(first[name].rows.map((row) => [row.name, row.count]))
    for (const other of others)
      for (const row of other[name].rows) counts.set(row.name, (counts.get(row.name) ?? 0) + row.count)
    return areaOf([...counts].map(([row, count]) => ({ name: row, count })))
  }
  const areas = areaNames.map((name) => [name, area(name)] as const)
  return Object.fromEntries(areas) as { readonly [name in keyof Coverage]: CoverageArea }
}
