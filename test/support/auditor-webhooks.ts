/** The books of deliveries: past attempts, planned attempts and the events about them. */
import type { Row, World } from './auditor-rows'

interface DispatchRow extends Row {
  event: string
  uri: string
  state: string
  attempts: number
  firstTriedAt: number | null
}

interface DeliveryRow extends Row {
  event: string
  key: string
  uri: string
  attempt: number
  status: number | null
  error: string | null
  retryAt: number | null
}

type Report = (fault: string) => void

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Eleven attempts in seven days, and never two of one dispatch after the one that was answered well. */
const maxAttempts = 11

export const auditWebhooks = (rows: Record<string, Row[]>, world: World, report: Report): void => {
  const dispatches = (rows.dispatches ?? []) as DispatchRow[]
  const deliveries = (rows.webhookDeliveries ?? []) as DeliveryRow[]
  const attempts = new Map<string, DeliveryRow[]>()
  for (const one of deliveries) {
    const lane = `${one.event} ${one.uri}`
    attempts.set(lane, [...(attempts.get(lane) ?? []), one])
    auditDelivery(one, world, report)
  }
  const jobs = new Map<string, number>()
  for (const { kind, subject } of world.jobs)
    if (kind === 'webhook.attempt') jobs.set(subject, (jobs.get(subject) ?? 0) + 1)
  const made = new Map<string, number>()
  for (const one of dispatches) {
    const planned = jobs.get(one.id) ?? 0
    if (planned !== (one.state === 'waiting' ? 1 : 0))
      report(`${one.id} is ${one.state} with ${planned} jobs`)
    if ((one.firstTriedAt === null) !== (one.attempts === 0)) report(`${one.id} disagrees with firstTriedAt`)
    const lane = `${one.event} ${one.uri}`
    made.set(lane, (made.get(lane) ?? 0) + one.attempts)
  }
  for (const [lane, count] of made) {
    const found = attempts.get(lane)?.length ?? 0
    if (found !== count) report(`${lane} says ${count} attempts and has ${found}`)
  }
}

const auditDelivery = (one: DeliveryRow, { events, eventKeys }: World, report: Report): void => {
  if (isSuccess(one.status) && one.retryAt !== null) report(`${one.id} arrived and is to be tried again`)
  if (
    (one.status === null) !== (one.error !== null) &&
    !/redirect|answered by a fault/.test(one.error ?? '') &&
    one.status !== 500
  )
    report(`${one.id} has status ${one.status} and error ${one.error}`)
  if (one.attempt < 1 || one.attempt > maxAttempts) report(`${one.id} is attempt ${one.attempt}`)
  const key = one.attempt === 1 ? 'webhooks.deliver' : 'webhooks.retry'
  const told = events.filter((event) => event.subject.row.id === one.id)
  const isTold = told.length === 1 && told[0]?.key === key
  if (eventKeys === 'spec' ? !isTold : told.length > 0) report(`${one.id} was told of ${told.length} times`)
  const about = events.find((event) => event.id === one.event)
  // Events are forgotten after a while, the youngest of their deliveries a little later.
  if (about !== undefined && about.key !== one.key) report(`${one.id} is of ${one.key}, not ${about.key}`)
  if (one.key.startsWith('webhooks.')) report(`${one.id} delivers what tells of a delivery`)
}
