import type { FixtureTarget, GivenFixture, NamedRecord, NamedRecords } from '../../fixtures/load'
import { rowsOf } from '../../kernel/collection'
import { deepFreeze, once } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { checkOptions } from '../../options/config'
import { seedOptions } from '../../options/values'
import type { KeyPair } from '../../service/accounts'
import { balanceOf } from '../../service/ledger/sums'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Scene } from '../../service/resources/record'
import type { ShownRecords } from '../../service/resources/shown'
import { balanceRecord } from '../../service/resources/transaction/record'
import type { World } from '../../service/world'
import type { Stage } from '../actions/api-call'
import { simulateOn } from '../actions/simulate'
import { tokenOn } from '../actions/token'
import { type TriggerParameters, triggerOn } from '../actions/trigger'
import type { DueJobs } from '../clock/due-jobs'
import type { Core } from '../core'
import { faultsOf } from '../faults'
import { loadInto, recordFixture } from '../fixtures/fixture-loader'
import {
  noSuchKind,
  noSuchRecord,
  type RecordArguments,
  readNamed,
  type SeededKind,
  type SeededRecord,
  type SeedOptions,
} from '../fixtures/seed'
import { authorizationOf, eventsOf, recordNames, recordsOf } from '../records/records'
import { requestsOf } from '../records/requests'
import type { SandboxState } from '../sandbox-state'
import { AccountStates } from '../snapshots/account-snapshot'
import { AccountWebhooks, type Webhooks } from '../webhooks/webhooks'
import { type Account, about, change, type Mode } from './account'
import { after, inWorld, sharedParts } from './parts'

/** One account in one mode: what its parts are made of. */
class ModePlace implements Stage {
  readonly handles: Handles
  readonly core: Core
  readonly target: FixtureTarget
  readonly webhooks = once((): Webhooks => new AccountWebhooks(this.core, this))

  constructor(handles: Handles, target: FixtureTarget) {
    this.handles = handles
    this.core = handles.core
    this.target = target
  }

  /** Throws a SandboxError when the account no longer exists. */
  readonly present = (): void => void this.handles.present(this.target.account)

  /** Its account and its mode, while they exist. */
  readonly here = (): FixtureTarget => {
    this.present()
    return this.target
  }

  get world(): World {
    const { account, livemode } = this.here()
    return this.core.accounts.world(account, livemode)
  }

  get happen(): Core['happen'] {
    return this.core.happen
  }

  get clock(): DueJobs {
    return this.core.jobs
  }

  get keys(): KeyPair {
    const { account, livemode } = this.here()
    return this.core.accounts.keysOf(account, livemode)
  }

  readonly scene = (): Scene => {
    const { timeline, settings } = this.core
    const { baseUrl, profileForm } = settings
    return { livemode: this.target.livemode, now: timeline.now(), baseUrl, profileForm }
  }
}

const readers = recordNames.map((name) => [
  name,
  (place: ModePlace) => inWorld(place, () => recordsOf(place, name)),
])
const records: { readonly [name in keyof ShownRecords]: (place: ModePlace) => Mode[name] } =
  Object.fromEntries(readers)

type Looked = 'keys' | 'authorization'

const withModeParts = sharedParts<ModePlace, Pick<Mode, Looked>, Omit<Mode, Looked>>(
  { keys: ({ keys }) => keys, authorization: ({ keys }) => authorizationOf(keys) },
  {
    ...records,
    events: (place) => ({
      ...inWorld(place, () => eventsOf(place)),
      keys: eventsOf(place).keys,
      waitFor: async (...given) => eventsOf(place).waitFor(...given),
    }),
    simulate: (place) => inWorld(place, () => simulateOn(place)),
    webhooks: ({ webhooks }) => webhooks(),
    faults: (place) => inWorld(place, (world) => faultsOf(world, place.happen)),
    requests: (place) => inWorld(place, () => requestsOf(place.core.journal, place.target)),
    balance: (place) => () => {
      const { world, clock, scene } = place
      clock.catchUp()
      return deepFreeze(balanceRecord.render({ world, ...balanceOf(world) }, null, scene()))
    },
    trigger:
      (place) =>
      async <K extends EventPattern>(key: K, parameters?: TriggerParameters) => {
        const { world, scene, happen, core } = place
        const trigger = triggerOn({
          ...{ world, scene, happen, events: eventsOf(place) },
          webhooks: place.webhooks(),
          clock: core.clock,
        })
        return (await trigger(key, parameters)) as EventFor<K>
      },
    token: (place) => after(place.present, tokenOn(place)),
    record: (place) =>
      (async (...given: RecordArguments) =>
        recordFixture(place.core, { of: 'mode', ...place.here() }, ...given)) as Mode['record'],
    seed: (place) =>
      (async (fixture, options) => place.handles.seed(fixture, place.here(), options)) as Mode['seed'],
    named: (place) =>
      ((alias: string, kind?: SeededKind) => {
        const { world, handles, target } = place
        const row = world.aliases.get(alias)
        const shown = row && handles.shown({ object: row.object, id: row.record, ...target })
        if (shown === undefined) throw noSuchRecord(alias, kind, rowsOf(world.aliases))
        if (kind !== undefined && row?.object !== kind) throw noSuchKind(alias, kind, String(row?.object))
        return shown
      }) as Mode['named'],
  },
)

