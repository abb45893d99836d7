import type { Accounts, KeyState } from '../../accounts'
import { iso } from '../../kernel/calendar'
import type { Ids } from '../../kernel/ids'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Job, Timeline } from '../../kernel/timeline'
import type { World } from '../../world'
import { loadRows, newestIn, type Rows, rowsIn, type Snapshot } from './snapshot'

/** One account alone as a value. It holds the rows themselves, which never change; it does not survive JSON. */
export interface AccountSnapshot {
  readonly account: string
  readonly locked: boolean
  readonly require3ds: boolean
  readonly keys: { readonly [key: string]: KeyState }
  readonly test: Rows
  readonly live: Rows
  readonly jobs: readonly Job[]
  /** How many random words were used when it was taken: its ids are among those. */
  readonly ids: number
}

interface Parts {
  readonly ids: Ids
  readonly accounts: Accounts
  readonly timeline: Timeline
  /** The state in which the sandbox was made. */
  readonly initial: () => Snapshot
  readonly commit: (work: () => void) => void
  readonly catchUp: () => void
  /** What is on its way from them was begun in another state. */
  readonly restart: (worlds: readonly World[]) => void
  /** Called when the account's state was put in the place of what was there. */
  readonly replaced: (account: string) => void
}

/** Those that were taken here; rows from anywhere else would have to be proved first. */
const own = new WeakSet<AccountSnapshot>()

/** Takes one account out of the state and puts it back, without a touch of any other. */
export class AccountStates {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  take(id: string): AccountSnapshot {
    const { accounts, timeline, ids, catchUp } = this.#parts
    catchUp()
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

  /** As it was when the sandbox was made; an account that came later was empty, and its keys active. */
  reset(id: string): void {
    const { accounts, initial } = this.#parts
    const { worlds, jobs, accounts: global } = initial()
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
    const { accounts, timeline, commit, restart, replaced } = this.#parts
    checkTime(newestIn([test, live]), timeline.now())
    const worlds = worldsOf(id)
    const modes = [accounts.world(id, false), accounts.world(id, true)] as const
    commit(() => {
      accounts.change(id, { locked, require3ds })
      for (const [key, state] of Object.entries(keys)) accounts.setKeyState(key, state)
    })
    loadRows(modes[0].collections, test)
    loadRows(modes[1].collections, live)
    timeline.replace((job) => worlds.includes(job.world), jobs)
    // The whole state may have gone back since: the ids that come next must not be those of its records.
    this.#parts.ids.count = Math.max(this.#parts.ids.count, ids)
    replaced(id)
    restart(modes)
  }
}

/** The clock is that of all accounts: one of them alone cannot bring it with it. */
const checkTime = (newest: number, now: number): void => {
  if (newest > now)
    throw new SandboxError(
      'invalid_snapshot',
      `this account has records of ${iso(newest)}, and it is ${iso(now)}: move the clock there first, with clock.set`,
    )
}

const worldsOf = (id: string): readonly string[] => [`${id}/test`, `${id}/live`]
