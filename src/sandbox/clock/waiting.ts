import { closed } from '../../kernel/lifetime'
import { checkOptionNames } from '../../kernel/option-names'
import { afterMs } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import type { DueJobs } from './due-jobs'

/** How long to wait. */
export interface WaitOptions {
  /** Real time, in ms. Default 5000. */
  readonly timeoutMs?: number
}

interface AwaitedValue<T> {
  /** The awaited value, or `undefined` while it does not exist. */
  readonly find: () => T | undefined
  /** Calls back whenever the value may exist. Returns a function that stops this. */
  readonly watch: (changed: () => void) => () => void
  /** What happened instead, for the message. */
  readonly explain: (timeoutMs: number) => string
}

const defaultTimeoutMs = 5000

/**
 * Waits for a value without polling.
 * @throws SandboxError `timed_out` with what happened instead; `invalid_duration`; `closed`
 */
export const waitFor = async <T>(
  waiting: AwaitedValue<T>,
  clock: DueJobs,
  options: WaitOptions = {},
): Promise<T> => {
  checkOptionNames(options, ['timeoutMs'])
  const { timeoutMs = defaultTimeoutMs } = options
  if (!(timeoutMs >= 0))
    throw new SandboxError('invalid_duration', `timeoutMs is ${timeoutMs}: give milliseconds, 0 or more`)
  clock.lifetime.check()
  return new Promise((resolve, reject) => {
    let stopAlarm = (): void => undefined
    const end = (): void => {
      stopAlarm()
      stopLimit()
      unwatch()
      forget()
    }
    const look = (): void => {
      let found: T | undefined
      try {
        found = waiting.find()
      } catch (error) {
        // An error in the user's predicate is the result of the wait.
        end()
        reject(error)
        return
      }
      if (found === undefined) return
      end()
      resolve(found)
    }
    const arm = (): void => {
      stopAlarm()
      const ms = clock.nextDueMs
      if (ms !== null) stopAlarm = afterMs(ms, ring)
    }
    const ring = (): void => {
      clock.catchUp()
      arm()
      look()
    }
    // On a running clock, time alone may bring the value.
    const stopLimit = afterMs(timeoutMs, () => {
      end()
      reject(new SandboxError('timed_out', waiting.explain(timeoutMs)))
    })
    const forget = clock.lifetime.onEnd(() => {
      end()
      reject(closed())
    })
    const unwatch = waiting.watch(() => {
      arm()
      look()
    })
    arm()
    look()
  })
}
