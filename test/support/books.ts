/** A shop with records of every kind that the books know, as a world without HTTP. */

import { createSandbox } from '../../src/index'
import { UndoLog } from '../../src/kernel/commit'
import { Ids } from '../../src/kernel/ids'
import { Timeline } from '../../src/kernel/timeline'
import { loadRows, type SnapshotRows } from '../../src/sandbox/snapshots/snapshot'
import { Accounts } from '../../src/service/accounts'
import type { World } from '../../src/service/world'
import { makeClient } from './client'

/** Its records, in most of their states. */
export const shopRows = async (): Promise<SnapshotRows> => {
  const sandbox = createSandbox({
    now: '2026-01-15T09:00:00Z',
    freeze: true,
    fixtures: ['disputed-order', 'payout', 'subscription', 'partial-refund'],
    randomSeed: 'books',
  })
  const { body } = await makeClient(sandbox).post('/links', {
    amount: 20_000,
    currency: 'thb',
    title: 'Tea',
    description: 'Green',
    multiple: true,
  })
  for (let i = 0; i < 2; i += 1) sandbox.simulate.payLink(String(body.id))
  await sandbox.clock.advance('40d')
  return sandbox.snapshot().worlds['acct_sandbox/test'] ?? {}
}

export const worldOf = (rows: SnapshotRows, livemode = false): World => {
  const world = emptyWorld({ livemode })
  loadRows(world.collections, rows)
  return world
}

interface WorldStart {
  readonly now?: number
  readonly livemode?: boolean
  readonly undo?: UndoLog
  readonly timeline?: Timeline
}

export const emptyWorld = ({
  now = 0,
  livemode = false,
  undo = new UndoLog(),
  timeline = new Timeline(() => now, undo),
}: WorldStart = {}): World => {
  const accounts = new Accounts({ timeline, ids: new Ids('books'), undo })
  return accounts.world(undo.run(() => accounts.create({})).id, livemode)
}
