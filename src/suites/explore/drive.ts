/** Runs a flow once for each scenario, in this process or in others, and gathers the results. */
import { type ExploreKind, type ExplorePoint, kindNames } from '../../service/faults/kinds'
import { checkKinds, firstRun } from './first-run'
import { forgedText } from './judge'
import { isMoved } from './money'
import {
  type Choices,
  isDouble,
  isMomentOf,
  isRace,
  momentsOf,
  pairsOf,
  readScenario,
  repeatIn,
  type Scenario,
  scenarioOf,
  singlesOf,
  skippedOf,
  unknownScenario,
} from './plan'
import { type ExploreProgress, ScenarioCount } from './progress'
import { type ExploreFinding, type ExploreReport, type ExploreScenario, reportText } from './report'
import { reportMarkdown } from './report-markdown'
import { reportPage } from './report-page'
import { type RunRecord, type RunScenario, verdictsOf } from './run-record'
import { storyLines } from './story'

export interface DriveSettings extends Choices {
  /** 2: pairs too. */
  readonly depth: 1 | 2
  /** The most scenarios. */
  readonly runs: number
  /** How many run side by side. */
  readonly jobs: number
  readonly only?: string | undefined
  /** The field whose value no two paid charges may share. */
  readonly once?: string | undefined
  /** What would notice a mistake, in words. */
  readonly judgedBy: readonly string[]
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined
}

interface ScenarioRun {
  readonly scenario: Scenario
  readonly record: RunRecord
}

/** Works at most at `jobs` at once; the results are in the order of what is given. */
const sideBySide = async <T, R>(
  all: readonly T[],
  jobs: number,
  work: (one: T) => Promise<R>,
): Promise<readonly R[]> => {
  const results: R[] = []
  let next = 0
  const workOn = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) results[at] = await work(all[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(jobs, all.length) }, workOn))
  return results
}

/** The scenario of this name. @throws SandboxError `invalid_option` with the nearest name */
const onlyScenario = async (
  only: string,
  first: RunRecord,
  settings: DriveSettings,
  run: (scenario: Scenario) => Promise<RunRecord>,
): Promise<Scenario> => {
  // Who asks for one scenario names its kind.
  const all = { ...settings, kinds: kindNames, skip: [] }
  const singles = singlesOf(first.points, all)
  const wanted = readScenario(only)
  const [failure, second] = wanted?.failures ?? []
  const plain = failure && singles.find(({ name }) => name === scenarioOf({ ...failure, moment: null }).name)
  if (failure === undefined || plain === undefined || !isMomentOf(failure, plain, first.points))
    throw unknownScenario(only, singles)
  const single = scenarioOf(failure)
  if (second === undefined) return single
  const pairs = pairsOf(single, (await run(single)).points, all)
  const pair = pairs.find(({ name }) => name === wanted?.name)
  if (pair === undefined) throw unknownScenario(only, pairs)
  return pair
}

/** How often a scenario is tried again that is asked for by its name. */
const tries = 8

/** What depends on real time does not show each time. */
const untilShown = async (
  one: ScenarioRun,
  points: readonly ExplorePoint[],
  run: (scenario: Scenario) => Promise<RunRecord>,
): Promise<ScenarioRun> => {
  const { scenario } = one
  let { record } = one
  for (let i = 0; i < tries && isRace(scenario, points) && verdictsOf(record).length === 0; i += 1)
    record = await run(scenario)
  return { scenario, record }
}

/** How often a finding must come back that depends on real time. */
const repeats = 4

/**
 * Runs the flow without a fault, then once for each scenario, then at other moments what held, and then, at depth 2, each
 * pair.
 * @throws SandboxError `flow_failed`, `nothing_to_explore`, `invalid_option` for an unknown `only`
 */
