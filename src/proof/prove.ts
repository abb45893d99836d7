/**
 * Checks a state from outside before a restore, by the rules that the operations keep by themselves: each row has its
 * schema, each named record exists, the ledger follows from the records by the fee rules and recipes, the events show
 * each change, and waiting records have their jobs. Rules that follow from a table of the service read that table.
 */
import { Accounts } from '../accounts'
import { defaults } from '../defaults'
import type { Row, Stored } from '../kernel/collection'
import { UndoLog } from '../kernel/commit'
import type { Ids } from '../kernel/ids'
import type { ClockState, Job, Timeline } from '../kernel/timeline'
import { audit } from '../ledger/audit'
import type { EventSubject } from '../resources/event/model'
import { kindOf, kindOfId } from '../resources/registry'
import type { World } from '../world'
import { checkBooks } from './books'
import { checkPayments } from './charges'
import { checkEvents } from './events'
import { type Finding, Findings, type ReportRow } from './finding'
import { checkDeliveries, checkJobs } from './outgoing'
import { checkPayouts } from './payouts'
import { checkPlans } from './plans'
import { checkReferences } from './references'
import { forms } from './rows'
import { issuesOf, timesIn } from './values'

/** The rows of one world, by collection. */
export interface SnapshotRows {
  readonly [collection: string]: readonly Row[]
}

/** A state with valid structure and unchecked rows: rows, jobs, clock. */
export interface Claim {
  readonly clock: ClockState
  readonly ids: number
  readonly jobs: { readonly planned: number; readonly pending: readonly Job[] }
  readonly accounts: SnapshotRows
  readonly worlds: { readonly [world: string]: SnapshotRows }
}

export interface ProofContext {
  readonly timeline: Timeline
  readonly ids: Ids
  /** The creation time of the newest record: a running clock continues from there. */
  readonly newest: number
}

/** The broken rules of a state; empty when it is valid. Changes nothing. */
export const findingsIn = (claim: Claim, context: ProofContext): readonly Finding[] => {
  const findings = new Findings()
  checkForms('', claim.accounts, findings)
  for (const [world, rows] of Object.entries(claim.worlds)) checkForms(world, rows, findings)
  checkPlanned(claim, findings)
  // The other rules need rows with valid fields.
  if (findings.list.length > 0) return findings.list
  const stage = stageOf(claim, context)
  checkKeys(stage, findings)
  for (const world of stage.worlds) {
    const jobs = claim.jobs.pending.filter((job) => job.world === world.key)
    checkWorld(world, { accounts: stage.ids, jobs, latest: claim.clock.frozenAt ?? world.now() }, findings)
  }
  checkIds(claim, context, findings)
  return findings.list
}

/** Each row has the schema of its collection and a unique id, and rows are sorted by creation time. */
const checkForms = (world: string, collections: SnapshotRows, findings: Findings): void => {
  const reportRow = findings.of(world)
  for (const [name, rows] of Object.entries(collections)) {
    const form = forms()[name]
    const ids = new Set<string>()
    let latest = Number.NEGATIVE_INFINITY
    for (const row of rows) {
      if (findings.areMany) return
      for (const issue of form === undefined ? [] : issuesOf(form, row))
        reportRow(name, row, `has a wrong ${issue.path.join('.') || 'form'}: it ${issue.message}`)
      if (ids.has(row.id)) reportRow(name, row, 'exists twice')
      if (world !== '' && !isOfMode(row.id, world)) reportRow(name, row, `is no id of ${world}`)
      if (row.createdAt < latest) reportRow(name, row, 'is not in the order of their creation')
      ids.add(row.id)
      latest = row.createdAt
    }
  }
}

/** Whether an id has the mode of its world. Ids of secrets look the same in both modes. */
const isOfMode = (id: string, world: string): boolean =>
  id.startsWith('whsec_') ||
  !/^[a-z]+_(?:test_)?[0-9a-z]{19}/.test(id) ||
  id.includes('_test_') === world.endsWith('/test')

const checkPlanned = ({ jobs, ids }: Claim, findings: Findings): void => {
  const seen = new Set<number>()
  for (const { id } of jobs.pending) {
    if (seen.has(id)) findings.add(`jobs.pending.${id}`, `job ${id} is planned twice`)
    if (id < 1 || id > jobs.planned)
      findings.add(`jobs.pending.${id}`, `job ${id} is not among the ${jobs.planned} that were planned`)
    seen.add(id)
  }
  if (!Number.isSafeInteger(ids) || ids < 0)
    findings.add('ids', `ids ${ids} must be a whole number from 0 on`)
}

