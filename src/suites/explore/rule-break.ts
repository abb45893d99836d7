import type { ExploreRule } from '../../service/faults/kinds'

/** What must not happen, and did in a run. */
export interface RuleBreak {
  readonly rule: ExploreRule
  readonly message: string
  /** The address of a receiver that does the same with each event. */
  readonly receiver?: string
}