export const drive = async (settings: DriveSettings, runIn: RunScenario): Promise<ExploreReport> => {
  const { depth, runs, jobs, only, onProgress } = settings
  const { first, patienceMs, unsteady } = await firstRun(runIn)
  const run = (scenario: Scenario): Promise<RunRecord> => runIn(scenario, { first, patienceMs })
  const skipped = skippedOf(first.points, settings.skip)
  if (only === undefined) checkKinds(first, settings)
  const count = new ScenarioCount(runs, onProgress)
  const runOne = async (scenario: Scenario): Promise<ScenarioRun> => {
    const record = await run(scenario)
    count.ran(verdictsOf(record).length)
    return { scenario, record }
  }
  const runSome = (scenarios: readonly Scenario[]): Promise<readonly ScenarioRun[]> =>
    sideBySide(count.plan(scenarios), jobs, runOne)
  /** Up to the first finding: the same race shows at many moments. One that depends on real time must come back. */
  const runMoments = async ({ scenario, record }: ScenarioRun): Promise<readonly ScenarioRun[]> => {
    const tried: ScenarioRun[] = []
    const isOver = verdictsOf(record).length > 0 || record.missed.length > 0
    const moments = momentsOf(scenario, first.points)
    count.toCome -= moments.length
    // A click that comes later is another one.
    if (isOver && !isDouble(scenario)) return tried
    for (const moment of moments) {
      const isTimed = moment.name.endsWith('ms')
      if (count.plan([moment]).length === 0) continue
      let one = await runOne(moment)
      // A busy machine may have been too late for it.
      if (isTimed && one.record.missed.length > 0) one = { scenario: moment, record: await run(moment) }
      // The other one was over already, so nothing was tried.
      if (one.record.missed.length > 0 && !isDouble(scenario)) continue
      tried.push(one)
      if (verdictsOf(one.record).length === 0 || isDouble(scenario)) continue
      if (!isTimed) break
      const again = await sideBySide(Array<Scenario>(repeats).fill(moment), 1, run)
      if (again.every((other) => verdictsOf(other).length > 0)) break
    }
    return tried
  }
  const singles =
    only === undefined ? singlesOf(first.points, settings) : [await onlyScenario(only, first, settings, run)]
  const isWide = only === undefined
  const isDeep = isWide && depth === 2
  if (isWide) for (const single of singles) count.toCome += momentsOf(single, first.points).length
  const pairsToCome = isDeep ? singles.flatMap((single) => pairsOf(single, first.points, settings)).length : 0
  count.toCome += pairsToCome
  const ran = await runSome(singles)
  const shown = isWide ? ran : await Promise.all(ran.map((one) => untilShown(one, first.points, run)))
  const atMoments = isWide ? (await sideBySide(shown, jobs, runMoments)).flat() : []
  const pairs = isDeep
    ? shown.flatMap(({ scenario, record }) => pairsOf(scenario, record.points, settings))
    : []
  count.toCome -= pairsToCome
  const all = [...shown, ...atMoments, ...(await runSome(pairs))]
  const late = first.flowAsks ? lateOf(all) : []
  const asked = await sideBySide(late, jobs, run)
  count.end()
  const askers = askersIn([first, ...all.map(({ record }) => record), ...asked])
  return reportOf(first, all, { leftOut: count.leftOut, skipped, unsteady, askers }, settings)
}

const askersIn = (records: readonly RunRecord[]): ReadonlySet<string> =>
  new Set(records.flatMap(({ askers }) => askers))

/**
 * Whether a receiver behind a socket asks is unknown while the flow asks too: the events that it believed come once
 * more, after the flow.
 */
const lateOf = (ran: readonly ScenarioRun[]): readonly Scenario[] => {
  const known = new Set(ran.map(({ scenario }) => scenario.name))
  return ran.flatMap(({ scenario: { failures }, record }) => {
    const [failure] = failures
    const isBelieved = record.verdicts.some(({ receiver }) => receiver !== undefined)
    if (failure === undefined || !isBelieved) return []
    const late = scenarioOf({ point: failure.point, kind: 'late' })
    return known.has(late.name) ? [] : [late]
  })
}

/**
 * The findings of all runs, in order. A receiver that believes forged events is one, whichever of them it gets; one that
 * asks the service in any run is none.
 */
