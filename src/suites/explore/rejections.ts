/** Rejections that nobody handles while a flow is explored: they belong to its run, and must not end the test run. */
import { runInThisContext } from 'node:vm'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Actor, RunStage } from './stage'

const event = 'unhandledRejection'

/** Jest gives tests a copy of `process`, which hears of no rejection. */
const realProcess = (): NodeJS.Process => runInThisContext('process')

type RejectionListener = (reason: unknown, promise: Promise<unknown>) => void

/** A call of a sandbox whose run is over. */
const isOfClosed = (reason: unknown): boolean => reason instanceof SandboxError && reason.code === 'closed'

/**
 * Takes the place of all other listeners, such as that of a test runner.
 *
 * @param caller who left it behind, where that is known
 * @param present the run that is under way
 * @returns a function that ends this
 */
export const collectRejections = (
  caller: () => Actor | undefined,
  present: () => RunStage | null,
): (() => void) => {
  const process = realProcess()
  const others = process.rawListeners(event) as RejectionListener[]
  process.removeAllListeners(event)
  const collect: RejectionListener = (reason) => {
    const stage = caller()?.stage ?? present()
    if (stage !== null && !(stage.isOver && isOfClosed(reason))) stage.leftBehind.push(reason)
  }
  process.on(event, collect)
  return () => {
    process.off(event, collect)
    for (const other of others) process.on(event, other)
  }
}
