/** A report as text: 80 columns, to be read without colour. */
import { counted, pageWidth, wrapped } from '../../kernel/text'
import { type ExploreKind, type ExplorePoint, kindNames, rowOf } from '../../service/faults/kinds'
import type { ExploreRule } from './judge'
import { readScenario } from './plan'

export interface ExploreScenario {
  readonly name: string
  readonly outcome: 'held' | 'finding' | 'not-reached'
  /** Real time. */
  readonly ms: number
}

export interface ExploreFinding {
  /** The name of the scenario. */
  readonly scenario: string
  readonly rule: ExploreRule
  readonly message: string
  /** The requests, events, deliveries and faults of that run in order, one line each. */
  readonly story: readonly string[]
}

/** What an exploration found. */
export interface ExploreReport {
  /** Whether there is no finding. */
  readonly ok: boolean
  /** The number of scenarios that ran; the first run, without a fault, is not counted. */
  readonly runs: number
  /** The calls of the first run: `POST /charges #1`. */
  readonly calls: readonly string[]
  /** The deliveries of the first run: `charge.complete #1`. */
  readonly deliveries: readonly string[]
  readonly scenarios: readonly ExploreScenario[]
  readonly findings: readonly ExploreFinding[]
  /** The number of scenarios that did not run, because there were more than `runs`. */
  readonly leftOut: number
  /** The calls and deliveries that `skip` left out. */
  readonly skipped: readonly string[]
  /** A table of calls and deliveries by kinds, and each finding with its story: 80 columns, without colour. */
  text(): string
}

type ReportFacts = Omit<ExploreReport, 'text'>

const nameWidth = 17
const cellWidth = 7

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

/** The results of single scenarios, by name: `ok`, the broken rules, or `not reached`. */
const cellsOf = ({ scenarios, findings }: ReportFacts): ReadonlyMap<string, string> => {
  const rules = new Map<string, string>()
  for (const { scenario, rule } of findings) if (!rules.has(scenario)) rules.set(scenario, rule.toUpperCase())
  return new Map(
    scenarios.map(({ name, outcome }) => [
      name,
      outcome === 'held' ? 'ok' : outcome === 'finding' ? (rules.get(name) ?? '') : 'not-reached',
    ]),
  )
}

const tableLines = (
  title: string,
  at: ExplorePoint['at'],
  names: readonly string[],
  cells: ReadonlyMap<string, string>,
): readonly string[] => {
  const tried = (kind: ExploreKind): boolean => names.some((name) => cells.has(`${name}: ${kind}`))
  const columns = kindNames.filter((kind) => rowOf(kind).at === at && tried(kind))
  if (columns.length === 0) return []
  const heads = columns.map((kind) => rowOf(kind).head)
  return [
    ...linesOf(title, heads),
    ...names.flatMap((name) =>
      rowLines(
        name,
        columns.map((kind) => cells.get(`${name}: ${kind}`) ?? '-'),
      ),
    ),
    '',
  ]
}

const summary = (report: ReportFacts): readonly string[] => {
  const { runs, calls, deliveries, scenarios, findings, leftOut, skipped } = report
  const of = (outcome: string): number => scenarios.filter((one) => one.outcome === outcome).length
  const missed = of('not-reached')
  const found = of('finding')
  const where = found === findings.length ? '' : ` in ${counted(found, 'scenario')}`
  const said = [
    `${counted(runs, 'scenario')} of ${counted(calls.length, 'call')} and`,
    `${counted(deliveries.length, 'delivery', 'deliveries')}: ${of('held')} held,`,
    `${counted(findings.length, 'finding')}${where}${missed === 0 ? '' : `, ${missed} not reached`}`,
  ].join(' ')
  const cut = `${counted(leftOut, 'scenario')} more did not run: raise \`runs\`, now ${runs}.`
  const left = `Nothing failed at ${skipped.join(', ')}: \`skip\` leaves them out.`
  return [
    ...wrapped(said, pageWidth),
    ...(leftOut === 0 ? [] : wrapped(cut, pageWidth)),
    ...(skipped.length === 0 ? [] : wrapped(left, pageWidth)),
    '',
  ]
}

/** What was not looked for, where it could happen. */
const unjudged = ({ calls }: ReportFacts, once: string | undefined): readonly string[] => {
  if (once !== undefined || !calls.some((name) => name.startsWith('POST /charges #'))) return []
  const said =
    'Double charges were not looked for: `once` (`--once`) names the field that tells orders apart, such as metadata.order.'
  return [...wrapped(said, pageWidth), '']
}

const isPair = (name: string): boolean => readScenario(name)?.failures.length === 2

const pairLine = ({ scenarios }: ReportFacts): readonly string[] => {
  const pairs = scenarios.filter(({ name }) => isPair(name))
  if (pairs.length === 0) return []
  const of = (outcome: string): number => pairs.filter((one) => one.outcome === outcome).length
  const parts = [`${of('held')} ok`, `${of('finding')} with findings`, `${of('not-reached')} not reached`]
  return [`${counted(pairs.length, 'pair')}: ${parts.join(', ')}`, '']
}

/** A pair that breaks the same rule as one of its halves says nothing new. */
const isNew = ({ scenario, rule }: ExploreFinding, findings: readonly ExploreFinding[]): boolean => {
  const halves = scenario.split(' + ')
  return (
    halves.length === 1 || !findings.some((other) => other.rule === rule && halves.includes(other.scenario))
  )
}

/** Lines that continue below their start. */
const storyLines = (story: readonly string[]): readonly string[] =>
  story.flatMap((text) =>
    wrapped(text, pageWidth - 7).map((part, i) => `${i === 0 ? '     ' : '       '}${part}`),
  )

const findingLines = (
  finding: ExploreFinding,
  index: number,
  all: readonly ExploreFinding[],
): readonly string[] => [
  ...wrapped(`${index + 1}. ${finding.scenario}: ${finding.rule.toUpperCase()}`, pageWidth),
  ...wrapped(finding.message, pageWidth - 3).map((text) => `   ${text}`),
  // Two findings of one scenario have the same story.
  ...(all[index - 1]?.scenario === finding.scenario ? [] : storyLines(finding.story)),
  '',
]

interface Telling {
  /** To show in any case, for scenarios chosen by name. */
  readonly stories: readonly (readonly string[])[]
  /** The field whose value no two paid charges may share. */
  readonly once: string | undefined
}

export const reportText = (report: ReportFacts, { stories, once }: Telling): string => {
  const cells = cellsOf(report)
  const told = report.findings.filter((finding) => isNew(finding, report.findings))
  const others = report.findings.length - told.length
  const double = cells.get('flow: double-click')
  return [
    ...summary(report),
    ...tableLines('Calls', 'call', report.calls, cells),
    ...tableLines('Deliveries', 'delivery', report.deliveries, cells),
    ...(double === undefined ? [] : [`flow: double-click ${double}`, '']),
    ...pairLine(report),
    ...unjudged(report, once),
    ...told.flatMap(findingLines),
    ...(others === 0 ? [] : [`${counted(others, 'finding')} more, of pairs with one of these.`, '']),
    ...(report.ok ? stories.flatMap((story) => [...storyLines(story), '']) : []),
  ]
    .join('\n')
    .trimEnd()
}
