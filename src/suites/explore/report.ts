/** A report as text: 80 columns, to be read without colour. */

import { counted, pageWidth, wrapped } from '../../kernel/text'
import type { ExploreRule } from '../../service/faults/kinds'
import { printable } from '../wording'
import { readScenario } from './plan'
import { cellsOf, tableLines, tablesOf } from './report-tables'
import { type StoryEntry, storyLines } from './story'

export interface ExploreScenario {
  readonly name: string
  readonly outcome: 'held' | 'finding' | 'not-reached'
  /** Real time. */
  readonly ms: number
}

export interface ExploreFinding {
  /** The name of the scenario. */
  readonly scenario: string
  /** Other scenarios that show the same: a receiver that believes forged events is one finding. */
  readonly also: readonly string[]
  readonly rule: ExploreRule
  readonly message: string
  /** The requests, events, deliveries and faults of that run in order, one line each. */
  readonly story: readonly string[]
}

/** What an exploration found. */
export interface ExploreReport {
  /** Whether there is no finding, and something would have noticed one. */
  readonly ok: boolean
  /** The number of scenarios that ran; the first run, without a fault, is not counted. */
  readonly runs: number
  /** The calls of the first run: `POST /charges #1`. */
  readonly calls: readonly string[]
  /** The deliveries of the first run: `charge.complete #1`. */
  readonly deliveries: readonly string[]
  /** What payers did in the first run: `payer: pay-charge #1`. */
  readonly payers: readonly string[]
  readonly scenarios: readonly ExploreScenario[]
  readonly findings: readonly ExploreFinding[]
  /** The number of scenarios that did not run, because there were more than `runs`. */
  readonly leftOut: number
  /** The calls and deliveries that `skip` left out. */
  readonly skipped: readonly string[]
  /** The deliveries of the first run that the receiver never accepted. */
  readonly refused: readonly RefusedDelivery[]
  /**
   * What broke without a fault when webhooks came while the flow went on; `null` for nothing. The exploration then lets
   * them wait until the flow waits for them or is over, but for the kinds that overlap.
   */
  readonly unsteady: string | null
  /** By what runs were judged: `once metadata.order`, `books`, `check`, `money of the first run`, `exit status`. */
  readonly judgedBy: readonly string[]
  /** Whether anything was paid or held in the first run. */
  readonly moneyMoved: boolean
  /** Fields that all charges of the first run have, where `once` was not given: each could be it. */
  readonly onceCouldBe: readonly string[]
  /** A table of calls and deliveries by kinds, and each finding with its story: 80 columns, without colour. */
  text(): string
  /**
   * One page of HTML that loads nothing and needs no script: the table, and the run of each finding as a drawing, up to
   * the 30th finding.
   */
  html(): string
  /** Markdown for a pull request or the summary of a job: the runs are sequence diagrams of Mermaid. */
  markdown(): string
  /** The report as JSON: `deliveries` also says which of them were accepted in the first run, and their status. */
  toJSON(): object
}

/** A delivery that was never accepted. */
export interface RefusedDelivery {
  readonly name: string
  /** `null` for no answer. */
  readonly status: number | null
}

export type ReportFacts = Omit<ExploreReport, 'text' | 'html' | 'markdown' | 'toJSON'>

/** The result of it all, in sentences. */
export const summaryOf = (report: ReportFacts): readonly string[] => {
  const { runs, calls, deliveries, scenarios, findings, leftOut, skipped, unsteady } = report
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
  const beside =
    `When a webhook comes while the flow runs, it breaks without a fault (${unsteady}). So webhooks waited for its end ` +
    'here. Let the flow await `sandbox.webhooks.settle()`, and see `beside` for what breaks.'
  const left = `\`skip\` let nothing fail at ${skipped.join(', ')}.`
  return [
    said,
    ...(leftOut === 0 ? [] : [cut]),
    ...(unsteady === null ? [] : [beside]),
    ...(skipped.length === 0 ? [] : [left]),
  ].map(printable)
}

/** What stands below the tables, a sentence each. */
export const remarksOf = (report: ReportFacts, once: string | undefined): readonly string[] => {
  const double = cellsOf(report).get('flow: double-click')
  const again = cellsOf(report).get('flow: again')
  return [
    judgedText(report),
    ...(report.moneyMoved ? [] : ['No money moved in the first run: nothing was paid or held.']),
    ...refusedRemark(report),
    ...(double === undefined ? [] : [`flow: double-click ${double.text}`]),
    ...(again === undefined ? [] : [`flow: again ${again.text}`]),
    ...pairRemark(report),
    ...onceHint(report, once),
  ].map(printable)
}

/** By what the runs were judged. */
const judgedText = ({ judgedBy }: ReportFacts): string =>
  judgedBy.length === 0
    ? 'judged by nothing: money that is taken twice would not be noticed here. Give `once`, `books` or `check`, or leave `allowMoreMoney` out.'
    : `judged by: ${judgedBy.map((one) => (one.startsWith('money') ? `the ${one}` : one)).join(', ')}`

/** How two charges for one order are told from two orders. */
const onceHint = ({ calls, onceCouldBe }: ReportFacts, once: string | undefined): readonly string[] => {
  if (once !== undefined || !calls.some((name) => name.startsWith('POST /charges #'))) return []
  const could =
    onceCouldBe.length === 0
      ? ', such as metadata.order'
      : `. Every charge here has ${onceCouldBe.join(' and ')}`
  return [
    `\`once\` (\`--once\`) names the field that tells orders apart, to find each double charge${could}.`,
  ]
}

