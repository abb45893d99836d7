import type { Coverage, CoverageArea, CoverageRow } from './schema'

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