/** Loads the state into separate accounts, so that the checks change nothing. */
const stageOf = (claim: Claim, context: ProofContext): Accounts => {
  const undo = new UndoLog()
  const stage = new Accounts({
    timeline: context.timeline.at(claim.clock, context.newest, undo),
    ids: context.ids,
    undo,
    related: (world, object, row) => kindOf(object).related(world, row),
  })
  for (const rows of stage.collections) rows.load(claim.accounts[rows.name] ?? [])
  for (const [key, collections] of Object.entries(claim.worlds)) stage.worldByKey(key).load(collections)
  return stage
}

/** Each account has one key of each kind in each mode. */
const checkKeys = (stage: Accounts, findings: Findings): void => {
  const [accounts, keys] = stage.collections
  const kinds = new Map<string, number>()
  const reportRow = findings.of('')
  for (const key of keys?.snapshot() ?? []) {
    const { account, kind, livemode } = { account: '', kind: '', livemode: false, ...key }
    kinds.set(`${account} ${kind} ${livemode}`, (kinds.get(`${account} ${kind} ${livemode}`) ?? 0) + 1)
    if (!stage.has(account))
      reportRow('keys', { id: `${kind} key` }, `is of ${account}, which does not exist`)
  }
  for (const account of accounts?.snapshot() ?? [])
    for (const kind of ['public', 'secret'])
      for (const livemode of [false, true])
        if (kinds.get(`${account.id} ${kind} ${livemode}`) !== 1)
          reportRow('accounts', account, `does not have one ${kind} ${livemode ? 'live' : 'test'} key`)
}

/** The facts that the checks of a world need from outside it. */
interface WorldContext {
  readonly accounts: readonly string[]
  readonly jobs: readonly Job[]
  /** The time of the clock. */
  readonly latest: number
}

const checkWorld = (world: World, { jobs, latest, accounts }: WorldContext, findings: Findings): void => {
  const reportRow = findings.of(world.key)
  for (const rows of world.collections) checkTimes(latest, rows, reportRow)
  checkReferences(world, accounts, reportRow)
  if (world.settings.length > 1) reportRow('settings', world.settings.at(1), 'is a second row of settings')
  // The next checks would fail on missing records.
  if (findings.list.length > 0) return
  checkPayments(world, reportRow)
  checkBooks(world, reportRow)
  checkPayouts(world, reportRow)
  checkPlans(world, reportRow)
  checkDeliveries(world, reportRow)
  checkJobs(world, jobs, findings)
  checkEvents(world, reportRow)
  for (const fault of audit(world)) findings.add(`worlds.${world.key}`, fault)
  if (findings.list.length > 0) return
  for (const rows of world.collections)
    for (const row of rows.snapshot()) checkShown(world, rows, row, reportRow)
}

/** Each time in a row is between its creation and the present. */
const checkTimes = (now: number, rows: Stored, reportRow: ReportRow): void => {
  for (const row of rows.snapshot())
    for (const [field, value] of timesIn(row)) {
      if (value > now) reportRow(rows.name, row, `has the ${field} ${value}, which is after the clock`)
      if (value < row.createdAt) reportRow(rows.name, row, `has the ${field} ${value}, before it was made`)
    }
}

/** Each record, and the data of each event, can be rendered in the promised form. */
const checkShown = (world: World, rows: Stored, row: Row, reportRow: ReportRow): void => {
  const kind = kindOfId(row.id)
  if (kind === undefined || kind.find(world, row.id) !== row) return
  const subjects: EventSubject[] = [{ object: kind.object, row, related: kind.related(world, row) }]
  const event = rows.name === 'events' ? world.events.get(row.id) : undefined
  if (event !== undefined) subjects.push(event.subject)
  for (const subject of subjects) {
    const fault = faultOf(subject, world)
    if (fault !== null) reportRow(rows.name, row, `cannot be shown: ${fault}`)
  }
}

const faultOf = (subject: EventSubject, world: World): string | null => {
  const scene = { livemode: world.livemode, now: world.now(), baseUrl: defaults.baseUrl }
  const { render, schema } = kindOf(subject.object)
  try {
    const issue = issuesOf(schema(), render(subject, scene))[0]
    return issue === undefined ? null : `its ${issue.path.join('.')} ${issue.message}`
  } catch {
    return 'what it shows beside itself is not whole'
  }
}

/** The next ids must not exist already: with a seed they follow from the number of ids given out. */
const checkIds = ({ ids: count, worlds }: Claim, { ids }: ProofContext, findings: Findings): void => {
  const next = new Set(ids.upcoming(count))
  if (next.size === 0) return
  for (const rows of Object.values(worlds).flatMap((collections) => Object.values(collections)))
    for (const { id } of rows)
      if (next.has(id.slice(id.lastIndexOf('_') + 1)))
        findings.add(
          'ids',
          `ids ${count} is too low: the next ids would be given out a second time, such as ${id}`,
        )
}
