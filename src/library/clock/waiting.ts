import { closed, type Lifetime } from '../../kernel/lifetime'
import { afterMs } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'

/** For how long to wait. */
export interface WaitOptions {
  /** Real time, in ms. Default 5000. */
  readonly timeoutMs?: number
}

/** What a wait needs of the clock: jobs fall due while it waits. */
export interface WaitingClock {
  /** Runs the jobs that fell due while real time went by. */
  catchUp(): void
  /** Milliseconds until the next job is due while the clock is not moved; `null` when no job will be due. */
  readonly nextDueMs: number | null
  /** Calls `changed` when `nextDueMs` may be less than before, and after a restore. Returns what ends that. */
  watch(changed: () => void): () => void
  /** Of the sandbox: no job runs after its end. */
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
  clock: WaitingClock,
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
