import { yieldToEventLoop } from './real-time'

/** Long work in steps. It yields after each step, so that other requests can run in between. */
export type Steps<T, P = void> = Generator<P, T, void>

/** Progress of long work. */
export interface StepsProgress {
  /** Number of steps done. */
  readonly done: number
  /** Number of known steps left. */
  readonly due: number
}

/** How a caller follows and stops long work. */
export interface LongOptions<P> {
  /** Stops the work between two steps. */
  readonly signal?: AbortSignal | undefined
  /** Called a few times a second with the progress. */
  readonly onProgress?: ((progress: P) => void) | undefined
}

/**
 * Runs all steps. After each turn of others, calls `turn` with the value that the latest step yielded.
 * @param stepsAtOnce number of steps before other requests get a turn
 */
export const inTurns = async <T, P>(
  steps: Steps<T, P>,
  turn: (latest: P) => void,
  stepsAtOnce = 32,
): Promise<T> => {
  for (let made = 1; ; made += 1) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (made % stepsAtOnce !== 0) continue
    await yieldToEventLoop()
    turn(value)
  }
}

/** Runs all steps without a pause. */
export const atOnce = <T, P>(steps: Steps<T, P>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Maps each item, with one step for each. */
export function* mapInSteps<A, B>(items: Iterable<A>, map: (item: A) => B): Steps<B[]> {
  const mapped: B[] = []
  for (const item of items) {
    mapped.push(map(item))
    yield
  }
  return mapped
}
