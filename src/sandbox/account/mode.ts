import type { FixtureTarget, NamedRecord } from '../../fixtures/load'
import { rowsOf } from '../../kernel/collection'
import { deepFreeze } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Accounts, KeyPair } from '../../service/accounts'
import { balanceOf } from '../../service/ledger/sums'
import type { RenderContext } from '../../service/resources/record'
import { balanceRecord } from '../../service/resources/transaction/record'
import type { World } from '../../service/world'
import type { ActionContext } from '../actions/api-call'
import { type Simulate, simulateOn } from '../actions/simulate'
import { tokenOn } from '../actions/token'
import { triggerOn } from '../actions/trigger'
import type { Core } from '../core'
import { type Faults, faultsOf } from '../faults'
import { recordFixture } from '../fixtures/fixture-loader'
import {
  noSuchKind,
  noSuchRecord,
  type SeededKind,
  type SeededRecord,
  type SeedOptions,
} from '../fixtures/seed'
import { authorizationOf, type Records, readerOf } from '../records/records'
import { type Requests, requestsOf } from '../records/requests'
import { AccountWebhooks, type Webhooks } from '../webhooks/webhooks'
import type { Account, Mode } from './account'

/**
 * One account in one mode, with its parts, each made when it is first read: a test uses few. The account, its test mode
 * and the sandbox share them, so a delivery that one has returned is not returned again by another.
 */
export class ModeContext implements ActionContext {
  readonly core: Core
  readonly #target: FixtureTarget
  readonly #readers: Partial<Records> = {}
  #simulate: Simulate | undefined
  #webhooks: Webhooks | undefined
  #faults: Faults | undefined
  #requests: Requests | undefined

  constructor(core: Core, target: FixtureTarget) {
    this.core = core
    this.#target = target
  }

  /** Its account and its mode. Throws a SandboxError when the account no longer exists. */
  get target(): FixtureTarget {
    present(this.#target.account, this.core.accounts)
    return this.#target
  }

  get world(): World {
    const { account, livemode } = this.target
    return this.core.accounts.world(account, livemode)
  }

  get happen(): Core['happen'] {
    return this.core.happen
  }

  readonly renderContext = (): RenderContext => {
    const { timeline, settings } = this.core
    const { baseUrl, profileForm } = settings
    return { livemode: this.#target.livemode, now: timeline.now(), baseUrl, profileForm, isWhole: true }
  }

  records<N extends keyof Records>(name: N): Records[N] {
    const { jobs, settings } = this.core
    const readers: { [K in N]?: Records[N] } = this.#readers
    const reader = readers[name] ?? readerOf(name, this, jobs, settings.profile.eventKeys)
    readers[name] = reader
    return reader
  }

  get simulate(): Simulate {
    this.#simulate ??= simulateOn(this)
    return this.#simulate
  }

  get webhooks(): Webhooks {
    this.#webhooks ??= new AccountWebhooks(this.core, this)
    return this.#webhooks
  }

  get faults(): Faults {
    this.#faults ??= faultsOf(this)
    return this.#faults
  }

  get requests(): Requests {
    this.#requests ??= requestsOf(this.core.journal, () => this.target)
    return this.#requests
  }
}

/** The id of an account, while it exists. */
export const present = (id: string, accounts: Accounts): string => {
  if (accounts.has(id)) return id
  throw new SandboxError(
    'not_found',
    `there is no account ${id} any more: a restore or reset removed it; createAccount() makes another one`,
  )
}

/** What the modes of all accounts share. */
interface SharedHandles {
  contextOf(target: FixtureTarget): ModeContext
  seed(
    fixture: string | object,
    target: FixtureTarget,
    options?: SeedOptions,
  ): Record<string, SeededRecord | Account>
  shown(record: NamedRecord): SeededRecord | Account | undefined
}

/** What the library has of one account in one mode. */
export class AccountMode implements Mode {
  readonly #handles: SharedHandles
  readonly #context: ModeContext

  constructor(handles: SharedHandles, target: FixtureTarget) {
    this.#handles = handles
    this.#context = handles.contextOf(target)
  }

  get keys(): KeyPair {
    const { core, target } = this.#context
    return core.accounts.keysOf(target.account, target.livemode)
  }

  get authorization(): KeyPair {
    return authorizationOf(this.keys)
  }

  get simulate(): Simulate {
    return this.#context.simulate
  }

  get webhooks(): Webhooks {
    return this.#context.webhooks
  }

  get faults(): Faults {
    return this.#context.faults
  }

  get requests(): Requests {
    return this.#context.requests
  }

  get cards(): Records['cards'] {
    return this.#context.records('cards')
  }

  get charges(): Records['charges'] {
    return this.#context.records('charges')
  }

  get checkoutSessions(): Records['checkoutSessions'] {
    return this.#context.records('checkoutSessions')
  }

  get customers(): Records['customers'] {
    return this.#context.records('customers')
  }

  get disputes(): Records['disputes'] {
    return this.#context.records('disputes')
  }

  get documents(): Records['documents'] {
    return this.#context.records('documents')
  }

  get links(): Records['links'] {
    return this.#context.records('links')
  }

  get occurrences(): Records['occurrences'] {
    return this.#context.records('occurrences')
  }

  get recipients(): Records['recipients'] {
    return this.#context.records('recipients')
  }

  get refunds(): Records['refunds'] {
    return this.#context.records('refunds')
  }

  get schedules(): Records['schedules'] {
    return this.#context.records('schedules')
  }

  get sources(): Records['sources'] {
    return this.#context.records('sources')
  }

  get tokens(): Records['tokens'] {
    return this.#context.records('tokens')
  }

  get transactions(): Records['transactions'] {
    return this.#context.records('transactions')
  }

  get transfers(): Records['transfers'] {
    return this.#context.records('transfers')
  }

  get webhookSecrets(): Records['webhookSecrets'] {
    return this.#context.records('webhookSecrets')
  }

  get events(): Records['events'] {
    return this.#context.records('events')
  }

  readonly balance: Mode['balance'] = () => {
    const { world, core, renderContext } = this.#context
    core.jobs.catchUp()
    return deepFreeze(balanceRecord.render({ world, ...balanceOf(world) }, null, renderContext()))
  }

  readonly trigger = ((...given) => {
    const context = this.#context
    const { events, webhooks } = this
    return triggerOn({ context, events, webhooks, clock: context.core.clock })(...given)
  }) as Mode['trigger']

  readonly token: Mode['token'] = (card) => {
    void this.#context.target
    return tokenOn(this.#context)(card)
  }

  record = (async (format?: 'yaml') =>
    recordFixture(this.#context.core, { of: 'mode', ...this.#context.target }, format)) as Mode['record']

  readonly seed = (async (fixture, options) =>
    this.#handles.seed(fixture, this.#context.target, options)) as Mode['seed']

  readonly named = ((alias: string, kind?: SeededKind) => {
    const { world, target } = this.#context
    const row = world.aliases.get(alias)
    const shown = row && this.#handles.shown({ object: row.object, id: row.record, ...target })
    if (shown === undefined) throw noSuchRecord(alias, kind, rowsOf(world.aliases))
    if (kind !== undefined && row?.object !== kind) throw noSuchKind(alias, kind, String(row?.object))
    return shown
  }) as Mode['named']
}
