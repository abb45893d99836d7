import { iso } from '../../kernel/calendar'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Job } from '../../kernel/timeline'
import type { KeyState } from '../../service/resources/account/model'
import type { Core } from '../core'
import type { SandboxState } from '../sandbox-state'
import { newestIn, rowsIn, type SnapshotRows, type StateContent } from './snapshot'

/** The state of one account. It holds the rows themselves and does not survive JSON. */
export interface AccountSnapshot {
  readonly account: string
  readonly locked: boolean
  readonly require3ds: boolean
  readonly keys: { readonly [key: string]: KeyState }
  readonly test: SnapshotRows
  readonly live: SnapshotRows
  readonly jobs: readonly Job[]
  /** Number of random words in use when it was taken. */
  readonly ids: number
}

/** Snapshots taken in this process; one from elsewhere has no seal. */
const own = new WeakSet<AccountSnapshot>()

/** Takes and restores the state of one account, without a change of the others. */
export class AccountStates {
  readonly #core: Core
  readonly #whole: SandboxState

  constructor(core: Core, whole: SandboxState) {
    this.#core = core
    this.#whole = whole
  }

  take(id: string): AccountSnapshot {
    const { accounts, timeline, ids, jobs } = this.#core
    jobs.catchUp()
    const { locked, require3ds } = accounts.get(id)
    const worlds = worldsOf(id)
    const snapshot: AccountSnapshot = {
      account: id,
      locked,
      require3ds,
      keys: Object.fromEntries(accounts.statesOf(id).map(({ key, state }) => [key, state])),
      test: rowsIn(accounts.world(id, false).collections),
      live: rowsIn(accounts.world(id, true).collections),
      jobs: timeline.jobs().filter(({ world }) => worlds.includes(world)),
      ids: ids.count,
    }
    own.add(Object.freeze(snapshot))
    return snapshot
  }

  put(id: string, snapshot: AccountSnapshot): void {
    if (!own.has(snapshot) || snapshot.account !== id)
      throw new SandboxError('invalid_snapshot', `this is not a snapshot that account ${id} took`)
    this.#put(id, snapshot)
  }

  reset(id: string): void {
    this.#putAsIn(this.#whole.initial, id)
  }

  /** Does `work` in an account as it was before any fixture. When it throws, nothing has changed. */
  emptied<T>(id: string, work: () => T): T {
    const before = this.take(id)
    this.#putAsIn(this.#whole.bare, id)
    try {
      return work()
    } catch (error) {
      this.put(id, before)
      throw error
    }
  }

  /** An account as it was in a state of the whole. One that was created later was empty, with active keys. */
  #putAsIn({ worlds, jobs, accounts: global }: StateContent, id: string): void {
    const { accounts } = this.#core
    const [test = '', live = ''] = worldsOf(id)
    const row = global.accounts?.find((account) => account.id === id)
    const born = row ?? accounts.get(id)
    this.#put(id, {
      account: id,
      locked: row !== undefined && 'locked' in row && row.locked === true,
      require3ds: 'require3ds' in born && born.require3ds === true,
      keys: Object.fromEntries(accounts.statesOf(id).map(({ key }) => [key, 'active'])),
      test: worlds[test] ?? {},
      live: worlds[live] ?? {},
      jobs: jobs.pending.filter(({ world }) => world === test || world === live),
      ids: 0,
    })
  }

  #put(id: string, { locked, require3ds, keys, test, live, jobs, ids }: AccountSnapshot): void {
    const { accounts, timeline, ids: words, lifetime, undo, webhookQueues } = this.#core
    checkTime(newestIn([test, live]), timeline.now())
    const worlds = worldsOf(id)
    const modes = [accounts.world(id, false), accounts.world(id, true)] as const
    lifetime.check()
    undo.run(() => {
      accounts.change(id, { locked, require3ds })
      for (const [key, state] of Object.entries(keys)) accounts.setKeyState(key, state)
    })
    modes[0].load(test)
    modes[1].load(live)
    timeline.replace((job) => worlds.includes(job.world), jobs)
    // After a restore of the whole state, new ids must not be those of its records.
    words.count = Math.max(words.count, ids)
    this.#whole.accountReplaced(id)
    // Attempts in progress belong to the previous state of the account.
    webhookQueues.restart(modes)
  }
}

/** The clock belongs to all accounts, so that a snapshot of one account cannot set it. */
const checkTime = (newest: number, now: number): void => {
  if (newest > now)
    throw new SandboxError(
      'invalid_snapshot',
      `this account has records of ${iso(newest)}, and it is ${iso(now)}: move the clock there first, with clock.set`,
    )
}

const worldsOf = (id: string): readonly string[] => [`${id}/test`, `${id}/live`]
