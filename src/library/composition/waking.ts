import type { Courier } from '../../webhooks/courier'
import type { DueJobs } from '../clock/due-jobs'

/** What is still to happen without a request. */
export interface Waking {
  /** Milliseconds of real time until the next job falls due; `null` when none does. */
  readonly nextDueMs: number | null
  /** Whether deliveries are due or under way. */
  readonly isDelivering: boolean
  /** Runs what is due. Resolves when no job is late and no delivery is due any more. */
  catchUp(): Promise<void>
}

interface WakingPorts {
  readonly jobs: DueJobs
  readonly courier: Courier
}

export const wakingOf = ({ jobs, courier }: WakingPorts): Waking => ({
  get nextDueMs() {
    return jobs.nextDueMs
  },
  get isDelivering() {
    return !courier.isIdle
  },
  catchUp: async () => {
    jobs.catchUpInTurns()
    await jobs.late
    while (!courier.isIdle) await nextChange(courier)
  },
})

const nextChange = (courier: Courier): Promise<void> =>
  new Promise((resolve) => {
    const unwatch = courier.watch(() => {
      unwatch()
      resolve()
    })
  })
