import type { FixtureTarget, GivenFixture, NamedRecord, NamedRecords } from '../../fixtures/load'
import type { Extent } from '../../fixtures/record/recording'
import { bindMethods } from '../../kernel/bind-methods'
import { rowsOf } from '../../kernel/collection'
import { deepFreeze } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { checkOptions } from '../../options/config'
import { seedOptions } from '../../options/values'
import type { KeyPair } from '../../service/accounts'
import { balanceOf } from '../../service/ledger/sums'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Token } from '../../service/resources/token/record'
import { type BalanceObject, balanceRecord } from '../../service/resources/transaction/record'
import { type Simulate, simulateOn } from '../actions/simulate'
import { type TokenInput, tokenOn } from '../actions/token'
import { type TriggerParameters, triggerOn } from '../actions/trigger'
import type { Core } from '../core'
import { type Faults, faultsOf } from '../faults'
import { loadInto, recordFixture } from '../fixtures/fixture-loader'
import {
  type Fixture,
  noSuchKind,
  noSuchRecord,
  type OfKind,
  type Recording,
  readNamed,
  type Seeded,
  type SeededKind,
  type SeededRecord,
  type Seeding,
  type SeedOptions,
} from '../fixtures/seed'
import { authorizationOf, Records } from '../records/records'
import { type Requests, requestsOf } from '../records/requests'
import type { SandboxState } from '../sandbox-state'
import { type AccountSnapshot, AccountStates } from '../snapshots/account-snapshot'
import type { Webhooks } from '../webhooks/webhooks'
import { type AboutAccount, type AccountChanges, aboutOf, changeAccount } from './about'
import { ModeContext, present } from './context'

/** One account in one mode: its keys, its records, and the actions of the outside world. */
export class Mode extends Records implements Seeding<Account> {
  readonly #directory: AccountDirectory
  readonly #context: ModeContext
  readonly #records: Extent['of']
  /** Made when they are first read: a test uses few. */
  #simulate: Simulate | undefined
  #faults: Faults | undefined
  #requests: Requests | undefined

  /**
   * @param records what `record` is about
   * @internal
   */
  constructor(directory: AccountDirectory, target: FixtureTarget, records: Extent['of'] = 'mode') {
    const context = directory.contextOf(target)
    super(context, directory.core)
    this.#directory = directory
    this.#context = context
    this.#records = records
    bindMethods(this)
  }

  get keys(): KeyPair {
    const { core, target } = this.#context
    return core.accounts.keysOf(target.account, target.livemode)
  }

  /** Ready values for the Authorization header. */
  get authorization(): KeyPair {
    return authorizationOf(this.keys)
  }

  /** Actions of the outside world: payers pay, banks decide. */
  get simulate(): Simulate {
    this.#simulate ??= simulateOn(this.#context)
    return this.#simulate
  }

  /** Deliveries of its events. */
  get webhooks(): Webhooks {
    return this.#context.webhooks
  }

  /** Faults: failures that a test plans. */
  get faults(): Faults {
    this.#faults ??= faultsOf(this.#context)
    return this.#faults
  }

  /** Its part of the journal; of an account, that of its test mode. */
  get requests(): Requests {
    this.#requests ??= requestsOf(this.#context.core.journal, () => this.#context.target)
    return this.#requests
  }

  /** The balance now, as `GET /balance` shows it: in subunits of the account's currency. */
  balance(): BalanceObject {
    const { world, core, renderContext } = this.#context
    core.jobs.catchUp()
    return deepFreeze(balanceRecord.render({ world, ...balanceOf(world) }, null, renderContext()))
  }

  /**
   * Causes this event, with the records that it needs. The account may be empty.
   * @param parameters of the operation, instead of its defaults: `{ amount: 50_000, card: { number: '…' } }`
   * @throws SandboxError `not_found` for an unknown key, `refused` for parameters that the service refuses
   */
  async trigger<K extends EventPattern>(key: K, parameters?: TriggerParameters): Promise<EventFor<K>> {
    const context = this.#context
    const { events, webhooks } = this
    const event = await triggerOn({ context, events, webhooks, clock: context.core.clock }, key, parameters)
    return event as EventFor<K>
  }

