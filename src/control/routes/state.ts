import * as z from 'zod/mini'
import { listOf, text } from '../../kernel/answers'
import { cutName, thereAre } from '../../kernel/text'
import { about, optional } from '../../kernel/wire'
import { type Snapshot, stateFormat } from '../../sandbox/snapshots/snapshot'
import type { SnapshotShelf, StoredSnapshot } from '../../sandbox/snapshots/snapshot-shelf'
import { stateVersion } from '../../sandbox/snapshots/version'
import { ControlError } from '../errors'
import { controlRoute } from '../route'
import { clockTime } from './clock'

const kept = () =>
  z.strictObject({
    id: text('Id of the snapshot'),
    now: text('Time of the virtual clock in it, ISO 8601 in UTC'),
    name: optional('Its name; left out where it has none', z.string()),
  })
const moment = () => z.strictObject({ now: clockTime() })

const show = ({ id, now, name }: Omit<StoredSnapshot, 'snapshot'>) => ({
  id,
  now,
  ...(name === null ? {} : { name }),
})

const named = () =>
  z.strictObject({
    name: optional(
      'A name for people, at most 100 characters. Default: none',
      z.string('must be a text').check(z.trim(), z.maxLength(100, 'must not have more than 100 characters')),
    ),
  })

const find = (snapshots: SnapshotShelf, id: string): StoredSnapshot => {
  const found = snapshots.get(id)
  if (found !== undefined) return found
  const ids = snapshots.latest(snapshots.count).map((one) => one.id)
  throw new ControlError(404, `there is no snapshot ${cutName(id)}${thereAre(ids)}`)
}

export const stateRoutes = [
  controlRoute('POST /reset', {
    summary:
      'Restore the state after seeding, with the clock; with `?account=` only that account, without the clock',
    returns: moment,
    run: ({ sandbox, alone, account }) => {
      if (alone) account().reset()
      else sandbox.reset()
      return { now: sandbox.clock.now().toISOString() }
    },
  }),
  controlRoute('GET /snapshots', {
    summary: 'All snapshots, oldest first',
    returns: () => listOf('The snapshots, oldest first', kept()),
    run: ({ snapshots }) => ({ data: snapshots.all().map(show) }),
  }),
  controlRoute('POST /snapshots', {
    summary: 'Take a snapshot of the whole state, with a name if you like; the newest 1,000 are kept',
    input: named,
    example: { name: 'before the refund' },
    returns: kept,
    run: ({ sandbox, snapshots, input: { name } }) =>
      show(
        snapshots.put({
          snapshot: sandbox.snapshot(),
          now: sandbox.clock.now().toISOString(),
          name: name || null,
        }),
      ),
  }),
  controlRoute('POST /snapshots/:id/restore', {
    params: { id: 'Id of the snapshot' },
    summary: 'Restore the whole state of a snapshot',
    returns: moment,
    run: ({ sandbox, snapshots, params }) => {
      sandbox.restore(find(snapshots, params.id ?? '').snapshot)
      return { now: sandbox.clock.now().toISOString() }
    },
  }),
  controlRoute('DELETE /snapshots/:id', {
    params: { id: 'Id of the snapshot' },
    summary: 'Delete a snapshot',
    returns: kept,
    run: ({ snapshots, params }) => {
      const found = find(snapshots, params.id ?? '')
      snapshots.drop(found.id)
      return show(found)
    },
  }),
  controlRoute('GET /state', {
    summary: 'The whole state as JSON, for PUT',
    returns: () =>
      z.looseObject({
        format: about('Name of the format', z.literal(stateFormat)),
        version: about(
          'Version of the format: `PUT /state` of another version refuses it',
          z.literal(stateVersion),
        ),
        digest: text('SHA-256 of all the rest, for `PUT /state`: an edited state is refused'),
      }),
    run: ({ sandbox }) => sandbox.snapshot(),
  }),
  controlRoute('PUT /state', {
    summary: 'Load a whole state; an edited one is refused and changes nothing',
    input: () => z.looseObject({}, 'must be the JSON that GET /_sandbox/state answers'),
    returns: moment,
    run: ({ sandbox, input }) => {
      sandbox.restore(input as Record<string, unknown> & Snapshot)
      return { now: sandbox.clock.now().toISOString() }
    },
  }),
]
