/** The result of a run, and how runs are made. */
import type { ExplorePoint } from '../../service/faults/kinds'
import type { DeliveryOutcome } from './deliveries'
import { leftText, type MoneySums, type RuleBreak } from './judge'
import type { Scenario } from './plan'
import type { StoryEntry } from './story'

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
  /** Real time. */
  readonly ms: number
  /** Whether deliveries began while the flow went on. */
  readonly overlaps: boolean
  /** What the code under test threw, for the error of a first run. */
  readonly cause?: unknown
  /** What became of each delivery. */
  readonly deliveries: readonly DeliveryOutcome[]
  /** Why a receiver may have refused them; `null` where nothing says so. */
  readonly hint: string | null
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

export type RunScenario = (scenario: Scenario | null, context: RunContext) => Promise<RunRecord>

export const verdictsOf = ({ verdicts, leftBehind }: RunRecord): readonly RuleBreak[] => [
  ...verdicts,
  ...leftBehind.map((reason): RuleBreak => ({ rule: 'check', message: leftText(reason) })),
]
