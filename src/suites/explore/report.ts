/** A report as text: 80 columns, to be read without colour. */
import { counted, pageWidth, wrapped } from '../../kernel/text'
import type { ExploreRule } from '../../service/faults/kinds'
import { printable } from '../wording'
import { brokenSteps } from './marks'
import { readScenario } from './plan'
import { cellsOf, outcomesOf, tableLines, tablesOf } from './report-tables'
import { type StoryEntry, storyLines } from './story'
import type { RefusedCall } from './tried'

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
  /** The calls that the service refused in the first run. */
  readonly refusedCalls: readonly RefusedCall[]
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
  const { runs, calls, deliveries, findings, leftOut, skipped, unsteady } = report
  const { held, found, missed, refused } = outcomesOf(report)
  const where = found === findings.length ? '' : ` in ${counted(found, 'scenario')}`
  const results = [
    ...[`${held} held`, `${counted(findings.length, 'finding')}${where}`],
    ...(missed === 0 ? [] : [`${missed} not reached`]),
    ...(refused === 0 ? [] : [`${refused} refused`]),
  ]
  const said = [
    `${counted(runs, 'scenario')} of ${counted(calls.length, 'call')} and`,
    `${counted(deliveries.length, 'delivery', 'deliveries')}: ${results.join(', ')}`,
  ].join(' ')
  const cut = `${counted(leftOut, 'scenario')} more did not run: raise \`runs\`, now ${runs}.`
  const besideAdvice =
    `When a webhook comes while the flow runs, it breaks without a fault (${unsteady}). So webhooks waited for its end ` +
    'here. Let the flow await `sandbox.webhooks.settle()`, and see `beside` for what breaks.'
  const left = `\`skip\` let nothing fail at ${skipped.join(', ')}.`
  return [
    said,
    ...(leftOut === 0 ? [] : [cut]),
    ...(unsteady === null ? [] : [besideAdvice]),
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
    ...refusedCallsRemark(report),
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

/** How two charges for one order differ from two orders. */
const onceHint = (
  { calls, onceCouldBe, scenarios }: ReportFacts,
  once: string | undefined,
): readonly string[] => {
  if (once !== undefined || !calls.some((name) => name.startsWith('POST /charges #'))) return []
  const could =
    onceCouldBe.length === 0
      ? ', such as metadata.order'
      : `. Every charge here has ${onceCouldBe.join(' and ')}`
  const repeats = ['double-click', 'again'].filter((kind) =>
    scenarios.some(({ name }) => name.startsWith(`flow: ${kind}`)),
  )
  const unjudged =
    repeats.length === 0 ? '' : ` Without it nothing compares the money of ${repeats.join(' and ')}.`
  const names = '`once` (`--once`) names the field that tells orders apart, to find each double charge'
  return [`${names}${could}.${unjudged}`]
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

const callsMax = 3

const refusedCallsRemark = ({ refusedCalls }: ReportFacts): readonly string[] => {
  if (refusedCalls.length === 0) return []
  const more = refusedCalls.length > callsMax ? ` and ${refusedCalls.length - callsMax} more` : ''
  const texts = refusedCalls.slice(0, callsMax).map(({ name, why }) => `${name} ${why}`)
  return [`in the first run already, ${texts.join('; ')}${more}.`]
}

const isPair = (name: string): boolean => readScenario(name)?.failures.length === 2

const pairRemark = ({ scenarios, refused: refusedDeliveries }: ReportFacts): readonly string[] => {
  const pairs = scenarios.filter(({ name }) => isPair(name))
  if (pairs.length === 0) return []
  const { held, found, missed, refused } = outcomesOf({ scenarios: pairs, refused: refusedDeliveries })
  const parts = [`${held} ok`, `${found} with findings`, `${missed} not reached`]
  if (refused > 0) parts.push(`${refused} refused`)
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
const storyText = (story: readonly StoryEntry[], findings: readonly ExploreFinding[]): readonly string[] => {
  const broken = brokenSteps(story, findings)
  const isMarked = story.map((entry) => entry.type === 'fault' || broken.has(entry))
  return storyLines(story).flatMap((text, at) =>
    wrapped(text, pageWidth - 7).map((part, i) => {
      if (i > 0) return `       ${part}`
      return `${isMarked[at] ? '  >  ' : '     '}${part}`
    }),
  )
}

const findingLines = (
  finding: ExploreFinding,
  index: number,
  all: readonly ExploreFinding[],
  stories: ReportDetails['stories'],
): readonly string[] => {
  const { scenario, rule, message } = finding
  // Two findings of one scenario have the same story.
  const isStoryShown = all[index - 1]?.scenario === scenario
  const findings = all.filter((other) => other.scenario === scenario)
  return [
    ...wrapped(`${index + 1}. ${scenario}: ${rule.toUpperCase()}`, pageWidth),
    ...wrapped(message, pageWidth - 3).map((text) => `   ${text}`),
    ...(isStoryShown ? [] : storyText(stories.get(scenario) ?? [], findings)),
    '',
  ]
}

const takesTwice: ReadonlySet<ExploreRule> = new Set(['double-charge', 'more-money'])

/** The findings that say something new, runs that took money twice first, and how many others there are. */
export const newFindings = ({ findings }: Pick<ReportFacts, 'findings'>) => {
  const doubled = new Set(findings.flatMap(({ rule, scenario }) => (takesTwice.has(rule) ? [scenario] : [])))
  const shown = findings
    .filter((finding) => isNew(finding, findings))
    .toSorted((one, other) => Number(doubled.has(other.scenario)) - Number(doubled.has(one.scenario)))
  const others = findings.length - shown.length
  const rest = others === 0 ? [] : [`${counted(others, 'finding')} more, of pairs with one of these.`]
  return { shown, rest }
}

export interface ReportDetails {
  /** What happened in the runs with findings, and in those that were chosen by name, by scenario. */
  readonly stories: ReadonlyMap<string, readonly StoryEntry[]>
  /** The field whose value no two paid charges may share. */
  readonly once: string | undefined
}

export const reportText = (report: ReportFacts, { stories, once }: ReportDetails): string => {
  const { shown, rest } = newFindings(report)
  const chosen = report.ok ? [...stories.values()] : []
  return [
    ...summaryOf(report).flatMap((text) => wrapped(text, pageWidth)),
    '',
    ...tablesOf(report).flatMap(tableLines),
    ...remarksOf(report, once).flatMap((text) => [...wrapped(text, pageWidth), '']),
    ...shown.flatMap((finding, i) => findingLines(finding, i, shown, stories)),
    ...rest.flatMap((text) => [text, '']),
    ...(shown.length === 0 ? [] : ['How to fix each: npx payment-sandbox docs explore', '']),
    ...chosen.flatMap((story) => [...storyText(story, []), '']),
  ]
    .join('\n')
    .trimEnd()
}

/** `3 findings in 64 scenarios` */
export const titleOf = (report: ReportFacts): string => {
  const { findings, runs } = report
  if (findings.length > 0) return `${counted(findings.length, 'finding')} in ${counted(runs, 'scenario')}`
  const { held, missed, refused } = outcomesOf(report)
  if (held === 0) return 'Nothing was tried: no failure was met'
  const others = [
    ...(missed === 0 ? [] : [`, ${missed} not reached`]),
    ...(refused === 0 ? [] : [`, ${refused} refused`]),
  ]
  return `Held: no finding in ${counted(held, 'scenario')}${others.join('')}`
}
