/** The results of an exploration as tables: calls and deliveries by kinds. */
import { pageWidth } from '../../kernel/text'
import { type ExploreKind, type ExplorePoint, kindNames, rowOf } from '../../service/faults/kinds'
import { readScenario } from './plan'

/** What the tables show. */
interface RunResults {
  readonly calls: readonly string[]
  readonly deliveries: readonly string[]
  readonly payers: readonly string[]
  readonly scenarios: readonly { readonly name: string; readonly outcome: string }[]
  readonly findings: readonly {
    readonly scenario: string
    readonly also: readonly string[]
    readonly rule: string
  }[]
  readonly refused: readonly { readonly name: string }[]
}

const nameWidth = 17
const cellWidth = 7
const kindsInLine = Math.floor((pageWidth + 1 - nameWidth) / (cellWidth + 1))

const line = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(nameWidth)}${cells.map((cell) => cell.padEnd(cellWidth + 1)).join('')}`.trimEnd()

/** A word in pieces that fit into a cell: `DOUBLE-CHARGE` takes two lines. */
const piecesOf = (cell: string): readonly [string, string] => {
  const at = cell.length > cellWidth ? cell.indexOf('-') + 1 : cell.length
  return [cell.slice(0, at), cell.slice(at)]
}

/** A row of cells, some of which go on below. */
const linesOf = (name: string, cells: readonly (readonly [string, string?])[]): readonly string[] => {
  const first = cells.map(([piece]) => piece)
  const below = cells.map(([, piece = '']) => piece)
  return [line(name, first), ...(below.some((piece) => piece !== '') ? [line('', below)] : [])]
}

const rowLines = (name: string, cells: readonly string[]): readonly string[] =>
  name.length >= nameWidth ? [name, ...linesOf('', cells.map(piecesOf))] : linesOf(name, cells.map(piecesOf))

/** Whether it is about a delivery that the receiver refused without a fault too: then nothing was tried. */
const isRefused = (scenario: string, refused: RunResults['refused']): boolean =>
  readScenario(scenario)?.failures.some(({ point }) => refused.some(({ name }) => name === point)) ?? false

/** The numbers of scenarios by their outcome: `held` only where the failure was met. */
export const outcomesOf = ({ scenarios, refused }: Pick<RunResults, 'scenarios' | 'refused'>) => {
  const of = (outcome: string) => scenarios.filter((one) => one.outcome === outcome)
  const untried = of('not-reached')
  const { length: missed } = untried.filter(({ name }) => !isRefused(name, refused))
  return { held: of('held').length, found: of('finding').length, missed, refused: untried.length - missed }
}

/** The name of a scenario without its moment: all moments of a kind share a cell. */
const cellNameOf = (name: string): string => {
  const [failure, second] = readScenario(name)?.failures ?? []
  return failure === undefined || second !== undefined ? name : `${failure.point}: ${failure.kind}`
}

/**
 * The results of single scenarios, by name: `ok`, the broken rule, `not reached`, or `refused` where the receiver accepted
 * nothing in the first run. A finding at any moment counts.
 */
export const cellsOf = ({ scenarios, findings, refused }: RunResults): ReadonlyMap<string, ResultCell> => {
  const rules = new Map<string, string>()
  for (const { scenario, also, rule } of findings)
    for (const name of [scenario, ...also]) if (!rules.has(name)) rules.set(name, rule.toUpperCase())
  const cells = new Map<string, ResultCell>()
  for (const { name, outcome } of scenarios) {
    const cell = cellNameOf(name)
    const missed = isRefused(name, refused) ? 'refused' : 'not-reached'
    const result = outcome === 'held' ? 'ok' : outcome === 'finding' ? rules.get(name) : missed
    if (outcome === 'finding' || !cells.has(cell)) cells.set(cell, { scenario: name, text: result ?? '' })
  }
  return cells
}

export interface ResultTable {
  readonly title: 'Calls' | 'Deliveries' | 'Payers'
  /** Those that were tried. */
  readonly kinds: readonly ExploreKind[]
  /** A cell for each kind: `ok`, the broken rule in capitals, `not-reached`, or `-` where the kind does not apply. */
  readonly rows: readonly ResultRow[]
  /** How many rows are left out. */
  readonly left: number
}

interface ResultRow {
  readonly name: string
  readonly cells: readonly ResultCell[]
}

interface ResultCell {
  /** Its name, with the moment. */
  readonly scenario: string
  readonly text: string
}

/** Rows with findings before others, in the order of the flow. */
const worstOf = (
  rows: readonly ResultRow[],
  found: ReadonlySet<string>,
  most: number,
): readonly ResultRow[] => {
  if (rows.length <= most) return rows
  const isFound = ({ cells }: ResultRow): boolean => cells.some(({ scenario }) => found.has(scenario))
  const kept = new Set([...rows.filter(isFound), ...rows].slice(0, most))
  return rows.filter((row) => kept.has(row))
}

export const leftRows = (tables: readonly ResultTable[]): readonly string[] =>
  tables.flatMap(({ title, left }) =>
    left === 0 ? [] : [`${left} more ${title.toLowerCase()} left out here, to keep it short.`],
  )

/** The results of calls and deliveries by kinds: at most about this many rows each. */
export const tablesOf = (report: RunResults, most = Number.POSITIVE_INFINITY): readonly ResultTable[] => {
  const results = cellsOf(report)
  const found = new Set(report.findings.flatMap(({ scenario, also }) => [scenario, ...also]))
  const tableOf = (title: ResultTable['title'], at: ExplorePoint['at'], names: readonly string[]) => {
    const tried = (kind: ExploreKind): boolean => names.some((name) => results.has(`${name}: ${kind}`))
    const columns = kindNames.filter((kind) => rowOf(kind).at === at && tried(kind))
    const cellOf = (scenario: string): ResultCell => results.get(scenario) ?? { scenario, text: '-' }
    const rows = names.map((name) => ({ name, cells: columns.map((kind) => cellOf(`${name}: ${kind}`)) }))
    const shown = worstOf(rows, found, most)
    return { title, kinds: columns, rows: shown, left: rows.length - shown.length }
  }
  return [
    tableOf('Calls', 'call', report.calls),
    tableOf('Deliveries', 'delivery', report.deliveries),
    tableOf('Payers', 'payer', report.payers),
  ].filter(({ kinds }) => kinds.length > 0)
}

/** More kinds than a line takes go on in a second table. */
export const tableLines = ({ title, kinds, rows }: Omit<ResultTable, 'left'>): readonly string[] =>
  kinds.length <= kindsInLine
    ? [
        ...linesOf(
          title,
          kinds.map((kind) => rowOf(kind).head),
        ),
        ...rows.flatMap(({ name, cells }) =>
          rowLines(
            name,
            cells.map(({ text }) => text),
          ),
        ),
        '',
      ]
    : [0, 1].flatMap((half) => {
        const middle = Math.ceil(kinds.length / 2)
        const [from, to] = half === 0 ? [0, middle] : [middle, kinds.length]
        const part = rows.map(({ name, cells }) => ({ name, cells: cells.slice(from, to) }))
        return tableLines({ title, kinds: kinds.slice(from, to), rows: part })
      })
