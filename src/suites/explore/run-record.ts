/** The result of a run, and how runs are made. */
import type { ExplorePoint } from '../../service/faults/kinds'
import { printable } from '../wording'
import type { DeliveryOutcome } from './deliveries'
import { leftText } from './judge'
import type { MoneySums } from './money'
import { repeatIn, type Scenario } from './plan'
import type { RuleBreak } from './rule-break'
import type { StoryEntry } from './story'
import type { RefusedCall } from './tried'

/** The result of one run. */
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
  /** How often a charge was asked for. */
  readonly attempts: number
  /** Real time. */
  readonly ms: number
  /** Whether deliveries began while the flow went on. */
  readonly overlaps: boolean
  /** What the code under test threw, for the error of a first run. */
  readonly cause?: unknown
  /** What became of each delivery. */
  readonly deliveries: readonly DeliveryOutcome[]
  /** The addresses of receivers that asked for what an event was about: they do not believe what it says. */
  readonly askers: readonly string[]
  /** Whether the flow asked for records by itself. */
  readonly flowAsks: boolean
  /** Why a receiver may have refused them, or the sandbox a key; `null` where neither did. */
  readonly hint: string | null
  /** The calls that the service refused, of a first run. */
  readonly refusedCalls: readonly RefusedCall[]
  /** Why nothing was tried, in a first run: all that counts was refused; `null` where something was accepted. */
  readonly untried: string | null
  /** Fields that all charges of the run have: each could tell orders apart. */
  readonly sharedFields: readonly string[]
}

/** How a scenario is run. */
export interface RunContext {
  /** The run without a fault; `null` for that run itself. */
  readonly first: RunRecord | null
  /** How long deliveries wait before they begin by themselves, in ms of real time. */
  readonly patienceMs: number
}

/** How often a charge is asked for without a fault. */
export const usualAttempts = (scenario: Scenario | null, first: RunRecord | null): number =>
  (first?.attempts ?? 0) * (repeatIn(scenario) === undefined ? 1 : 2)

export type RunScenario = (scenario: Scenario | null, context: RunContext) => Promise<RunRecord>

export const verdictsOf = ({ verdicts, leftBehind }: RunRecord): readonly RuleBreak[] =>
  [...verdicts, ...leftBehind.map((reason): RuleBreak => ({ rule: 'check', message: leftText(reason) }))].map(
    (one) => ({ ...one, message: printable(one.message) }),
  )
