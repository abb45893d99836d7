import type { Issue } from '../control/errors'

/** A command ran and its result is negative: one line on the standard error. Not a bug of the command. */
export class Failure extends Error {
  readonly issues: readonly Issue[]
  /** The exit status that goes with it. */
  readonly status: number

  constructor(message: string, issues: readonly Issue[] = [], status = 1) {
    super(message)
    this.issues = issues
    this.status = status
  }
}