  /**
   * Creates a token, as the vault does: of a Visa card that pays, or of the given card.
   * @param card a number, a brand (`'jcb'`), the failure code of a test card (`'insufficient_fund'`), or card data
   * @throws SandboxError `refused` for card data that the vault refuses
   */
  token(card?: TokenInput): Token {
    void this.#context.target
    return tokenOn(this.#context, card)
  }

  record(): Promise<Recording>
  record(format: 'yaml'): Promise<string>
  async record(format?: 'yaml'): Promise<Recording | string> {
    const { core, target } = this.#context
    return recordFixture(core, { of: this.#records, ...target }, format)
  }

  async seed<const F extends string | Fixture>(
    fixture: F,
    options?: SeedOptions,
  ): Promise<Seeded<F, Account>> {
    return this.#directory.seed(fixture, this.#context.target, options) as Seeded<F, Account>
  }

  named(alias: string): SeededRecord | Account
  named<K extends SeededKind>(alias: string, kind: K): OfKind<K, Account>
  named(alias: string, kind?: SeededKind): unknown {
    const { world, target } = this.#context
    const row = world.aliases.get(alias)
    const shown = row && this.#directory.shown({ object: row.object, id: row.record, ...target })
    if (shown === undefined) throw noSuchRecord(alias, kind, rowsOf(world.aliases))
    if (kind !== undefined && row?.object !== kind) throw noSuchKind(alias, kind, String(row?.object))
    return shown
  }
}

/**
 * An account of the sandbox, isolated from all others. After a restore or reset has removed it, every call of it throws
 * a SandboxError, code `not_found`.
 */
export class Account extends Mode {
  readonly id: string
  readonly #directory: AccountDirectory
  #test: Mode | undefined
  #live: Mode | undefined

  /** @internal */
  constructor(directory: AccountDirectory, id: string) {
    super(directory, { account: id, livemode: false }, 'account')
    this.#directory = directory
    this.id = id
  }

  get #present(): string {
    return present(this.id, this.#directory.core.accounts)
  }

  get test(): Mode {
    const account = this.#present
    this.#test ??= new Mode(this.#directory, { account, livemode: false })
    return this.#test
  }

  get live(): Mode {
    const account = this.#present
    this.#live ??= new Mode(this.#directory, { account, livemode: true })
    return this.#live
  }

  about(): AboutAccount {
    return aboutOf(this.#present, this.#directory.core.accounts)
  }

  /** @throws SandboxError `not_found` for a key of another account */
  update(changes: AccountChanges): void {
    changeAccount(this.#present, changes, this.#directory.core)
  }

  /** The state of this account as a value: records, settings, keys and planned jobs. The clock is shared and not part of it. */
  snapshot(): AccountSnapshot {
    return this.#directory.states.take(this.#present)
  }

  /**
   * Restores this account only. Jobs that are due run right after.
   * @throws SandboxError `invalid_snapshot` for a snapshot of another account; then nothing has changed
   */
  restore(snapshot: AccountSnapshot): void {
    this.#directory.states.put(this.#present, snapshot)
  }

  /** Restores the initial state of this account only. The other accounts and the clock stay as they are. */
  reset(): void {
    this.#directory.states.reset(this.#present)
  }
}

/** The account objects of the library, each made at its first use. */
export class AccountDirectory {
  readonly core: Core
  readonly states: AccountStates
  readonly #accounts = new Map<string, Account>()
  readonly #contexts = new Map<string, ModeContext>()

  constructor(core: Core, whole: SandboxState) {
    this.core = core
    this.states = new AccountStates(core, whole)
  }

  of(id: string): Account {
    const account = this.#accounts.get(id) ?? new Account(this, id)
    this.#accounts.set(id, account)
    return account
  }

  contextOf(target: FixtureTarget): ModeContext {
    const key = `${target.account} ${target.livemode}`
    const context = this.#contexts.get(key) ?? new ModeContext(this.core, target)
    this.#contexts.set(key, context)
    return context
  }

  get all(): readonly Account[] {
    return this.core.accounts.ids.map((id) => this.of(id))
  }

  /** The modes that were used: the others have no records, and get none by being read. */
  get usedModes(): readonly Mode[] {
    return this.core.accounts.worlds.map(({ accountId, livemode }) => {
      const account = this.of(accountId)
      return livemode ? account.live : account
    })
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
    return reset ? this.states.emptied(target.account, load) : load()
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
