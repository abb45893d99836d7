import type * as z from 'zod/mini'
import { Collection, rowsOf, type Stored } from '../kernel/collection'
import type { UndoLog } from '../kernel/commit'
import { fail } from '../kernel/errors'
import { usernameOf } from '../kernel/masked'
import { SandboxError } from '../kernel/sandbox-error'
import type { Job, Timeline } from '../kernel/timeline'
import type { newAccountSchema } from '../options/values'
import {
  type AccountRow,
  accounts,
  autoKeysOf,
  homeCurrency,
  type KeyKind,
  type KeyRow,
  type KeyState,
  keys,
  nameInKey,
} from './resources/account/model'
import { jobs, kindOf, scopes } from './resources/registry'
import { chooseFirstSecret } from './resources/webhook-secret/operations'
import { followForSearch } from './search/engine'
import { World, type WorldPorts } from './world'
import { explainKey } from './wrong-keys'

/** The client of a request: the world that its key opens, and the kind of the key. */
export interface Principal {
  readonly world: World
  readonly kind: KeyKind
  readonly key: string
  /** The key may read, but change nothing (assumption `read-only-keys`). */
  readonly readOnly: boolean
}

export interface KeyPair {
  readonly public: string
  readonly secret: string
}

/** Default: the email `merchant@example.com`, the country `TH`, and the currency of the country. */
export type NewAccount = z.output<ReturnType<typeof newAccountSchema>>

interface AccountsPorts extends Omit<WorldPorts, 'accounts' | 'kindOf'> {
  /** Defaults of every account. */
  readonly require3ds?: boolean
  /** While there are fewer accounts, the first use of a well-formed pair of test keys creates one. */
  readonly autoMax?: number
  /** The first signing secret of such an account, in test mode. Default: one of its own. */
  readonly autoSecret?: string | undefined
}

type KeyPairs = Readonly<Record<'test' | 'live', KeyPair>>

const allOf = ({ test, live }: KeyPairs) => [test.public, test.secret, live.public, live.secret]

/** Collections of records whose address is open without a key. */
const addressed: ReadonlySet<string> = new Set([
  'charges',
  'checkoutSessions',
  'documents',
  'exports',
  'links',
])

const cachedHeadersMax = 1000

/** The id of the account that every sandbox has. */
export const defaultAccount = 'acct_sandbox'

/** The accounts, and which of them and which mode each key opens: the only place that knows keys (spec 5). */
export class Accounts {
  readonly timeline: Timeline
  readonly undo: UndoLog
  readonly #ports: WorldPorts & AccountsPorts
  readonly #rows: Collection<AccountRow>
  readonly #keys: Collection<KeyRow, 'account'>
  readonly #worlds = new Map<string, World>()
  /** Authorization header -> principal: decoding it is most of what authentication costs. */
  readonly #byHeader = new Map<string, Principal>()

  constructor(ports: AccountsPorts) {
    this.#ports = { accounts: this, kindOf, ...ports }
    this.timeline = ports.timeline
    this.undo = ports.undo
    this.#rows = new Collection(accounts, ports.undo)
    this.#keys = new Collection(keys, ports.undo)
  }

