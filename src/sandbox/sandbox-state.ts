import type { UndoLog } from '../kernel/commit'
import { defaultAccount } from '../service/accounts'
import { audit } from '../service/ledger/audit'
import type { Courier } from '../service/webhooks/courier'
import type { World } from '../service/world'
import type { Beginning } from './beginning'
import type { DueJobs } from './clock/due-jobs'
import type { SandboxClock } from './clock/sandbox-clock'
import type { Tally } from './coverage/tally'
import type { FixtureLoader } from './fixtures/fixture-loader'
import { type OwnOptions, openAccounts, withOwnKeys } from './opening'
import type { WholeState } from './snapshots/account-snapshot'
import { type Keeper, keepState } from './snapshots/keeper'
import {
  checkSnapshot,
  loadSnapshot,
  type Snapshot,
  type StateParts,
  takeSnapshot,
} from './snapshots/snapshot'

/** Audits the whole ledger; the audit of a request only covers its own writes. Throws the broken rules. */
const proveBooks = (worlds: readonly World[]): void => {
  const faults = worlds.flatMap((world) => audit(world).map((fault) => `${world.key}: ${fault}`))
  if (faults.length > 0) throw new Error(`audit: ${faults.slice(0, 3).join('; ')}`)
}

interface SandboxStatePorts extends StateParts {
  readonly options: OwnOptions
  readonly undo: UndoLog
  readonly jobs: DueJobs
  readonly clock: SandboxClock
  readonly courier: Courier
  readonly fixtures: FixtureLoader
  readonly beginning: Beginning
  readonly tally: Tally
}

/** The state of a sandbox as a whole: its start, its snapshots, its restores, and the file that keeps it. */
export class SandboxState implements WholeState {
  /** Called after a restore is saved: with its account, or `null` for all accounts. Watchers must not write. */
  readonly watchers = new Set<(account: string | null) => void>()
  readonly #ports: SandboxStatePorts
  readonly bare: Snapshot
  #initial: Snapshot
  #keepAll: ((snapshot: Snapshot) => void) | null = null

  /** @throws FixtureError */
  constructor(ports: SandboxStatePorts) {
    this.#ports = ports
    ports.undo.run(() => openAccounts(ports.accounts, ports.timeline.now(), ports.options))
    this.bare = takeSnapshot(ports)
    this.#initial = this.#loadFixtures()
  }

  /** The state after its fixtures were loaded, which `reset` restores. */
  get initial(): Snapshot {
    return this.#initial
  }

  take(): Snapshot {
    this.#ports.jobs.catchUp()
    this.audit()
    return takeSnapshot(this.#ports)
  }

  /** With the option `audit`, audits the whole ledger; the audit of a request only covers its own writes. */
  audit(): void {
    if (this.#ports.options.audit === true) proveBooks(this.#ports.accounts.worlds)
  }

  /**
   * All or nothing; delivers nothing.
   * @throws SandboxError `invalid_snapshot`
   */
  load(snapshot: Snapshot): void {
    this.#ports.undo.keepNow()
    const before = this.#keepAll === null ? null : takeSnapshot(this.#ports)
    checkSnapshot(this.#ports, snapshot)
    loadSnapshot(this.#ports, withOwnKeys(snapshot, this.#ports.options))
    if (before !== null) this.#keepOrPutBack(before)
    this.#notify(null)
  }

  restore(snapshot: Snapshot): void {
    this.#ports.jobs.lifetime.check()
    this.load(snapshot)
    this.#ports.courier.restart(this.#ports.accounts.worlds)
  }

  reset(): void {
    const { beginning, clock } = this.#ports
    this.restore(this.#initial)
    beginning.startClock(clock)
    clock.release()
  }

  reload(): void {
    const { beginning, clock, jobs } = this.#ports
    jobs.lifetime.check()
    const before = this.take()
    const forget = beginning.reopen()
    this.restore(this.bare)
    beginning.startClock(clock)
    try {
      this.#initial = this.#loadFixtures()
    } catch (error) {
      forget()
      this.restore(before)
      throw error
    }
  }

  keepWith(keeper: Keeper, isKept: boolean): void {
    this.#keepAll = keepState(this.#ports, this.#ports.undo, keeper, isKept)
  }

  accountReplaced(account: string): void {
    this.#keepAll?.(takeSnapshot(this.#ports))
    this.#notify(account)
  }

  /** A state that cannot be saved must not take effect. */
  #keepOrPutBack(before: Snapshot): void {
    try {
      this.#keepAll?.(takeSnapshot(this.#ports))
    } catch (error) {
      loadSnapshot(this.#ports, before)
      throw error
    }
  }

  #loadFixtures(): Snapshot {
    const { tally, undo, beginning, fixtures, clock } = this.#ports
    const into = { account: defaultAccount, livemode: false }
    tally.follow(undo, () => {
      for (const fixture of beginning.fixtures) fixtures.load(fixture, into)
    })
    clock.release()
    return beginning.fixtures.length === 0 ? this.bare : takeSnapshot(this.#ports)
  }

  #notify(account: string | null): void {
    for (const notify of this.watchers) notify(account)
  }
}
