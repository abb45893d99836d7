/** What is measured: milliseconds of processor time, of ours and of what it is held against in the same run. */
export interface Row {
  readonly what: string
  /** What the ratio is of. */
  readonly of: string
  readonly ours: number
  readonly limit: number
  readonly ratio: number
  /** How far the ratios of the rounds are apart, as a share of their median. */
  readonly spread: number
  /** What the ratio must not be above. */
  readonly gate: number
  /** What it should not be above. */
  readonly aim: number | null
}

/** Three digits. */
export const rounded = (value: number): number => Number(value.toPrecision(3))

export const printTable = (rows: readonly Row[]): void =>
  console.table(
    rows.map(({ what, of, ours, limit, ratio, spread, gate, aim }) => ({
      ...{ what, of, ours: rounded(ours), limit: rounded(limit), ratio: rounded(ratio) },
      ...{ '+-': `${Math.round(100 * spread)}%`, gate, aim: aim ?? '' },
    })),
  )
