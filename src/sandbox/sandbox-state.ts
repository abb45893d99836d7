import { defaultAccount } from '../service/accounts'
import { audit } from '../service/ledger/audit'
import type { World } from '../service/world'
import type { Core } from './core'
import { loadInto } from './fixtures/fixture-loader'
import { openAccounts, readStart, type Start, withOwnKeys } from './opening'
import { type Keeper, saveState } from './snapshots/changes'
import {
  checkSnapshot,
  contentOf,
  loadSnapshot,
  type Snapshot,
  type StateContent,
  takeSnapshot,
} from './snapshots/snapshot'

/** Audits the ledgers. Throws the broken rules. */
const proveBooks = (worlds: readonly World[]): void => {
  const faults = worlds.flatMap((world) => audit(world).map((fault) => `${world.key}: ${fault}`))
  if (faults.length > 0) throw new Error(`audit: ${faults.slice(0, 3).join('; ')}`)
}

/** The state of a sandbox as a whole: its start, its snapshots, its restores, and the file that keeps it. */
export class SandboxState {
  /** Called after a restore is saved: with its account, or `null` for all accounts. Watchers must not write. */
  readonly watchers = new Set<(account: string | null) => void>()
  readonly #core: Core
  /** The state before its fixtures were loaded. */
  readonly bare: StateContent
  #start: Start
  #initial: StateContent
  #saveAll: ((snapshot: Snapshot) => void) | null = null

  /** @throws FixtureError */
  constructor(core: Core) {
    this.#core = core
    this.#start = this.#readStart()
    this.#startClock()
    core.undo.run(() => openAccounts(core.accounts, core.options))
    this.bare = contentOf(core)
    this.#initial = this.#loadFixtures()
  }

  /** The state after its fixtures were loaded, which `reset` restores. */
  get initial(): StateContent {
    return this.#initial
  }

  take(): Snapshot {
    this.#core.jobs.catchUp()
    this.audit()
    return takeSnapshot(this.#core)
  }

  /** With the option `audit`, audits the ledgers. */
  audit(): void {
    if (this.#core.options.audit === true) proveBooks(this.#core.accounts.worlds)
  }

  /**
   * All or nothing; delivers nothing.
   * @throws SandboxError `invalid_snapshot`
   */
  load(snapshot: Snapshot): void {
    checkSnapshot(this.#core, snapshot)
    this.#load(snapshot)
  }

  restore(snapshot: Snapshot): void {
    this.#core.lifetime.check()
    checkSnapshot(this.#core, snapshot)
    this.#startWith(snapshot)
  }

  reset(): void {
    this.#core.lifetime.check()
    this.#startWith(this.#initial)
    this.#startClock()
    this.#core.timeline.release()
  }

  reload(): void {
    this.#core.lifetime.check()
    const before = this.take()
    const startBefore = this.#start
    this.#start = this.#readStart()
    this.#startWith(this.bare)
    this.#startClock()
    try {
      this.#initial = this.#loadFixtures()
    } catch (error) {
      this.#start = startBefore
      this.#startWith(before)
      throw error
    }
  }

  saveWith(keeper: Keeper, isSaved: boolean): void {
    this.#saveAll = saveState(this.#core, this.#core.undo, keeper, isSaved)
  }

  /** Called after the state of one account is loaded. */
  accountReplaced(account: string): void {
    this.#saveAll?.(takeSnapshot(this.#core))
    this.#notify(account)
  }

  #readStart(): Start {
    return readStart(this.#core.options, this.#core.files.open)
  }

  /** The clock is stopped until the fixtures are loaded, because restored records must not be later than the clock. */
  #startClock(): void {
    const { timeline, options } = this.#core
    const { clockAt } = this.#start
    // In this order, because a running clock could reach the next millisecond before it is stopped.
    if (options.freeze === true && !timeline.frozen) timeline.freeze()
    if (clockAt !== null) timeline.stopAt(clockAt)
  }

  #startWith(state: StateContent): void {
    this.#load(state)
    this.#core.webhookQueues.restart(this.#core.accounts.worlds)
  }

  #load(state: StateContent): void {
    const before = this.#saveAll === null ? null : contentOf(this.#core)
    loadSnapshot(this.#core, withOwnKeys(state, this.#core.options))
    if (before !== null) this.#saveOrPutBack(before)
    this.#notify(null)
  }

  /** A state that cannot be saved must not take effect. */
  #saveOrPutBack(before: StateContent): void {
    try {
      this.#saveAll?.(takeSnapshot(this.#core))
    } catch (error) {
      loadSnapshot(this.#core, before)
      throw error
    }
  }

  #loadFixtures(): StateContent {
    const { tally, undo, timeline } = this.#core
    const { fixtures } = this.#start
    const into = { account: defaultAccount, livemode: false }
    tally.follow(undo, () => {
      for (const fixture of fixtures) loadInto(this.#core, fixture, into)
    })
    timeline.release()
    return fixtures.length === 0 ? this.bare : contentOf(this.#core)
  }

  #notify(account: string | null): void {
    for (const notify of this.watchers) notify(account)
  }
}
