/**
 * A state that leaves the process is sealed: it names its format and version, and has a digest of all that it holds.
 * The digest is that of the JSON with sorted names, without white space: indenting a saved state is no change of it,
 * and neither is a client that writes the names of an object in another order.
 */
import type { Row, Stored } from '../../kernel/collection'
import { newHash } from '../../kernel/digest'
import type { Ids } from '../../kernel/ids'
import { isObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { SandboxError } from '../../kernel/sandbox-error'
import type { ClockState, Job, Timeline } from '../../kernel/timeline'
import { type Accounts, defaultAccount } from '../../service/accounts'
import { secretKey } from '../../service/webhooks/scheme'
import type { World } from '../../service/world'
import { stateVersion } from './version'

export const stateFormat = 'payment-sandbox state'

/** The rows of one world, by collection. */
export interface SnapshotRows {
  readonly [collection: string]: readonly Row[]
}

/** What a state holds: rows, planned jobs, the clock. */
export interface StateContent {
  readonly clock: ClockState
  readonly ids: number
  readonly jobs: { readonly planned: number; readonly pending: readonly Job[] }
  readonly accounts: SnapshotRows
  readonly worlds: { readonly [world: string]: SnapshotRows }
}

/** The whole state as one immutable value. It survives JSON; an edited one is refused. */
export interface Snapshot extends StateContent {
  readonly format: typeof stateFormat
  readonly version: typeof stateVersion
  /** SHA-256 of all the rest. */
  readonly digest: string
}

/** Snapshots made in this process: they cannot have been edited. */
const own = new WeakSet<object>()

/** The digest is made when it is read, as by `JSON.stringify`: most snapshots never leave the process. */
export const seal = ({ clock, ids, jobs, accounts, worlds }: StateContent): Snapshot => {
  const unsealed = { format: stateFormat, version: stateVersion, clock, ids, jobs, accounts, worlds } as const
  let digest: string | undefined
  const snapshot: Snapshot = {
    ...unsealed,
    get digest() {
      digest ??= digestOf(unsealed)
      return digest
    },
  }
  own.add(Object.freeze(snapshot))
  return snapshot
}

/** @throws SandboxError `invalid_snapshot` for a state of another form, or an edited one */
const checkSeal = (state: unknown): void => {
  if (!isObject(state) || state.format !== stateFormat)
    throw invalid(
      'it is not a state of payment-sandbox; take one with snapshot(), GET /_sandbox/state or "payment-sandbox snapshot save"',
    )
  if (own.has(state)) return
  const { digest, ...content } = state
  if (content.version !== stateVersion) throw invalid(otherVersion(content.version))
  if (typeof digest !== 'string') throw invalid('a part of it is missing: it has no digest')
  if (digest !== digestOf(content)) throw invalid(`it was changed after it was saved: ${writeFixtures}`)
}

export const otherVersion = (version: unknown): string =>
  `it has ${['number', 'string'].includes(typeof version) ? `version ${JSON.stringify(version)}` : 'no version'} of the format, and this payment-sandbox reads version ${stateVersion}: use it with the payment-sandbox that saved it`

/** What to do instead of editing a state. */
export const writeFixtures =
  'a state cannot be edited; write a fixture for your own records, like the one that "payment-sandbox fixtures show saved-card" prints'

export const invalid = (why: string): SandboxError =>
  new SandboxError('invalid_snapshot', `this state cannot be loaded: ${why}`)

const digestOf = (content: object): string => {
  const hash = newHash()
  hash.add(JSON.stringify(sorted(content, 0)))
  return hash.hex()
}

/** No row is nested deeper: requests are refused before. */
const depthMax = 3 * limits.nestingMax

/** With its names sorted. */
const sorted = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthMax) throw invalid('it is nested too deep')
  if (Array.isArray(value)) return value.map((part) => sorted(part, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const part = sorted((value as Record<string, unknown>)[name], depth + 1)
    // An assignment to this name would change the prototype.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: part, enumerable: true })
    else copy[name] = part
  }
  return copy
}

/** The parts of a sandbox that a snapshot contains. */
export interface StateParts {
  readonly accounts: Accounts
  readonly timeline: Timeline
  readonly ids: Ids
}

/** Copies pointers only, since rows never change. */
export const contentOf = ({ accounts, timeline, ids }: StateParts): StateContent => ({
  clock: timeline.state,
  ids: ids.count,
  jobs: { planned: timeline.count, pending: timeline.jobs() },
  accounts: rowsIn(accounts.collections),
  worlds: rowsByWorld(accounts.worlds),
})

export const takeSnapshot = (parts: StateParts): Snapshot => seal(contentOf(parts))

export const rowsIn = (collections: readonly Stored[]): SnapshotRows =>
  Object.fromEntries(
    collections.map((rows) => [rows.name, rows.snapshot()] as const).filter(([, rows]) => rows.length > 0),
  )

/** The rows of each world that has any. */
const rowsByWorld = (worlds: readonly World[]): Snapshot['worlds'] =>
  Object.fromEntries(
    worlds
      .map((world) => [world.key, rowsIn(world.collections)] as const)
      .filter(([, rows]) => Object.keys(rows).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/**
 * Checks a state before anything changes.
 * @throws SandboxError `invalid_snapshot`
 */
export const checkSnapshot = ({ accounts }: StateParts, snapshot: Snapshot): void => {
  checkSeal(snapshot)
  // A sandbox with the other `secretEncoding` may have taken it.
  const { secretEncoding } = accounts.world(defaultAccount, false).profile
  const rows = Object.values(snapshot.worlds).flatMap(({ webhookSecrets = [] }) => webhookSecrets)
  if (rows.some((row) => 'secret' in row && secretKey(String(row.secret), secretEncoding) === null))
    throw invalid('it has a webhook secret that is not base64, as secretEncoding is here')
}

/** Loads a checked state into the existing collections, to which other parts hold references. */
export const loadSnapshot = (parts: StateParts, snapshot: StateContent): void => {
  const { accounts, timeline, ids } = parts
  // Before accounts are removed: their worlds must be emptied too.
  const { worlds } = accounts
  loadRows(accounts.collections, snapshot.accounts)
  accounts.restored()
  for (const world of worlds) world.load(snapshot.worlds[world.key] ?? {})
  for (const [key, rows] of Object.entries(snapshot.worlds)) accounts.worldByKey(key).load(rows)
  const newest = newestIn([snapshot.accounts, ...Object.values(snapshot.worlds)])
  timeline.load(snapshot.jobs.pending, snapshot.jobs.planned, snapshot.clock, newest)
  ids.count = snapshot.ids
}

/** Creation time of the newest row: the last one of a collection is its newest. */
export const newestIn = (worlds: readonly SnapshotRows[]): number => {
  let newest = Number.NEGATIVE_INFINITY
  for (const rows of worlds)
    for (const ofOne of Object.values(rows)) newest = Math.max(newest, ofOne.at(-1)?.createdAt ?? newest)
  return newest
}

export const loadRows = (collections: readonly Stored[], rows: SnapshotRows): void => {
  for (const collection of collections) collection.load(rows[collection.name] ?? [])
}
