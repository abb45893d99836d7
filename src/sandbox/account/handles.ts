import type { FixtureTarget, GivenFixture, NamedRecord, NamedRecords } from '../../fixtures/load'
import { once } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { checkOptions } from '../../options/config'
import { seedOptions } from '../../options/values'
import type { Core } from '../core'
import type { FixtureLoader } from '../fixtures/fixture-loader'
import { type RecordArguments, readNamed, type SeededRecord, type SeedOptions } from '../fixtures/seed'
import { recordNames } from '../records/records'
import type { SandboxState } from '../sandbox-state'
import { AccountStates } from '../snapshots/account-snapshot'
import { about, change } from './about'
import type { Account, Mode } from './account'
import { modeIn } from './mode'
import { sharedParts } from './parts'

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
  readonly #core: Core
  readonly #fixtures: FixtureLoader
  readonly #states: AccountStates
  readonly #made = new Map<string, Account>()

  constructor(core: Core, fixtures: FixtureLoader, whole: SandboxState) {
    this.#core = core
    this.#fixtures = fixtures
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
    return this.#core.accounts.ids.map((id) => this.of(id))
  }

  find(id: string): Account | undefined {
    return this.#core.accounts.has(id) ? this.of(id) : undefined
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
    this.#core.lifetime.check()
    const load = () => this.#fixtures.load(fixture, target)
    return reset ? this.#states.emptied(target.account, load) : load()
  }

  /** Modes are created at the first use: a server may have hundreds of accounts that only use HTTP. */
  #make(id: string): Account {
    const core = this.#core
    const fixtures = this.#fixtures
    const states = this.#states
    /** Its id, while it exists. */
    const present = (): string => {
      if (core.accounts.has(id)) return id
      throw new SandboxError(
        'not_found',
        `there is no account ${id} any more: a restore or reset removed it; createAccount() makes another one`,
      )
    }
    const modeOf = (livemode: boolean) => {
      const place = { core, fixtures, id, livemode, present, seed: this.#seed, shown: this.#shown }
      const made = once(() => modeIn(place))
      return (): Mode => {
        present()
        return made()
      }
    }
    const own: Omit<Account, AccountPart> = {
      id,
      record: ((...given: RecordArguments) =>
        fixtures.record({ of: 'account', account: present() }, ...given)) as Account['record'],
      about: () => about(present(), core.accounts),
      update: (changes) => change(present(), changes, core),
      snapshot: () => states.take(present()),
      restore: (snapshot) => states.put(present(), snapshot),
      reset: () => states.reset(present()),
    }
    return withAccountParts(own, { test: modeOf(false), live: modeOf(true) })
  }

  readonly #seed = (fixture: string | object, target: FixtureTarget, options?: SeedOptions) => {
    const { reset = false } = options === undefined ? {} : checkOptions(seedOptions(), options)
    const seeded: Record<string, SeededRecord | Account> = {}
    for (const [name, record] of Object.entries(this.load(this.#fixtures.open(fixture), target, reset))) {
      const shown = this.#shown(record)
      if (shown !== undefined) seeded[name] = shown
    }
    return seeded
  }

  readonly #shown = ({ object, id, account, livemode }: NamedRecord): SeededRecord | Account | undefined => {
    if (object === 'account') return this.find(id)
    return readNamed(this.of(account)[livemode ? 'live' : 'test'], object, id)
  }
}
