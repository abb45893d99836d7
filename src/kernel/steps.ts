import { yieldToEventLoop } from './real-time'

/** Long work in steps, between which others may have their turn: it yields after each of them. */
export type Steps<T, P = void> = Generator<P, T, void>

/** How far a long work is. */
export interface StepsProgress {
  /** How many steps were made. */
  readonly done: number
  /** How many more are to be made, as far as is known. */
  readonly due: number
}

/** How whoever asked for long work follows it. */
export interface LongOptions<P> {
  /** Stops it between two of its steps. */
  readonly signal?: AbortSignal | undefined
  /** Told a few times a second how far it has come. */
  readonly onProgress?: ((progress: P) => void) | undefined
}

/** So many steps are made before it is the turn of others. */
const stepsAtOnce = 32

/** Makes all steps; calls `turn` whenever others have had theirs, with what the latest step has yielded. */
export const inTurns = async <T, P>(steps: Steps<T, P>, turn: (latest: P) => void): Promise<T> => {
  for (let made = 1; ; made += 1) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (made % stepsAtOnce !== 0) continue
    await yieldToEventLoop()
    turn(value)
  }
}

/** Makes all steps at once. */
export const atOnce = <T, P>(steps: Steps<T, P>): T => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** What becomes of each item, one step for each. */
export function* mapInSteps<A, B>(items: Iterable<A>, map: (item: A) => B): Steps<B[]> {
  const mapped: B[] = []
  for (const item of items) {
    mapped.push(map(item))
    yield
  }
  return mapped
}
