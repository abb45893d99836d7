/** Runs a flow once for each scenario, in this process or in others, and gathers the results. */
import { SandboxError } from '../../kernel/sandbox-error'
import { type ExplorePoint, kindNames } from '../../service/faults/kinds'
import { leftText, type MoneySums, type RuleBreak } from './judge'
import {
  type Choices,
  pairsOf,
  readScenario,
  type Scenario,
  scenarioOf,
  singlesOf,
  skippedOf,
  unknownScenario,
} from './plan'
import { type ExploreReport, type ExploreScenario, reportText } from './report'
import { reportMarkdown } from './report-markdown'
import { reportPage } from './report-page'
import { type StoryEntry, storyLines } from './story'

/** What came of one run. */
export interface RunRecord {
  /** Calls and deliveries, in order. */
  readonly points: readonly ExplorePoint[]
  /** Planned failures that did not come up. */
  readonly missed: readonly string[]
  readonly verdicts: readonly RuleBreak[]
  /** Unhandled rejections; some come when the run is over. */
  readonly leftBehind: readonly unknown[]
  /** What happened, if the report shows it. */
  readonly story: readonly StoryEntry[]
  readonly money: MoneySums
  /** Real time. */
  readonly ms: number
  /** What the code under test threw, for the error of a first run. */
  readonly cause?: unknown
}

/** @param first the run without a fault; `null` for that run itself */
export type RunScenario = (scenario: Scenario | null, first: RunRecord | null) => Promise<RunRecord>

export interface ExploreProgress {
  /** Scenarios that have run. */
  readonly done: number
  /** Scenarios in all, as far as they are known. */
  readonly of: number
  /** Findings so far. */
  readonly findings: number
}

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
  readonly onProgress?: ((progress: ExploreProgress) => void) | undefined
}

interface Told {
  readonly scenario: Scenario
  readonly record: RunRecord
}

/** Runs at most `jobs` at once; the results are in the order of the scenarios. */
const runAll = async (
  scenarios: readonly Scenario[],
  jobs: number,
  run: (scenario: Scenario) => Promise<RunRecord>,
): Promise<readonly Told[]> => {
  const told: Told[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < scenarios.length; at = next++) {
      const scenario = scenarios[at]
      if (scenario !== undefined) told[at] = { scenario, record: await run(scenario) }
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, scenarios.length) }, work))
  return told
}

const verdictsOf = ({ verdicts, leftBehind }: RunRecord): readonly RuleBreak[] => [
  ...verdicts,
  ...leftBehind.map((reason): RuleBreak => ({ rule: 'check', message: leftText(reason) })),
]

/** @throws SandboxError `flow_failed` where the run without a fault does not hold, `nothing_to_explore` */
const checkFirst = (first: RunRecord): void => {
  const [wrong] = verdictsOf(first)
  if (wrong !== undefined)
    throw new SandboxError('flow_failed', `the flow does not hold without a fault: ${wrong.message}`, {
      cause: first.cause,
    })
  if (!first.points.some(({ at }) => at === 'call'))
    throw new SandboxError(
      'nothing_to_explore',
      'the flow made no call: let it call the sandbox that it gets, by sandbox.fetch or with `intercept`',
    )
}

/** The scenario of this name. @throws SandboxError `invalid_option` with the nearest name */
const onlyScenario = async (only: string, first: RunRecord, settings: DriveSettings, run: RunScenario) => {
  // Who asks for one scenario names its kind.
  const all = { ...settings, kinds: kindNames, skip: [] }
  const singles = singlesOf(first.points, all)
  const wanted = readScenario(only)
  const [failure, second] = wanted?.failures ?? []
  const single = failure && singles.find(({ name }) => name === scenarioOf(failure).name)
  if (single === undefined) throw unknownScenario(only, singles)
  if (second === undefined) return single
  const pairs = pairsOf(single, (await run(single, first)).points, all)
  const pair = pairs.find(({ name }) => name === wanted?.name)
  if (pair === undefined) throw unknownScenario(only, pairs)
  return pair
}

/**
 * Runs the flow without a fault, then once for each scenario, and then, at depth 2, for each pair.
 * @throws SandboxError `flow_failed`, `nothing_to_explore`, `invalid_option` for an unknown `only`
 */
export const drive = async (settings: DriveSettings, run: RunScenario): Promise<ExploreReport> => {
  const { depth, runs, jobs, only, onProgress } = settings
  const first = await run(null, null)
  checkFirst(first)
  const skipped = skippedOf(first.points, settings.skip)
  const progress = { done: 0, of: 0, findings: 0 }
  const runOne = async (scenario: Scenario): Promise<RunRecord> => {
    const record = await run(scenario, first)
    progress.done += 1
    progress.findings += verdictsOf(record).length
    onProgress?.({ ...progress })
    return record
  }
  const runSome = (scenarios: readonly Scenario[]): Promise<readonly Told[]> => {
    progress.of += scenarios.length
    return runAll(scenarios, jobs, runOne)
  }
  const singles =
    only === undefined ? singlesOf(first.points, settings) : [await onlyScenario(only, first, settings, run)]
  const told = await runSome(singles.slice(0, runs))
  const pairs =
    depth === 1 || only !== undefined
      ? []
      : told.flatMap(({ scenario, record }) => pairsOf(scenario, record.points, settings))
  const toldPairs = await runSome(pairs.slice(0, runs - told.length))
  const all = [...told, ...toldPairs]
  const leftOut = singles.length + pairs.length - all.length
  return reportOf(first, all, { leftOut, skipped }, settings)
}

const reportOf = (
  first: RunRecord,
  told: readonly Told[],
  { leftOut, skipped }: Pick<ExploreReport, 'leftOut' | 'skipped'>,
  { only, once }: DriveSettings,
): ExploreReport => {
  const findings = told.flatMap(({ scenario, record }) =>
    verdictsOf(record).map((verdict) => ({
      ...{ scenario: scenario.name, ...verdict, story: storyLines(record.story) },
    })),
  )
  const found = new Set(findings.map(({ scenario }) => scenario))
  const namesAt = (at: ExplorePoint['at']): string[] =>
    first.points.filter((point) => point.at === at).map(({ name }) => name)
  const report = {
    ok: findings.length === 0,
    runs: told.length,
    calls: namesAt('call'),
    deliveries: namesAt('delivery'),
    scenarios: told.map(({ scenario: { name }, record: { missed, ms } }): ExploreScenario => {
      const outcome = found.has(name) ? 'finding' : missed.length > 0 ? 'not-reached' : 'held'
      return { name, outcome, ms }
    }),
    findings,
    leftOut,
    skipped,
  }
  const shown = told.filter(({ scenario }) => only !== undefined || found.has(scenario.name))
  const stories = new Map(shown.map(({ scenario, record }) => [scenario.name, record.story]))
  const telling = { stories, once }
  return {
    ...report,
    text: () => reportText(report, telling),
    html: () => reportPage(report, telling),
    markdown: () => reportMarkdown(report, telling),
  }
}
