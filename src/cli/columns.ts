import { pageWidth, wrapped } from '../kernel/wrap'

/** Rows with aligned columns. The last column is wrapped at the width of the page. */
export const columns = (rows: readonly (readonly string[])[], width = pageWidth): string => {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count - 1 }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  )
  const indent = widths.reduce((sum, wide) => sum + wide + 2, 0)
  return rows
    .flatMap((row) => {
      const head = widths.map((wide, i) => (row[i] ?? '').padEnd(wide)).join('  ')
      const [first = '', ...more] = wrapped(row[count - 1] ?? '', Math.max(20, width - indent))
      const lead = widths.length === 0 ? '' : `${head}  `
      return [`${lead}${first}`, ...more.map((line) => `${' '.repeat(indent)}${line}`)]
    })
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
