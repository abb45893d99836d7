/** A bound of the targets: on the ratio where a row has one, else on our own figure. */
export interface Bound {
  readonly is: 'at least' | 'at most'
  readonly value: number
}

export const atLeast = (value: number): Bound => ({ is: 'at least', value })
export const atMost = (value: number): Bound => ({ is: 'at most', value })

export interface Row {
  readonly what: string
  readonly unit: 'per s' | 'us' | 'ms'
  readonly ours: number
  /** What ours is held against in the same run; `null` where the target is a figure of its own. */
  readonly limit: number | null
  readonly ratio: number | null
  /** How far the ratios of the rounds are apart, as a share of their median; absent where there are no pairs. */
  readonly spread?: number
  /** Ratio of processor time per request, limit / ours: how the row would look on a quiet machine. */
  readonly cpu?: number
  readonly gate: Bound | null
  readonly aim: Bound | null
  /** How the README shows the row, if it does: what is measured, and what the ratio is of. */
  readonly page?: { readonly what: string; readonly of: string }
}

const holds = (bound: Bound | null, value: number): boolean =>
  bound === null || (bound.is === 'at least' ? value >= bound.value : value <= bound.value)

export const verdictOf = ({ gate, aim, ratio, ours }: Row): string => {
  if (gate === null && aim === null) return ''
  const value = ratio ?? ours
  if (!holds(gate, value)) return 'MISSED'
  return holds(aim, value) ? 'aim' : 'gate'
}

export const shown = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return '-'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toPrecision(3)
}

const boundText = (bound: Bound | null): string =>
  bound === null ? '-' : `${bound.is === 'at least' ? '>=' : '<='} ${shown(bound.value)}`

const columns = ['', 'unit', 'ours', 'limit', 'ratio', '+-', 'cpu', 'gate', 'aim', 'meets'] as const

const cellsOf = (row: Row): string[] => [
  row.what,
  row.unit,
  shown(row.ours),
  shown(row.limit),
  shown(row.ratio),
  row.spread === undefined ? '-' : `${Math.round(100 * row.spread)}%`,
  shown(row.cpu),
  boundText(row.gate),
  boundText(row.aim),
  verdictOf(row),
]

/** The rows under each other, the first column to the left and figures to the right. */
export const printTable = (rows: readonly Row[]): string => {
  const lines = [[...columns], ...rows.map(cellsOf)]
  const widths = columns.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
