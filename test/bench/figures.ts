/** The figures that `test/bench/README.md` shows: `npm run bench -- --save` writes those of the parts that it ran. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Row, rounded } from './table'

const file = 'test/bench/figures.json'

/** Our own figure is only in the README's sentence: between machines it says little. */
export type Figure = Pick<Row, 'what' | 'of' | 'ours' | 'ratio' | 'gate' | 'aim'>

/** One part of the bench, as it was run last. */
export interface MeasuredPart {
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly figures: readonly Figure[]
}

export type Figures = Readonly<Record<string, MeasuredPart>>

export const readFigures = (): Figures => JSON.parse(readFileSync(file, 'utf8'))

/** What users ask for first: in this order the README shows the parts. */
const order = ['fresh', 'suites', 'explore']

const figureOf = ({ what, of, ours, ratio, gate, aim }: Row): Figure => ({
  ...{ what, of, ours: rounded(ours), ratio: rounded(ratio), gate, aim },
})

/** The figures with those of the parts that were run in place of their former ones; a part that could not run has none. */
export const merged = (
  known: Figures,
  measured: ReadonlyMap<string, readonly Row[]>,
  about: Omit<MeasuredPart, 'figures'>,
): Figures => {
  const ran = [...measured]
    .filter(([, rows]) => rows.length > 0)
    .map(([part, rows]) => [part, { ...about, figures: rows.map(figureOf) }])
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
