import type { Accounts, KeyPair } from '../../accounts'
import { type Faults, faultsOf } from '../../faults/library'
import type { FixtureTarget, NamedRecord } from '../../fixtures/load'
import type { Extent } from '../../fixtures/record/recording'
import { deepFreeze, once } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { balanceOf } from '../../ledger/sums'
import type { EventFor, EventPattern } from '../../resources/event/serialize'
import type { Scene } from '../../resources/shape'
import type { Token } from '../../resources/token/serialize'
import { type BalanceObject, renderBalance } from '../../resources/transaction/serialize'
import { type Simulate, simulateOn } from '../actions/simulate'
import { type TokenInput, tokenOn } from '../actions/token'
import { type TriggerParameters, triggerOn } from '../actions/trigger'
import type { Clock } from '../clock/clock'
import type { WaitingClock } from '../clock/waiting'
import type { RecordArguments, Recording, SeededRecord, Seeding } from '../fixtures/seed'
import { authorizationOf, type Records, recordNames, recordsOf } from '../records/records'
import type { Requests } from '../records/requests'
import type { AccountSnapshot, AccountStates } from '../snapshots/account-snapshot'
import type { Mailing } from '../webhooks/mailing'
import type { Webhooks } from '../webhooks/webhooks'
import { type AboutAccount, type AccountChanges, about, change } from './about'

/** One account in one mode: its keys, its records, and the actions of the outside world. */
export interface Mode extends Records, Seeding<Account> {
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  readonly simulate: Simulate
  readonly webhooks: Webhooks
  readonly faults: Faults
  /** Its part of the journal. */
  readonly requests: Requests
  /** The balance now, as `GET /balance` shows it: in subunits of the account's currency. */
  balance(): BalanceObject
  /**
   * Causes this event, with the records that it needs. The account may be empty.
   * @param parameters of the operation, instead of its defaults: `{ amount: 50_000, card: { number: '…' } }`
   * @throws SandboxError `not_found` for an unknown key, `refused` for parameters that the service refuses
   */
  trigger<K extends EventPattern>(key: K, parameters?: TriggerParameters): Promise<EventFor<K>>
  /**
   * Creates a token, as the vault does: of a Visa card that pays, or of the given card.
   * @param card a number, a brand (`'jcb'`), the failure code of a test card (`'insufficient_fund'`), or card data
   * @throws SandboxError `refused` for card data that the vault refuses
   */
  token(card?: TokenInput): Token
}

/**
 * An account of the sandbox, isolated from all others. After a restore or reset has removed it, everything except its
 * `id` throws a SandboxError, code `not_found`.
 */
export interface Account extends Seeding<Account> {
  readonly id: string
  readonly test: Mode
  readonly live: Mode
  /** The keys of test mode. */
  readonly keys: KeyPair
  /** Ready Authorization headers of test mode. */
  readonly authorization: KeyPair
  /** Actions of the outside world in test mode. */
  readonly simulate: Simulate
  /** The webhooks of test mode. */
  readonly webhooks: Webhooks
  /** The faults of test mode. */
  readonly faults: Faults
  /** The part of the journal of test mode. */
  readonly requests: Requests
  /** The balance of test mode now, as `GET /balance` shows it: in subunits of the account's currency. */
  readonly balance: Mode['balance']
  /** Causes this event in test mode. */
  readonly trigger: Mode['trigger']
  /** Creates a token in test mode: of a Visa card that pays, or of the given card. */
  readonly token: Mode['token']
  about(): AboutAccount
  /** @throws SandboxError `not_found` for a key of another account */
  update(changes: AccountChanges): void
  /** The state of this account as a value: records, settings, keys and planned jobs. The clock is shared and not part of it. */
  snapshot(): AccountSnapshot
  /**
   * Restores this account only. Jobs that are due run right after.
   * @throws SandboxError `invalid_snapshot` for a snapshot of another account; then nothing has changed
   */
  restore(snapshot: AccountSnapshot): void
  /** Restores the initial state of this account only. The other accounts and the clock stay as they are. */
  reset(): void
}

export interface AccountPorts {
  readonly accounts: Accounts
  readonly states: AccountStates
  readonly commit: (work: () => void) => void
  readonly scene: (livemode: boolean) => Scene
  /** Runs the due jobs and then `work`, at one time, all or nothing. */
  readonly happen: <T>(work: () => T) => T
  readonly jobs: WaitingClock
  readonly clock: Pick<Clock, 'set'>
  readonly webhooksOf: Mailing['webhooksOf']
  readonly requestsOf: (account: string, livemode: boolean) => Requests
  readonly seed: (fixture: string | object, target: FixtureTarget) => Record<string, SeededRecord | Account>
  readonly record: (extent: Extent, ...given: RecordArguments) => Promise<Recording | string>
  readonly shown: (named: NamedRecord) => SeededRecord | Account | undefined
}

