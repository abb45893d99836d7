/** A problem with one field of the request, for example `charges[0].amount`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

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
