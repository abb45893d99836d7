/** What is wrong with one part of what was sent: `charges[0].amount`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A command did what it could, and its answer is no: one line, exit status 1. Not a fault of its own. */
export class Failure extends Error {
  readonly issues: readonly Issue[]

  constructor(message: string, issues: readonly Issue[] = []) {
    super(message)
    this.issues = issues
  }
}
