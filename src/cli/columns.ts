/** Lays out text in columns of a maximum width. */
export const pageWidth = 80

/** Words on lines of up to `width` characters. A longer word has a line of its own. */
export const wrapped = (text: string, width: number): readonly string[] => filled(text.split(/\s+/), width)

/** The same for pieces that must not be broken. */
export const filled = (pieces: readonly string[], width: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of pieces) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

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
