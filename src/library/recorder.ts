import { Accounts } from '../accounts'
import type { LoadPorts } from '../fixtures/load'
import type { Extent } from '../fixtures/record/recording'
import { type RecordingProgress, record } from '../fixtures/record/rehearse'
import type { Row } from '../kernel/collection'
import { UndoLog } from '../kernel/commit'
import { Ids } from '../kernel/ids'
import { deepFreeze } from '../kernel/json'
import type { Lifetime } from '../kernel/lifetime'
import { SandboxError } from '../kernel/sandbox-error'
import { inTurns } from '../kernel/steps'
import { type Job, Timeline } from '../kernel/timeline'
import { jobs, resourceOf } from '../resources/registry'
import type { World } from '../world'
import type { Recording, RecordOptions } from './seed'
import { loadRows, rowsIn } from './state'

/** Loaded when somebody first records a session. */

interface Session {
  readonly accounts: Accounts
  readonly now: number
  readonly baseUrl: string
  readonly lifetime: Lifetime
}

/** One report for so many turns. */
const turnsAReport = 16

/** What there is as a fixture, having tried what loading it comes to. What happens meanwhile is not part of it. */
export const recordingOf = async (
  session: Session,
  extent: Extent,
  options: RecordOptions,
): Promise<Recording> => {
  const { now, baseUrl, lifetime } = session
  checkStop(options, null)
  const accounts = copyOf(session)
  const steps = record(accounts, { now, extent }, (id) => emptySandbox(accounts, id, baseUrl))
  // What was written can still be read when a sandbox is closed, but nobody waits for its end.
  const wasOver = lifetime.isOver
  let turns = 0
  const { fixture, leftOut } = await inTurns(steps, (progress) => {
    if (!wasOver) lifetime.check()
    if (turns % turnsAReport === 0) options.onProgress?.(progress)
    turns += 1
    checkStop(options, progress)
  })
  return deepFreeze({ fixture, leftOut })
}

const checkStop = ({ signal }: RecordOptions, progress: RecordingProgress | null): void => {
  if (signal?.aborted !== true) return
  const where = progress === null ? 'before it began' : `in its ${progress.stage}`
  throw new SandboxError('stopped', `the recording was stopped ${where}: record again for all of it`, {
    cause: signal.reason,
  })
}

const portsAt = (now: number, profile: World['profile']) => {
  const undo = new UndoLog()
  return {
    ...{ undo, ids: new Ids(null), timeline: new Timeline(() => now, undo) },
    related: (world: World, object: string, row: Row) => resourceOf(object).related(world, row),
    profile,
  }
}

/** The same rows, which never change, in collections of their own. */
const copyOf = ({ accounts, now }: Session): Accounts => {
  const copy = new Accounts(portsAt(now, accounts.anyWorld.profile))
  loadRows(copy.collections, rowsIn(accounts.collections))
  for (const world of accounts.worlds)
    loadRows(copy.worldByKey(world.key).collections, rowsIn(world.collections))
  return copy
}

/** One account like the one that is recorded, and nothing in it; nobody sees it, and nothing is sent. */
const emptySandbox = (accounts: Accounts, id: string, baseUrl: string): LoadPorts => {
  const account = accounts.get(id)
  const ports = portsAt(account.createdAt, accounts.world(id, false).profile)
  const { undo, timeline } = ports
  const own = new Accounts(ports)
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