  get collections(): readonly Stored[] {
    return [this.#rows, this.#keys]
  }

  get ids(): readonly string[] {
    return this.#rows.snapshot().map((account) => account.id)
  }

  get count(): number {
    return this.#rows.length
  }

  /** The ids of the accounts whose id, email or public key contains a text, or that have this key. */
  idsLike(text: string): readonly string[] {
    const owner = this.#keys.get(text)?.account
    // Whole keys are found above; part of one is the name in it.
    const wanted = nameInKey(text.toLowerCase())
    const isLike = ({ id, email }: AccountRow): boolean =>
      [id, email, this.keysOf(id, false).public].some((one) => one.toLowerCase().includes(wanted))
    return rowsOf(this.#rows).flatMap((row) => (row.id === owner || isLike(row) ? [row.id] : []))
  }

  /** The account with this id, or with this key; `undefined` if there is none. */
  idOf(idOrKey: string): string | undefined {
    return this.has(idOrKey) ? idOrKey : this.#keys.get(idOrKey)?.account
  }

  has(id: string): boolean {
    return this.#rows.get(id) !== undefined
  }

  get(id: string): AccountRow {
    const account = this.#rows.get(id)
    if (account === undefined) throw new Error(`there is no account ${id}`)
    return account
  }

  /** The records of the account in one mode. Created at the first use. */
  world(id: string, livemode: boolean): World {
    const key = `${id}/${livemode ? 'live' : 'test'}`
    let world = this.#worlds.get(key)
    if (world === undefined) {
      world = new World(this.#ports, this.get(id).id, livemode)
      if (world.searchDelayMs > 0) followForSearch(world, scopes())
      this.#worlds.set(key, world)
    }
    return world
  }

  /** The world with this key, such as `acct_…/test`; `undefined` if it was not used yet, and so has no records. */
  usedWorld(key: string): World | undefined {
    return this.#worlds.get(key)
  }

  /** The worlds in use. Those of an account whose creation was undone are left out. */
  get worlds(): readonly World[] {
    return [...this.#worlds.values()].filter(({ key }) => this.has(accountIn(key)))
  }

  /** The world of a record whose address is open without a key; `undefined` for an unknown id. */
  worldOfRecord(id: string): World | undefined {
    const isThere = (rows: Stored): boolean => addressed.has(rows.name) && rows.get(id) !== undefined
    return this.worlds.find(({ collections }) => collections.some(isThere))
  }

  worldByKey(key: string): World {
    return this.world(accountIn(key), key.endsWith('/live'))
  }

  /** Runs a job in a commit of the world that it belongs to. */
  readonly runJob = ({ kind, world: key, subject }: Job): void => {
    const job = jobs[kind]
    if (job === undefined) throw new Error(`there is no job ${kind}`)
    const world = this.worldByKey(key)
    world.commit(() => {
      if (job.applies(world, subject, world.now())) job.run(world, subject)
    })
  }

  /** @throws SandboxError `invalid_option` for a key that another account has */
  open(account: AccountRow, keys: KeyPairs): void {
    const twice = allOf(keys).find((key) => this.#keys.get(key) !== undefined)
    if (twice !== undefined) throw new SandboxError('invalid_option', `accounts: two keys are ${twice}`)
    this.#rows.insert(account)
    for (const livemode of [false, true])
      for (const kind of ['public', 'secret'] as const)
        this.#keys.insert({
          id: keys[livemode ? 'live' : 'test'][kind],
          createdAt: account.createdAt,
          account: account.id,
          kind,
          livemode,
          state: 'active',
        })
  }

  /** Creates an account, by default with random keys. */
  create(input: NewAccount, id = this.#ports.ids.next('acct', true)): AccountRow {
    const { ids } = this.#ports
    const country = input.country ?? 'TH'
    const account: AccountRow = {
      id,
      createdAt: this.timeline.now(),
      email: input.email ?? 'merchant@example.com',
      country,
      currency: input.currency ?? homeCurrency[country],
      locked: false,
      require3ds: input.require3ds ?? this.#ports.require3ds ?? false,
    }
    const pair = (livemode: boolean): KeyPair => ({
      public: ids.next('pkey', livemode),
      secret: ids.next('skey', livemode),
    })
    this.open(account, { test: input.keys?.test ?? pair(false), live: input.keys?.live ?? pair(true) })
    return account
  }

  /** The keys of an account in both modes, with their states. */
  statesOf(id: string): readonly { readonly key: string; readonly state: KeyState }[] {
    return rowsOf(this.#keys.by('account', id)).map(({ id: key, state }) => ({ key, state }))
  }

  keysOf(id: string, livemode: boolean): KeyPair {
    const found = { public: '', secret: '' }
    for (const key of rowsOf(this.#keys.by('account', id)))
      if (key.livemode === livemode) found[key.kind] = key.id
    return found
  }

  change(id: string, changes: { readonly locked?: boolean; readonly require3ds?: boolean }): void {
    this.#rows.update(this.get(id), changes)
    this.#byHeader.clear()
  }

  /** @throws Error when the key does not exist */
  setKeyState(key: string, state: KeyState): void {
    const row = this.#keys.get(key)
    if (row === undefined) throw new Error(`there is no key ${key}`)
    this.#keys.update(row, { state })
    this.#byHeader.clear()
  }

  /** After the rows were replaced. An account that was removed and comes back gets new worlds. */
  restored(): void {
    this.#byHeader.clear()
    for (const key of this.#worlds.keys()) if (!this.has(accountIn(key))) this.#worlds.delete(key)
  }

  /** The client that sent this Authorization header. @throws ApiError 401 or 403 (spec 5) */
  authenticate(header = ''): Principal {
    const known = this.#byHeader.get(header)
    if (known !== undefined) return known
    const principal = this.#principalOf(usernameOf(header))
    if (this.#byHeader.size >= cachedHeadersMax) this.#byHeader.clear()
    this.#byHeader.set(header, principal)
    return principal
  }

  /** Why a key was refused, for the log. Masks keys. */
  explain(header: string | undefined): string {
    const isOpen = this.#rows.length < (this.#ports.autoMax ?? 0)
    return explainKey(this.#keys, header, isOpen)
  }

  /** The world of operations that need no key. */
  get anyWorld(): World {
    return this.world(this.#rows.at(0).id, false)
  }

  /** With `accounts: auto`, creates the account of a new pair of test keys. @throws ApiError 401 at `autoMax` */
  #firstUse(username: string): KeyRow | undefined {
    const { autoMax = 0 } = this.#ports
    const keys = autoMax > 0 ? autoKeysOf(username) : null
    if (keys === null || allOf(keys).some((key) => this.#keys.get(key))) return undefined
    if (this.#rows.length >= autoMax) throw fail('authentication_failure', {}, tooManyAccounts(autoMax))
    this.undo.run(() => {
      const { id } = this.create({ keys })
      const { autoSecret } = this.#ports
      if (autoSecret !== undefined) chooseFirstSecret(this.world(id, false), autoSecret)
    })
    return this.#keys.get(username)
  }

  #principalOf(username: string | null): Principal {
    const key = username === null ? undefined : (this.#keys.get(username) ?? this.#firstUse(username))
    if (key === undefined || key.state === 'revoked') throw fail('authentication_failure')
    if (key.state === 'expired') throw fail('key_expired_error')
    if (this.get(key.account).locked) throw fail('locked_account_error')
    const world = this.world(key.account, key.livemode)
    return { world, kind: key.kind, key: key.id, readOnly: key.state === 'read_only' }
  }
}

const tooManyAccounts = (max: number): string =>
  `authentication failed: this key is new, and the sandbox makes no account for it, as it has ${max} or more: ` +
  'use a key of one of them, reset the sandbox, or start it with a higher --max-accounts (maxAccounts in code)'

/** `acct_…/test` */
const accountIn = (worldKey: string): string => worldKey.split('/')[0] ?? ''
