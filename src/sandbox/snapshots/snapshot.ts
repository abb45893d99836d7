import type { Stored } from '../../kernel/collection'
import type { Ids } from '../../kernel/ids'
import type { Timeline } from '../../kernel/timeline'
import { type Accounts, defaultAccount } from '../../service/accounts'
import { secretKey } from '../../service/webhooks/scheme'
import type { World } from '../../service/world'
import { checkSeal, invalid, type Snapshot, type SnapshotRows, type StateContent, seal } from './seal'

export type { Snapshot, SnapshotRows, StateContent }

/** The parts of a sandbox that a snapshot contains. */
export interface StateParts {
  readonly accounts: Accounts
  readonly timeline: Timeline
  readonly ids: Ids
}

/** Copies pointers only, since rows never change. */
export const takeSnapshot = ({ accounts, timeline, ids }: StateParts): Snapshot =>
  seal({
    clock: timeline.state,
    ids: ids.count,
    jobs: { planned: timeline.count, pending: timeline.jobs() },
    accounts: rowsIn(accounts.collections),
    worlds: rowsByWorld(accounts.worlds),
  })

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
