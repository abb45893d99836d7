/** The rules for deliveries and for planned jobs. */
import { rowsOf } from '../kernel/collection'
import { limits } from '../kernel/limits'
import { allows } from '../kernel/machine'
import type { Job } from '../kernel/timeline'
import { chargeMachine } from '../resources/charge/machine'
import { disputeMachine } from '../resources/dispute/machine'
import { isAboutDelivery } from '../resources/event/model'
import { momentOn } from '../resources/occurrence/operations'
import { jobs as kinds } from '../resources/registry'
import type { WebhookDeliveryRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import type { Findings, ReportRow } from './finding'

export const checkDeliveries = (world: World, reportRow: ReportRow): void => {
  const tried = new Map<string, number>()
  const announced = new Map<string, number>()
  for (const { key, subject } of rowsOf(world.events)) {
    const name = `${key} ${subject.row.id}`
    announced.set(name, (announced.get(name) ?? 0) + 1)
  }
  for (const delivery of rowsOf(world.webhookDeliveries)) {
    const lane = `${delivery.event} ${delivery.uri}`
    tried.set(lane, (tried.get(lane) ?? 0) + 1)
    checkDelivery(world, delivery, (rule) => reportRow('webhookDeliveries', delivery, rule))
    const key = delivery.attempt === 1 ? 'webhooks.deliver' : 'webhooks.retry'
    if (announced.get(`${key} ${delivery.id}`) !== 1)
      reportRow(
        'webhookDeliveries',
        delivery,
        `has ${announced.get(`${key} ${delivery.id}`) ?? 0} events ${key}, not 1`,
      )
  }
  const lanes = new Map<string, number>()
  for (const dispatch of rowsOf(world.dispatches)) {
    const { id, event, uri, state, attempts, firstTriedAt } = dispatch
    const lane = `${event} ${uri}`
    lanes.set(lane, (lanes.get(lane) ?? 0) + attempts)
    if (!id.startsWith(`${event}/`))
      reportRow('dispatches', dispatch, `is of ${event}, its id says otherwise`)
    if ((firstTriedAt === null) !== (attempts === 0))
      reportRow('dispatches', dispatch, `has ${attempts} attempts and firstTriedAt ${firstTriedAt}`)
    if (state === 'delivered' && attempts === 0)
      reportRow('dispatches', dispatch, 'is delivered without an attempt')
    if (state !== 'delivered' && state !== 'failed' && world.events.get(event) === undefined)
      reportRow('dispatches', dispatch, `is ${state}, and its event ${event} does not exist`)
  }
  for (const dispatch of rowsOf(world.dispatches)) {
    const lane = `${dispatch.event} ${dispatch.uri}`
    if (lanes.get(lane) !== (tried.get(lane) ?? 0))
      reportRow(
        'dispatches',
        dispatch,
        `says ${lanes.get(lane)} attempts, and ${tried.get(lane) ?? 0} were made`,
      )
  }
}

const checkDelivery = (world: World, delivery: WebhookDeliveryRow, report: (rule: string) => void): void => {
  const { status, error, retryAt, key, event, createdAt } = delivery
  // An attempt with both a status and an error: a redirect, a receiver function that threw, or a fault.
  const isToldOfAnswer = status === 500 || /redirect|answered by a fault/.test(error ?? '')
  if ((status === null) !== (error !== null) && !(status !== null && isToldOfAnswer))
    report(`has the status ${status} and the error ${error}`)
  if (status !== null && status >= 200 && status < 300 && retryAt !== null)
    report('arrived and is tried again')
  if (retryAt !== null && retryAt < createdAt) report('is tried again before it was tried')
  const about = world.events.get(event)
  if (about !== undefined && about.key !== key) report(`is of ${key}, its event ${event} is ${about.key}`)
  if (isAboutDelivery(key)) report(`delivers ${key}, which is never delivered`)
}

/** Every job has an existing record, and every record that waits for a time has its job. */
export const checkJobs = (world: World, jobs: readonly Job[], findings: Findings): void => {
  const reportRow = findings.of(world.key)
  const planned = new Map<string, number>()
  for (const { id, kind, subject, runAt } of jobs) {
    const name = `${kind} ${subject} ${runAt}`
    planned.set(name, (planned.get(name) ?? 0) + 1)
    const rows = subjects[kind]
    if (rows === undefined || kinds[kind] === undefined)
      findings.add(`jobs.pending.${id}`, `job ${id} is a ${kind}, which is no kind of job`)
    else if (rows(world).get(subject) === undefined)
      findings.add(`jobs.pending.${id}`, `job ${id} is about ${subject}, which does not exist`)
  }
  const has = (kind: string, id: string, runAt: number): boolean => planned.has(`${kind} ${id} ${runAt}`)
  for (const charge of rowsOf(world.charges))
    if (allows(chargeMachine, charge.state, 'lapse') && !has('charge.lapse', charge.id, charge.expiresAt))
      reportRow('charges', charge, `waits, and no job ends that at its expiresAt ${charge.expiresAt}`)
  for (const dispute of rowsOf(world.disputes))
    if (
      allows(disputeMachine, dispute.state, 'lapse') &&
      !has('dispute.lapse', dispute.id, dispute.respondBy)
    )
      reportRow('disputes', dispute, `is open, and no job ends that at its respondBy ${dispute.respondBy}`)
  for (const occurrence of rowsOf(world.occurrences)) {
    const schedule = world.schedules.get(occurrence.schedule)
    const day = occurrence.state === 'scheduled' ? occurrence.scheduledOn : occurrence.retryOn
    if (
      schedule !== undefined &&
      day !== null &&
      !has('occurrence.run', occurrence.id, momentOn(schedule, day))
    )
      reportRow('occurrences', occurrence, 'waits for its day, and no job makes it happen then')
  }
  checkAttempts(world, jobs, reportRow)
}

/** A waiting dispatch has one job, any other none. */
const checkAttempts = (world: World, jobs: readonly Job[], reportRow: ReportRow): void => {
  const waiting = new Map<string, number>()
  for (const { kind, subject } of jobs)
    if (kind === 'webhook.attempt') waiting.set(subject, (waiting.get(subject) ?? 0) + 1)
  const latest = world.now() + limits.webhookDelayMsMax + limits.eventRetentionMs
  for (const dispatch of rowsOf(world.dispatches)) {
    const count = waiting.get(dispatch.id) ?? 0
    if (count !== Number(dispatch.state === 'waiting'))
      reportRow('dispatches', dispatch, `is ${dispatch.state} with ${count} jobs`)
  }
  for (const { subject, runAt, kind } of jobs)
    if (kind === 'webhook.attempt' && runAt > latest)
      reportRow('dispatches', { id: subject }, `is tried again at ${runAt}, which is too late`)
}

/** The collection of the records of each kind of job. */
const subjects: { readonly [kind: string]: (world: World) => { get(id: string): unknown } } = {
  'charge.lapse': (world) => world.charges,
  'occurrence.run': (world) => world.occurrences,
  'dispute.lapse': (world) => world.disputes,
  'webhook.attempt': (world) => world.dispatches,
}
