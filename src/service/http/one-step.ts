import type { H } from 'hono/types'
import type { AppEnv } from './env'
import { identify } from './request-id'
import { logRequests } from './request-log'
import { answerError } from './send'

/** An answer, or what it waits for. */
type Answered = ReturnType<H<AppEnv>>

/**
 * Makes one handler of several steps, the last of which answers; `next()` gives its answer, or its error, to the step
 * before it. For several handlers of one path, Hono makes promises and waits, even where no handler does.
 */
const inOneStep =
  (...steps: readonly H<AppEnv>[]): H<AppEnv> =>
  (context, next) => {
    const run = (index: number): Answered => steps[index]?.(context, () => run(index + 1) as never) ?? next()
    return run(0)
  }

/** Answers errors before the request is logged. */
const answerErrors: H<AppEnv> = (context, next) => {
  try {
    const answer = next() as Answered
    return answer instanceof Promise ? answer.catch((error) => answerError(error, context)) : answer
  } catch (error) {
    return answerError(error, context)
  }
}

/** The handler of a path. Every request gets its id and, after its answer, a line in log and journal. */
export const answering = (...steps: readonly H<AppEnv>[]): H<AppEnv> =>
  inOneStep(identify, logRequests, answerErrors, ...steps)
