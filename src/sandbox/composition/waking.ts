import type { Courier } from '../../service/webhooks/courier'
import type { DueJobs } from '../clock/due-jobs'

interface WakingPorts {
  readonly jobs: DueJobs
  readonly courier: Courier
}

/** What is still to happen without a request. */
export class Waking {
  readonly #ports: WakingPorts

  constructor(ports: WakingPorts) {
    this.#ports = ports
  }

  /** Milliseconds of real time until the next job falls due; `null` when none does. */
  get nextDueMs(): number | null {
    return this.#ports.jobs.nextDueMs
  }

  /** Whether deliveries are due or under way. */
  get isDelivering(): boolean {
    return !this.#ports.courier.isIdle
  }

  /** Runs what is due. Resolves when no job is late and no delivery is due any more. */
  async catchUp(): Promise<void> {
    const { jobs, courier } = this.#ports
    jobs.catchUpInTurns()
    await jobs.late
    while (!courier.isIdle) await nextChange(courier)
  }
}

const nextChange = (courier: Courier): Promise<void> =>
  new Promise((resolve) => {
    const unwatch = courier.watch(() => {
      unwatch()
      resolve()
    })
  })