/** The parts of a test mode that both account and sandbox have; a sandbox has those of its default account. */
const commonParts = [
  'keys',
  'authorization',
  'simulate',
  'webhooks',
  'faults',
  'balance',
  'trigger',
  'token',
  'seed',
  'named',
] as const satisfies readonly (keyof Mode & keyof Account)[]

/** The parts of its test mode that an account has itself. */
const accountParts = [...commonParts, 'requests'] as const

/** The parts of the test mode of its default account that a sandbox has itself. Its `requests` are those of all accounts. */
export const sandboxParts = [...commonParts, ...recordNames] as const

/** How to read the parts of a mode: after a restore it may be gone, or another one. */
export const partsOfMode = <S, P extends keyof Mode>(
  names: readonly P[],
  modeOf: (from: S) => Mode,
): { readonly [name in P]: (from: S) => Mode[name] } =>
  Object.fromEntries(names.map((name) => [name, (from: S) => modeOf(from)[name]])) as never

interface Modes {
  readonly test: () => Mode
  readonly live: () => Mode
}

type AccountPart = 'test' | 'live' | (typeof accountParts)[number]

const withAccountParts = sharedParts<Modes, Pick<Account, AccountPart>>({
  test: ({ test }) => test(),
  live: ({ live }) => live(),
  ...partsOfMode(accountParts, ({ test }) => test()),
})

/** The account objects of the library, each created at the first use. */
export class Handles {
  readonly core: Core
  readonly #states: AccountStates
  readonly #made = new Map<string, Account>()

  constructor(core: Core, whole: SandboxState) {
    this.core = core
    this.#states = new AccountStates(core, whole)
  }

  of(id: string): Account {
    let handle = this.#made.get(id)
    if (handle === undefined) {
      handle = this.#make(id)
      this.#made.set(id, handle)
    }
    return handle
  }

  get all(): readonly Account[] {
    return this.core.accounts.ids.map((id) => this.of(id))
  }

  find(id: string): Account | undefined {
    return this.core.accounts.has(id) ? this.of(id) : undefined
  }

  /** After a restore, since other accounts may exist, with other keys. */
  clear(): void {
    this.#made.clear()
  }

  /** The id of an account, while it exists. */
  present(id: string): string {
    if (this.core.accounts.has(id)) return id
    throw new SandboxError(
      'not_found',
      `there is no account ${id} any more: a restore or reset removed it; createAccount() makes another one`,
    )
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

  /** The same for a fixture of any kind. Returns what it names. */
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

  /** Modes are created at the first use: a server may have hundreds of accounts that only use HTTP. */
  #make(id: string): Account {
    const present = (): string => this.present(id)
    const modeOf = (livemode: boolean) => {
      const made = once(() => withModeParts({}, new ModePlace(this, { account: id, livemode })))
      return (): Mode => {
        present()
        return made()
      }
    }
    const own: Omit<Account, AccountPart> = {
      id,
      record: ((...given: RecordArguments) =>
        recordFixture(this.core, { of: 'account', account: present() }, ...given)) as Account['record'],
      about: () => about(present(), this.core.accounts),
      update: (changes) => change(present(), changes, this.core),
      snapshot: () => this.#states.take(present()),
      restore: (snapshot) => this.#states.put(present(), snapshot),
      reset: () => this.#states.reset(present()),
    }
    return withAccountParts(own, { test: modeOf(false), live: modeOf(true) })
  }
}