const findingsIn = (ran: readonly ScenarioRun[], askers: ReadonlySet<string>): readonly ExploreFinding[] => {
  const findings: ExploreFinding[] = []
  const forged = new Map<string, { readonly at: number; readonly events: readonly string[] }>()
  for (const { scenario, record } of ran)
    for (const { rule, message, receiver } of verdictsOf(record)) {
      if (receiver !== undefined && askers.has(receiver)) continue
      const before = receiver === undefined ? undefined : forged.get(receiver)
      const first = before === undefined ? undefined : findings[before.at]
      const event = scenario.failures[0]?.point ?? ''
      if (receiver !== undefined && before !== undefined && first !== undefined) {
        const events = [...before.events, event]
        forged.set(receiver, { at: before.at, events })
        const also = [...first.also, scenario.name]
        findings[before.at] = { ...first, also, message: forgedText(events) }
        continue
      }
      if (receiver !== undefined) forged.set(receiver, { at: findings.length, events: [event] })
      findings.push({ scenario: scenario.name, also: [], rule, message, story: storyLines(record.story) })
    }
  return findings
}

interface ReportContext extends Pick<ExploreReport, 'leftOut' | 'skipped' | 'unsteady'> {
  /** The addresses of receivers that ask in any run. */
  readonly askers: ReadonlySet<string>
}

/** What needs that a call does something: one that is refused anyway shows nothing of it. */
const needsEffect: ReadonlySet<ExploreKind> = new Set(['answer-lost', 'declined', 'crash-after'])

const reportOf = (
  first: RunRecord,
  ran: readonly ScenarioRun[],
  { leftOut, skipped, unsteady, askers }: ReportContext,
  { only, once, judgedBy: measures }: DriveSettings,
): ExploreReport => {
  const findings = findingsIn(ran, askers)
  const found = new Set(findings.flatMap(({ scenario, also }) => [scenario, ...also]))
  const namesAt = (at: ExplorePoint['at']): string[] =>
    first.points.filter((point) => point.at === at).map(({ name }) => name)
  const deliveries = namesAt('delivery').map((name) => {
    const outcome = first.deliveries.find((one) => one.name === name)
    return { name, accepted: outcome?.accepted ?? false, status: outcome?.status ?? null }
  })
  const refused = deliveries.filter(({ accepted }) => !accepted).map(({ name, status }) => ({ name, status }))
  // A receiver that refuses an event without a fault shows nothing about it, nor does a call that is refused anyway.
  const isRefused = ({ failures }: Scenario): boolean =>
    failures.some(
      ({ point, kind }) =>
        refused.some(({ name }) => name === point) ||
        (needsEffect.has(kind) && first.refusedCalls.some(({ name }) => name === point)),
    )
  // One that asks for other events may have ignored this one.
  const isIgnored = ({ verdicts }: RunRecord): boolean =>
    verdicts.some(({ receiver }) => receiver !== undefined && askers.has(receiver))
  const isRepeated = ran.length > 0 && ran.every(({ scenario }) => repeatIn(scenario) !== undefined)
  const judgedBy = isRepeated ? measures.filter((measure) => !measure.startsWith('money')) : measures
  const report = {
    ok: findings.length === 0 && judgedBy.length > 0,
    runs: ran.length,
    calls: namesAt('call'),
    deliveries: namesAt('delivery'),
    payers: namesAt('payer'),
    scenarios: ran.map(({ scenario, record }): ExploreScenario => {
      const { name } = scenario
      const { ms } = record
      const isReached = record.missed.length === 0 && !isRefused(scenario) && !isIgnored(record)
      return { name, outcome: found.has(name) ? 'finding' : isReached ? 'held' : 'not-reached', ms }
    }),
    findings,
    leftOut,
    skipped,
    refused,
    refusedCalls: first.refusedCalls,
    unsteady,
    judgedBy,
    moneyMoved: isMoved(first.money),
    onceCouldBe: once === undefined ? first.sharedFields : [],
  }
  const shown = ran.filter(({ scenario }) => only !== undefined || found.has(scenario.name))
  const stories = new Map(shown.map(({ scenario, record }) => [scenario.name, record.story]))
  const details = { stories, once }
  return {
    ...report,
    text: () => reportText(report, details),
    html: () => reportPage(report, details),
    markdown: () => reportMarkdown(report, details),
    toJSON: () => ({ ...report, deliveries }),
  }
}