/** The same methods, each of which calls `check` first. */
const checked = <T extends object>(methods: T, check: () => void): T =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...given: unknown[]) => {
        check()
        return method(...given)
      },
    ]),
  ) as T

/** @param present throws a SandboxError when the account no longer exists */
const modeOf = (id: string, livemode: boolean, ports: AccountPorts, present: () => void): Mode => {
  const { accounts, scene, happen, jobs, clock, seed } = ports
  const worlds = [accounts.world(id, false), accounts.world(id, true)]
  const world = accounts.world(id, livemode)
  const { events, ...records } = recordsOf({ world, scene: () => scene(livemode), clock: jobs, present })
  const stage = { world, scene: () => scene(livemode), happen }
  const webhooks = ports.webhooksOf(world, worlds, present)
  const trigger = triggerOn({ ...stage, webhooks, events, clock })
  const token = tokenOn(stage)
  const keys = (): KeyPair => {
    present()
    return accounts.keysOf(id, livemode)
  }
  return {
    get keys() {
      return keys()
    },
    get authorization() {
      return authorizationOf(keys())
    },
    simulate: checked(simulateOn(stage), present),
    webhooks,
    faults: checked(faultsOf(world, happen), present),
    requests: checked(ports.requestsOf(id, livemode), present),
    balance: () => {
      present()
      jobs.catchUp()
      return deepFreeze(renderBalance(world, balanceOf(world), scene(livemode)))
    },
    ...(Object.fromEntries(
      Object.entries(records).map(([name, reader]) => [name, checked<object>(reader, present)]),
    ) as typeof records),
    events: { ...checked(events, present), waitFor: events.waitFor },
    trigger: async <K extends EventPattern>(key: K, parameters?: TriggerParameters) => {
      present()
      return (await trigger(key, parameters)) as EventFor<K>
    },
    token: (card) => {
      present()
      return token(card)
    },
    record: (async (...given: RecordArguments) => {
      present()
      return await ports.record({ of: 'mode', account: id, livemode }, ...given)
    }) as Mode['record'],
    seed: (async (fixture) => {
      present()
      return seed(fixture, { account: id, livemode })
    }) as Seeding<Account>['seed'],
    named: (alias) => {
      present()
      const row = world.aliases.get(alias)
      if (row === undefined) return undefined
      return ports.shown({ object: row.object, id: row.record, account: id, livemode })
    },
  }
}

/** The parts of a test mode that both an account and the sandbox have: the latter those of its default account. */
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

/** Gives `owner` parts of a mode, each looked up when it is read: after a restore the mode may be gone or another one. */
export const withParts = <T extends object, P extends keyof Mode>(
  owner: T,
  parts: readonly P[],
  mode: () => Mode,
): T & Pick<Mode, P> => {
  for (const part of parts) Object.defineProperty(owner, part, { get: () => mode()[part], enumerable: true })
  return owner as T & Pick<Mode, P>
}

/** Modes are created at the first use: a server may have hundreds of accounts that only use HTTP. */
export const accountOf = (id: string, ports: AccountPorts): Account => {
  const { accounts, states, commit } = ports
  /** Its id, while it exists. */
  const present = (): string => {
    if (accounts.has(id)) return id
    throw new SandboxError(
      'not_found',
      `there is no account ${id} any more, since a restore or reset took it away: createAccount() makes another one`,
    )
  }
  const made = {
    test: once(() => modeOf(id, false, ports, present)),
    live: once(() => modeOf(id, true, ports, present)),
  }
  const test = (): Mode => {
    present()
    return made.test()
  }
  const own: Omit<Account, (typeof accountParts)[number]> = {
    id,
    get test() {
      return test()
    },
    get live() {
      present()
      return made.live()
    },
    record: ((...given: RecordArguments) =>
      ports.record({ of: 'account', account: present() }, ...given)) as Account['record'],
    about: () => about(present(), accounts),
    update: (changes) => change(present(), changes, accounts, commit),
    snapshot: () => states.take(present()),
    restore: (snapshot) => states.put(present(), snapshot),
    reset: () => states.reset(present()),
  }
  return withParts(own, accountParts, test)
}
