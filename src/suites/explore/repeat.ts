/** A flow that runs twice: side by side, or one after the other. It fails if both fail. */
import { Actor, callers } from './actor'
import { callOfMoment } from './plan'
import type { WatchedRun } from './watched-run'

/** The result of two flows: that of the first one that did not fail. */
const firstDone = <R>(ends: readonly PromiseSettledResult<R>[]): R => {
  const done = ends.find((end) => end.status === 'fulfilled')
  if (done !== undefined) return done.value
  const [first] = ends
  throw first?.status === 'rejected' ? first.reason : undefined
}

/**
 * A customer who clicks twice.
 * @param moment `at POST /charges #1`: the second click comes as the first flow makes this call
 */
export const runTwice = async <R>(
  run: WatchedRun,
  click: () => Promise<R>,
  moment: string | null = null,
): Promise<R> => {
  const at = callOfMoment(moment)
  let second: Promise<R> | null = null
  const begin = (): null => {
    run.story.note(at === null ? 'the flow runs twice, side by side' : 'the flow begins a second time')
    second = callers.run(new Actor(run, 'flow', run.flow), click)
    // Its end is looked at below, when the first one is over.
    second.catch(() => undefined)
    return null
  }
  if (at !== null) run.onCall = { name: at, begin }
  const first = click()
  if (at === null) begin()
  const ends = await Promise.allSettled([first])
  if (second !== null) ends.push(...(await Promise.allSettled([second])))
  return firstDone(ends)
}

/** A customer who comes back when everything has arrived. */
export const runAgain = async <R>(
  run: WatchedRun,
  click: () => Promise<R>,
  arrive: () => Promise<unknown>,
): Promise<R> => {
  const ends = await Promise.allSettled([click()])
  await arrive()
  run.story.note('the flow runs a second time')
  ends.push(...(await Promise.allSettled([callers.run(new Actor(run, 'flow', run.flow), click)])))
  return firstDone(ends)
}
