import type { Accounts } from '../../accounts'
import type { NamedRecord } from '../../fixtures/load'
import type { UndoLog } from '../../kernel/commit'
import type { Ids } from '../../kernel/ids'
import type { Timeline } from '../../kernel/timeline'
import type { Dress } from '../../resources/shape'
import type { SandboxClock } from '../clock/sandbox-clock'
import type { FixtureLoader } from '../fixtures/fixture-loader'
import { readNamed, type SeededRecord } from '../fixtures/seed'
import { AccountStates } from '../snapshots/account-snapshot'
import type { Snapshot } from '../snapshots/snapshot'
import type { Mailing } from '../webhooks/mailing'
import { type Account, type AccountPorts, accountOf } from './account'

interface Parts {
  readonly accounts: Accounts
  readonly timeline: Timeline
  readonly ids: Ids
  readonly undo: UndoLog
  /** It knows whether the sandbox is still open. */
  readonly clock: SandboxClock
  readonly mailing: Mailing
  readonly fixtures: FixtureLoader
  readonly baseUrl: () => string
  readonly dress: () => Dress | null
  /** The state in which the sandbox was made. */
  readonly initial: () => Snapshot
  /** Called when the state of one account was put in the place of what was there. */
  readonly replaced: (account: string) => void
}

/** The accounts as the library hands them out, each made when first asked for. */
export class Handles {
  readonly #parts: Parts
  readonly #made = new Map<string, Account>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  of(id: string): Account {
    let handle = this.#made.get(id)
    if (handle === undefined) {
      handle = accountOf(id, this.#ports)
      this.#made.set(id, handle)
    }
    return handle
  }

  /** After a restore: other accounts may be there, with other keys. */
  clear(): void {
    this.#made.clear()
  }

  #shown({ object, id, account, livemode }: NamedRecord): SeededRecord | Account | undefined {
    if (object === 'account') return this.#parts.accounts.has(id) ? this.of(id) : undefined
    return readNamed(this.of(account)[livemode ? 'live' : 'test'], object, id)
  }

  get #ports(): AccountPorts {
    const { accounts, timeline, ids, undo, clock, mailing, fixtures, baseUrl, dress, initial, replaced } =
      this.#parts
    const commit = (work: () => void): void => {
      clock.lifetime.check()
      undo.run(work)
    }
    return {
      accounts,
      states: new AccountStates({
        ...{ accounts, timeline, ids, initial, replaced },
        commit,
        catchUp: () => clock.catchUp(),
        restart: (worlds) => mailing.courier.restartOnly(worlds),
      }),
      commit,
      surroundings: clock,
      webhooksOf: (world, modes, present) => mailing.webhooksOf(world, modes, present),
      scene: (livemode) => ({ livemode, now: timeline.now(), baseUrl: baseUrl(), dress: dress() }),
      happen: (work) => {
        clock.lifetime.check()
        clock.catchUp()
        return timeline.still(() => undo.run(work as () => never))
      },
      seed: (fixture, target) => {
        clock.lifetime.check()
        const seeded: Record<string, SeededRecord | Account> = {}
        for (const [name, record] of Object.entries(fixtures.open(fixture, target))) {
          const shown = this.#shown(record)
          if (shown !== undefined) seeded[name] = shown
        }
        return seeded
      },
      record: (extent, ...given) => fixtures.record(extent, ...given),
      shown: (named) => this.#shown(named),
    }
  }
}
