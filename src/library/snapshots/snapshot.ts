import { type Accounts, defaultAccount } from '../../accounts'
import type { Row, Stored } from '../../kernel/collection'
import type { Ids } from '../../kernel/ids'
import { isObject } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Job, Timeline } from '../../kernel/timeline'
import { type Claim, findingsIn, type SnapshotRows } from '../../proof/prove'
import { secretKey } from '../../webhooks/scheme'
import type { World } from '../../world'

/** The whole state as one immutable value: rows, planned jobs, the clock. Survives JSON. */
export interface Snapshot extends Claim {
  readonly format: 1
}

export type { SnapshotRows }

/** The parts of a sandbox that a snapshot contains. */
export interface StateParts {
  readonly accounts: Accounts
  readonly timeline: Timeline
  readonly ids: Ids
}

/** Snapshots taken in this process: their rows need no proof. */
const own = new WeakSet<Snapshot>()

/** Copies pointers only, since rows never change. */
export const takeSnapshot = ({ accounts, timeline, ids }: StateParts): Snapshot => {
  const snapshot: Snapshot = {
    format: 1,
    clock: timeline.state,
    ids: ids.count,
    jobs: { planned: timeline.count, pending: timeline.jobs() },
    accounts: rowsIn(accounts.collections),
    worlds: rowsByWorld(accounts.worlds),
  }
  own.add(Object.freeze(snapshot))
  return snapshot
}

export const rowsIn = (collections: readonly Stored[]): SnapshotRows =>
  Object.fromEntries(
    collections.map((rows) => [rows.name, rows.snapshot()] as const).filter(([, rows]) => rows.length > 0),
  )

/** The rows of each world that has any. */
export const rowsByWorld = (worlds: readonly World[]): Snapshot['worlds'] =>
  Object.fromEntries(
    worlds
      .map((world) => [world.key, rowsIn(world.madeCollections)] as const)
      .filter(([, rows]) => Object.keys(rows).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** A snapshot of this process, or one that has been proved. */
export const trustSnapshot = (snapshot: Snapshot): Snapshot => {
  own.add(snapshot)
  return snapshot
}

/**
 * Checks a snapshot from elsewhere completely, before anything changes.
 * @throws SandboxError `invalid_snapshot`, with an issue for each broken rule
 */
export const proveSnapshot = (parts: StateParts, snapshot: Snapshot): void => {
  if (!own.has(snapshot)) proveRows(parts, snapshot)
  checkSecrets(parts, snapshot)
}

const proveRows = (parts: StateParts, snapshot: Snapshot): void => {
  check(snapshot)
  const { collections } = parts.accounts.worldByKey(`${defaultAccount}/test`)
  checkNames(parts.accounts.collections, snapshot.accounts)
  for (const rows of Object.values(snapshot.worlds)) checkNames(collections, rows)
  const newest = newestIn([snapshot.accounts, ...Object.values(snapshot.worlds)])
  const issues = findingsIn(snapshot, { ...parts, newest })
  if (issues.length === 0) return
  const shown = issues.slice(0, 3).map(({ message }) => message)
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : ''
  throw invalid(`${shown.join('; ')}${more}`, issues)
}

/** Loads a proved snapshot into the existing collections, to which other parts hold references. */
export const loadSnapshot = (parts: StateParts, snapshot: Snapshot): void => {
  const { accounts, timeline, ids } = parts
  // Before accounts are removed: their worlds have to be emptied too.
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

/** A sandbox with the other `secretEncoding` may have taken it. */
const checkSecrets = ({ accounts }: StateParts, { worlds }: Snapshot): void => {
  const { secretEncoding } = accounts.world(defaultAccount, false).profile
  const rows = Object.values(worlds).flatMap(({ webhookSecrets = [] }) => webhookSecrets)
  if (rows.some((row) => 'secret' in row && secretKey(String(row.secret), secretEncoding) === null))
    throw invalid('it has a webhook secret that is not base64, as secretEncoding is here')
}

/** An unknown name would be lost silently. */
const checkNames = (collections: readonly Stored[], rows: SnapshotRows): void => {
  const known = new Set(collections.map(({ name }) => name))
  const stranger = Object.keys(rows).find((name) => !known.has(name))
  if (stranger !== undefined) throw invalid(`it has ${stranger}, which this version does not know`)
}

const check = (value: unknown): void => {
  if (!isObject(value)) throw invalid('it is not an object')
  if (value.format !== 1)
    throw invalid(`its format is ${JSON.stringify(value.format)}, this version reads format 1`)
  const { clock, ids, jobs, accounts, worlds } = value
  if (!isObject(clock) || typeof clock.offset !== 'number' || !isNumberOrNull(clock.frozenAt))
    throw invalid('clock is missing')
  if (typeof ids !== 'number') throw invalid('ids is missing')
  if (!isObject(jobs) || typeof jobs.planned !== 'number' || !Array.isArray(jobs.pending))
    throw invalid('jobs is missing')
  if (!isRows(accounts)) throw invalid('accounts is missing')
  if (!isObject(worlds) || !Object.values(worlds).every(isRows)) throw invalid('worlds is missing')
  checkOwners(worlds, jobs.pending, accounts.accounts ?? [])
}

/** Every world and every job belongs to an existing account; the default account always exists. */
const checkOwners = (worlds: object, jobs: readonly unknown[], accounts: readonly Row[]): void => {
  if (!accounts.some(({ id }) => id === defaultAccount)) throw invalid(`it has no account ${defaultAccount}`)
  const known = new Set(accounts.flatMap(({ id }) => [`${id}/test`, `${id}/live`]))
  const stranger = Object.keys(worlds).find((world) => !known.has(world))
  if (stranger !== undefined) throw invalid(`${stranger} is of no account`)
  if (!jobs.every((job) => isJob(job) && known.has(job.world))) throw invalid('a job is of no account')
}

const isJob = (value: unknown): value is Job =>
  isObject(value) &&
  typeof value.id === 'number' &&
  typeof value.runAt === 'number' &&
  [value.kind, value.world, value.subject].every((part) => typeof part === 'string')

const isNumberOrNull = (value: unknown): boolean => value === null || typeof value === 'number'

const isRows = (value: unknown): value is SnapshotRows =>
  isObject(value) &&
  Object.values(value).every(
    (rows) =>
      Array.isArray(rows) && rows.every(isRow) && new Set(rows.map(({ id }) => id)).size === rows.length,
  )

const isRow = (value: unknown): value is Row =>
  isObject(value) && typeof value.id === 'string' && Number.isSafeInteger(value.createdAt)

const invalid = (why: string, issues: SandboxError['issues'] = []): SandboxError =>
  new SandboxError('invalid_snapshot', `this is not a snapshot of a payment sandbox: ${why}`, { issues })
