/** What a matcher says: to both runners, which share this form. */

/** The part of the context of a matcher that vitest and Jest share. */
export interface MatcherContext {
  /** True under `.not`. */
  readonly isNot?: boolean
}

export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** The value or the expectation has no meaning: fails also under `.not`, where a failure would pass unnoticed. */
export class Misuse extends Error {}

/**
 * Lines of a failure; empty when the value fits.
 * @param whenFits the message under `.not`
 */
export const outcome = (failure: readonly string[], whenFits: () => string): MatcherResult =>
  failure.length === 0
    ? { pass: true, message: whenFits }
    : { pass: false, message: () => failure.join('\n') }

/** `expected no refund with …`, of `a refund with …` */
export const unwanted = (what: string): string => `expected no ${what.replace(/^an? /, '')}`

const misused = (context: MatcherContext, error: unknown): MatcherResult => {
  if (!(error instanceof Misuse)) throw error
  return { pass: context.isNot === true, message: () => error.message }
}

/** Runs a matcher that may find a misuse. */
export const guarded = (context: MatcherContext, judge: () => MatcherResult): MatcherResult => {
  try {
    return judge()
  } catch (error) {
    return misused(context, error)
  }
}

export const guardedLater = (
  context: MatcherContext,
  judge: () => Promise<MatcherResult>,
): Promise<MatcherResult> => judge().catch((error: unknown) => misused(context, error))
