/** Something that the service does, as public sources show it. */
export interface RecordedBehaviour {
  readonly id: string
  readonly rule: string
  readonly source: string
  readonly date: string
  /** How many sources agree, or whether sources contradict each other. */
  readonly known: 'several' | 'one' | 'contradictory'
  /** Why the profile `omise` does something else; left out where it does the same. */
  readonly differs?: string
}
