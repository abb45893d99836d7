import { closed, type Lifetime } from '../../kernel/lifetime'
import { afterMs } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'

/** For how long to wait. */
export interface WaitOptions {
  /** Real time, in ms. Default 5000. */
  readonly timeoutMs?: number
}

/** What can come about while somebody waits. */
export interface Surroundings {
  /** Runs what fell due while real time went by. */
  catchUp(): void
  /** How long until the next job is due, if nobody moves the clock; `null` when none ever will be. */
  readonly nextDueMs: number | null
  /** Calls back whenever that may have become less, and after other state took the place of what was there. */
  watch(changed: () => void): () => void
  /** That of the sandbox: nothing comes about after it. */
  readonly lifetime: Lifetime
}

interface Waiting<T> {
  /** What is waited for, or `undefined` while it is not there. */
  readonly find: () => T | undefined
  /** Calls back whenever it may have come. Returns what ends that. */
  readonly watch: (changed: () => void) => () => void
  /** What did happen instead. */
  readonly explain: (timeoutMs: number) => string
}

const defaultTimeoutMs = 5000

/**
 * Waits for something without sleeping.
 * @throws SandboxError `timed_out`, saying what did happen; `invalid_duration`; `closed`
 */
export const waitFor = <T>(
  waiting: Waiting<T>,
  clock: Surroundings,
  { timeoutMs = defaultTimeoutMs }: WaitOptions = {},
): Promise<T> => {
  if (!(timeoutMs >= 0))
    return Promise.reject(
      new SandboxError('invalid_duration', `timeoutMs is ${timeoutMs}: give milliseconds, 0 or more`),
    )
  if (clock.lifetime.isOver) return Promise.reject(closed())
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
        // A predicate of the user's own: what it throws is its answer.
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
    // Time alone may bring it, and nobody else moves a clock that runs.
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
