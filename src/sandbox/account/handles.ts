import type { FixtureTarget, GivenFixture, NamedRecord, NamedRecords } from '../../fixtures/load'
import { SandboxError } from '../../kernel/sandbox-error'
import { checkOptions } from '../../options/config'
import { seedOptions } from '../../options/values'
import type { Core } from '../core'
import { loadInto, recordFixture } from '../fixtures/fixture-loader'
import { readNamed, type SeededRecord, type SeedOptions } from '../fixtures/seed'
import type { SandboxState } from '../sandbox-state'
import { AccountStates } from '../snapshots/account-snapshot'
import { type Account, aboutOf, change, type Mode } from './account'
import { AccountMode, ModeContext, present } from './mode'

/** An account, with the parts of its test mode. */
class AccountHandle extends AccountMode implements Account {
  readonly id: string
  readonly #handles: Handles
  readonly #states: AccountStates
  #test: Mode | undefined
  #live: Mode | undefined

  constructor(handles: Handles, states: AccountStates, id: string) {
    super(handles, { account: id, livemode: false })
    this.id = id
    this.#handles = handles
    this.#states = states
  }

  get #core(): Core {
    return this.#handles.core
  }

  get #present(): string {
    return present(this.id, this.#core.accounts)
  }

  get test(): Mode {
    const account = this.#present
    this.#test ??= new AccountMode(this.#handles, { account, livemode: false })
    return this.#test
  }

  get live(): Mode {
    const account = this.#present
    this.#live ??= new AccountMode(this.#handles, { account, livemode: true })
    return this.#live
  }

  override record = (async (format?: 'yaml') =>
    recordFixture(this.#core, { of: 'account', account: this.#present }, format)) as Account['record']

  readonly about: Account['about'] = () => aboutOf(this.#present, this.#core.accounts)

  readonly update: Account['update'] = (changes) => change(this.#present, changes, this.#core)

  readonly snapshot: Account['snapshot'] = () => this.#states.take(this.#present)

  readonly restore: Account['restore'] = (snapshot) => this.#states.put(this.#present, snapshot)

  readonly reset: Account['reset'] = () => this.#states.reset(this.#present)
}

/** The account objects of the library, each created at the first use. */
export class Handles {
  readonly core: Core
  readonly #states: AccountStates
  readonly #made = new Map<string, Account>()
  readonly #contexts = new Map<string, ModeContext>()

  constructor(core: Core, whole: SandboxState) {
    this.core = core
    this.#states = new AccountStates(core, whole)
  }

  of(id: string): Account {
    let handle = this.#made.get(id)
    if (handle === undefined) {
      handle = new AccountHandle(this, this.#states, id)
      this.#made.set(id, handle)
    }
    return handle
  }

  contextOf(target: FixtureTarget): ModeContext {
    const key = `${target.account} ${target.livemode}`
    let context = this.#contexts.get(key)
    if (context === undefined) {
      context = new ModeContext(this.core, target)
      this.#contexts.set(key, context)
    }
    return context
  }

  get all(): readonly Account[] {
    return this.core.accounts.ids.map((id) => this.of(id))
  }

  /** The modes that were used: the others have no records, and get none by being read. */
  get used(): readonly Mode[] {
    return this.core.accounts.worlds.map(
      ({ accountId, livemode }) => this.of(accountId)[livemode ? 'live' : 'test'],
    )
  }

  find(idOrKey: string): Account | undefined {
    const id = this.core.accounts.idOf(idOrKey)
    return id === undefined ? undefined : this.of(id)
  }

  /**
   * Loads a fixture into an account.
   * @param reset empties the account first
   * @throws FixtureError; nothing has changed then
   */
  load(fixture: GivenFixture, target: FixtureTarget, reset: boolean): NamedRecords {
    this.core.lifetime.check()
    const load = () => loadInto(this.core, fixture, target)
    return reset ? this.#states.emptied(target.account, load) : load()
  }

  /** Loads a fixture by its name or path, or as an object. Returns what it names. */
  seed(
    fixture: string | object,
    target: FixtureTarget,
    options?: SeedOptions,
  ): Record<string, SeededRecord | Account> {
    if (typeof fixture !== 'string' && (typeof fixture !== 'object' || fixture === null))
      throw new SandboxError(
        'invalid_option',
        `fixture: must be the name of one, a path or an object, not ${fixture === null ? 'null' : typeof fixture}`,
      )
    const { reset = false } = options === undefined ? {} : checkOptions(seedOptions(), options)
    const seeded: Record<string, SeededRecord | Account> = {}
    for (const [name, record] of Object.entries(this.load(this.core.files.open(fixture), target, reset))) {
      const shown = this.shown(record)
      if (shown !== undefined) seeded[name] = shown
    }
    return seeded
  }

  shown({ object, id, account, livemode }: NamedRecord): SeededRecord | Account | undefined {
    if (object === 'account') return this.find(id)
    return readNamed(this.of(account)[livemode ? 'live' : 'test'], object, id)
  }
}