const refusedRemark = ({ refused }: ReportFacts): readonly string[] => {
  if (refused.length === 0) return []
  const names = refused.map(
    ({ name, status }) => `${name} (${status === null ? 'no answer' : `answered ${status}`})`,
  )
  return [
    `refused: the receiver did not accept ${names.join(', ')} even in the first run, so nothing could be tried there.`,
  ]
}

const isPair = (name: string): boolean => readScenario(name)?.failures.length === 2

const pairRemark = ({ scenarios }: ReportFacts): readonly string[] => {
  const pairs = scenarios.filter(({ name }) => isPair(name))
  if (pairs.length === 0) return []
  const of = (outcome: string): number => pairs.filter((one) => one.outcome === outcome).length
  const parts = [`${of('held')} ok`, `${of('finding')} with findings`, `${of('not-reached')} not reached`]
  return [`${counted(pairs.length, 'pair')}: ${parts.join(', ')}`]
}

/** A pair that breaks the same rule as one of its halves says nothing new. */
const isNew = ({ scenario, rule }: ExploreFinding, findings: readonly ExploreFinding[]): boolean => {
  const halves = scenario.split(' + ')
  return (
    halves.length === 1 || !findings.some((other) => other.rule === rule && halves.includes(other.scenario))
  )
}

/** Lines that continue below their start. */
const storyText = (story: readonly string[]): readonly string[] =>
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
  ...(all[index - 1]?.scenario === finding.scenario ? [] : storyText(finding.story)),
  '',
]

/** The findings that say something new, runs that took money twice first, and how many others there are. */
export const newFindings = ({ findings }: Pick<ReportFacts, 'findings'>) => {
  const doubled = new Set(
    findings.flatMap(({ rule, scenario }) => (rule === 'double-charge' ? [scenario] : [])),
  )
  const told = findings
    .filter((finding) => isNew(finding, findings))
    .toSorted((one, other) => Number(doubled.has(other.scenario)) - Number(doubled.has(one.scenario)))
  const others = findings.length - told.length
  const rest = others === 0 ? [] : [`${counted(others, 'finding')} more, of pairs with one of these.`]
  return { told, rest }
}

export interface Telling {
  /** What happened in the runs with findings, and in those that were chosen by name, by scenario. */
  readonly stories: ReadonlyMap<string, readonly StoryEntry[]>
  /** The field whose value no two paid charges may share. */
  readonly once: string | undefined
}

export const reportText = (report: ReportFacts, { stories, once }: Telling): string => {
  const { told, rest } = newFindings(report)
  const chosen = report.ok ? [...stories.values()] : []
  return [
    ...summaryOf(report).flatMap((text) => wrapped(text, pageWidth)),
    '',
    ...tablesOf(report).flatMap(tableLines),
    ...remarksOf(report, once).flatMap((text) => [...wrapped(text, pageWidth), '']),
    ...told.flatMap(findingLines),
    ...rest.flatMap((text) => [text, '']),
    ...(told.length === 0 ? [] : ['How to fix each: npx payment-sandbox docs explore', '']),
    ...chosen.flatMap((story) => [...storyText(storyLines(story)), '']),
  ]
    .join('\n')
    .trimEnd()
}

/** `3 findings in 64 scenarios` */
export const titleOf = ({ findings, runs }: ReportFacts): string => {
  const where = `in ${counted(runs, 'scenario')}`
  return findings.length === 0
    ? `Held: no finding ${where}`
    : `${counted(findings.length, 'finding')} ${where}`
}

/** A run as pages and summaries show it. */
export interface DrawnRun {
  readonly scenario: string
  /** What was wrong, numbered through the report. */
  readonly findings: readonly (ExploreFinding & { readonly number: number })[]
  /** `null` where the report has enough drawings. */
  readonly story: readonly StoryEntry[] | null
}

/** How many findings have a drawing. */
const drawnMax = 30

/** The runs to show: those with findings, once each, or the one that was chosen by name. */
export const drawnRuns = (report: ReportFacts, { stories }: Telling): readonly DrawnRun[] => {
  if (report.ok) return [...stories].map(([scenario, story]) => ({ scenario, findings: [], story }))
  const numbered = newFindings(report).told.map((finding, i) => ({ ...finding, number: i + 1 }))
  return [...new Set(numbered.map(({ scenario }) => scenario))].map((scenario) => {
    const findings = numbered.filter((finding) => finding.scenario === scenario)
    const isDrawn = findings.some(({ number }) => number <= drawnMax)
    return { scenario, findings, story: (isDrawn && stories.get(scenario)) || null }
  })
}

export const leftUndrawn = (report: ReportFacts): readonly string[] => {
  const left = newFindings(report).told.length - drawnMax
  return left <= 0
    ? []
    : [`${counted(left, 'finding')} more without a drawing: the first ${drawnMax} have one.`]
}

/** How many steps a drawing may have. */
const mosts = [60, 40, 30, 24, 18, 12]

/**
 * What has drawings, with as many steps as fit.
 * @param make `0`: without steps
 * @param bytesMax its size; more where little of that would be left for drawings
 */
export const fitting = (make: (most: number) => string, bytesMax: number): string => {
  const bytes = Math.max(bytesMax, Buffer.byteLength(make(0)) + 0.4 * bytesMax)
  for (const steps of mosts) {
    const made = make(steps)
    if (Buffer.byteLength(made) < bytes) return made
  }
  return make(0)
}
