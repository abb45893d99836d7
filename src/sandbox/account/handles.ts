import type { FixtureTarget, GivenFixture, NamedRecord, NamedRecords } from '../../fixtures/load'
import type { UndoLog } from '../../kernel/commit'
import { checkOptions } from '../../options/config'
import { seedOptions } from '../../options/values'
import type { HttpSettings } from '../../service/http/env'
import type { Journal } from '../../service/http/journal'
import type { DueJobs } from '../clock/due-jobs'
import type { SandboxClock } from '../clock/sandbox-clock'
import type { FixtureLoader } from '../fixtures/fixture-loader'
import { readNamed, type SeededRecord } from '../fixtures/seed'
import { requestsOf } from '../records/requests'
import { AccountStates, type WholeState } from '../snapshots/account-snapshot'
import type { StateParts } from '../snapshots/snapshot'
import type { Mailing } from '../webhooks/mailing'
import type { Account, AccountPorts } from './account'
import { accountOf } from './making'

interface HandlesPorts extends StateParts {
  readonly undo: UndoLog
  readonly jobs: DueJobs
  readonly clock: SandboxClock
  readonly mailing: Mailing
  readonly fixtures: FixtureLoader
  readonly settings: Pick<HttpSettings, 'baseUrl' | 'profileForm'>
  readonly journal: Journal | null
}

/** The account objects of the library, each created at the first use. */
export class Handles {
  readonly #ports: HandlesPorts
  readonly #accountPorts: AccountPorts
  readonly #made = new Map<string, Account>()

  constructor(ports: HandlesPorts, whole: WholeState) {
    this.#ports = ports
    this.#accountPorts = this.#portsOfAccounts(whole)
  }

  of(id: string): Account {
    let handle = this.#made.get(id)
    if (handle === undefined) {
      handle = accountOf(id, this.#accountPorts)
      this.#made.set(id, handle)
    }
    return handle
  }

  get all(): readonly Account[] {
    return this.#ports.accounts.ids.map((id) => this.of(id))
  }

  find(id: string): Account | undefined {
    return this.#ports.accounts.has(id) ? this.of(id) : undefined
  }

  /** After a restore, since other accounts may exist, with other keys. */
  clear(): void {
    this.#made.clear()
  }

  /**
   * Loads a fixture into an account.
   * @param reset empties the account first
   * @throws FixtureError; nothing has changed then
   */
  load(fixture: GivenFixture, target: FixtureTarget, reset: boolean): NamedRecords {
    const { jobs, fixtures } = this.#ports
    jobs.lifetime.check()
    const load = () => fixtures.load(fixture, target)
    return reset ? this.#accountPorts.states.emptied(target.account, load) : load()
  }

  #shown({ object, id, account, livemode }: NamedRecord): SeededRecord | Account | undefined {
    if (object === 'account') return this.find(id)
    return readNamed(this.of(account)[livemode ? 'live' : 'test'], object, id)
  }

  #portsOfAccounts(whole: WholeState): AccountPorts {
    const { accounts, timeline, ids, undo, jobs, clock, mailing, fixtures, settings, journal } = this.#ports
    const { courier, webhooksOf } = mailing
    const commit = (work: () => void): void => {
      jobs.lifetime.check()
      undo.run(work)
    }
    return {
      accounts,
      jobs,
      clock,
      commit,
      webhooksOf,
      requestsOf: (account, livemode) => requestsOf(journal, { account, livemode }),
      states: new AccountStates({ accounts, timeline, ids, jobs, courier, whole, commit }),
      scene: (livemode) => ({
        livemode,
        now: timeline.now(),
        baseUrl: settings.baseUrl,
        profileForm: settings.profileForm,
      }),
      happen: (work) => {
        jobs.lifetime.check()
        jobs.catchUp()
        return timeline.still(() => undo.run(work as () => never))
      },
      seed: (fixture, target, options) => {
        const { reset = false } = options === undefined ? {} : checkOptions(seedOptions(), options)
        const seeded: Record<string, SeededRecord | Account> = {}
        for (const [name, record] of Object.entries(this.load(fixtures.open(fixture), target, reset))) {
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
