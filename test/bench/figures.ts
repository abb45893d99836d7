/** The figures that `test/bench/README.md` shows: `npm run bench -- --save` writes those of the parts that it ran. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Bound, type Row, shown, verdictOf } from './table'

const file = 'test/bench/figures.json'

export interface Figure {
  readonly what: string
  /** What the ratio is of. */
  readonly of: string
  /** Our own figure with its unit. Only the README's sentence has it: between machines it says little. */
  readonly ours: string
  /** Empty where our own figure is judged by itself. */
  readonly ratio: string
  readonly gate: string
  readonly aim: string
  readonly meets: string
}

/** One part of the bench, as it was run last. */
export interface MeasuredPart {
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly figures: readonly Figure[]
}

export type Figures = Readonly<Record<string, MeasuredPart>>

const boundText = (bound: Bound | null): string =>
  bound === null ? '' : `${bound.is} ${Number(bound.value.toPrecision(3))}`

export const readFigures = (): Figures => JSON.parse(readFileSync(file, 'utf8'))

/** What users ask for first: in this order the README shows the parts. */
const order = ['fresh', 'suites', 'sockets', 'start', 'explore']

const figureOf = (row: Row): readonly Figure[] => {
  const { page, ours, unit, ratio, gate, aim } = row
  if (page === undefined) return []
  const bounds = { gate: boundText(gate), aim: boundText(aim), meets: verdictOf(row) }
  return [{ ...page, ours: `${shown(ours)} ${unit}`, ratio: ratio === null ? '' : shown(ratio), ...bounds }]
}

/** The figures with those of the parts that were run in place of their former ones. */
export const merged = (
  known: Figures,
  measured: ReadonlyMap<string, readonly Row[]>,
  about: Omit<MeasuredPart, 'figures'>,
): Figures => {
  const ran = [...measured].flatMap(([part, rows]): readonly (readonly [string, MeasuredPart])[] => {
    const figures = rows.flatMap(figureOf)
    return figures.length === 0 ? [] : [[part, { ...about, figures }]]
  })
  const all: Figures = { ...known, ...Object.fromEntries(ran) }
  return Object.fromEntries(
    Object.entries(all).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)),
  )
}

export const saveFigures = (measured: ReadonlyMap<string, readonly Row[]>): void => {
  const date = new Date().toISOString().slice(0, 10)
  const about = { date, node: process.version, cores: cpus().length }
  writeFileSync(file, `${JSON.stringify(merged(readFigures(), measured, about), null, 2)}\n`)
}
