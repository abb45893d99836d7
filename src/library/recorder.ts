import { Accounts } from '../accounts'
import type { LoadPorts } from '../fixtures/load'
import type { Extent } from '../fixtures/record/recording'
import { record } from '../fixtures/record/rehearse'
import { UndoLog } from '../kernel/commit'
import { Ids } from '../kernel/ids'
import { deepFreeze } from '../kernel/json'
import { type Job, Timeline } from '../kernel/timeline'
import { jobs, resourceOf } from '../resources/registry'
import type { Recording } from './seed'

/** Loaded when somebody first records a session. */

interface Session {
  readonly accounts: Accounts
  readonly now: number
  readonly baseUrl: string
}

/** What there is as a fixture, having tried what loading it comes to. */
export const recordingOf = ({ accounts, now, baseUrl }: Session, extent: Extent): Recording => {
  const { fixture, leftOut } = record(accounts, { now, extent }, (id) => emptySandbox(accounts, id, baseUrl))
  return deepFreeze({ fixture, leftOut })
}

/** One account like the one that is recorded, and nothing in it; nobody sees it, and nothing is sent. */
const emptySandbox = (accounts: Accounts, id: string, baseUrl: string): LoadPorts => {
  const account = accounts.get(id)
  const undo = new UndoLog()
  const timeline = new Timeline(() => account.createdAt, undo)
  const own = new Accounts({
    ...{ timeline, undo, ids: new Ids(null) },
    related: (world, object, row) => resourceOf(object).related(world, row),
    profile: accounts.world(id, false).profile,
  })
  const keys = { test: accounts.keysOf(id, false), live: accounts.keysOf(id, true) }
  undo.run(() => own.open({ ...account, locked: false, require3ds: false }, keys))
  return {
    ...{ accounts: own, timeline, baseUrl },
    commit: (work) => undo.run(work),
    runJob: (job) => runJob(own, job),
  }
}

const runJob = (accounts: Accounts, { kind, world: key, subject }: Job): void => {
  const world = accounts.worldByKey(key)
  world.commit(() => jobs[kind]?.(world, subject))
}
