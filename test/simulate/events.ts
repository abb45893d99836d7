/** Events and their deliveries against the model: one for each transition, in order, dated when it happened. */

import { retention } from './checks'
import { type ModelEvent, seenTime } from './model/events'
import { shown } from './model/shown'
import { minute, type World } from './model/world'
import { badSignature } from './receiver'
import { readAll, readNewRecords, readPage } from './records'
import { type Body, differences, type Turn } from './turn'

interface EventBody extends Body {
  readonly key: string
  readonly created_at: string
  readonly data: { readonly id: string; readonly object: string }
  readonly webhook_deliveries: readonly { readonly id: string; readonly status: number | null }[]
}

const isAboutDelivery = ({ key }: { readonly key: string }): boolean => key.startsWith('webhooks.')

const bySubject = <T>(
  events: readonly T[],
  subject: (event: T) => string,
): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const event of events) {
    const group = groups.get(subject(event))
    if (group === undefined) groups.set(subject(event), [event])
    else group.push(event)
  }
  return groups
}

const line = (key: string, at: number | string): string => `${key} at ${new Date(at).toISOString()}`

/** What is exactly as old as events are kept may be there or not. */
const isBorderline = (world: World, at: number): boolean => Math.abs(world.clock.now - retention - at) <= 1000

/** Each record has the events of its transitions, in their order, each dated when it happened. */
export const checkEvents = async (turn: Turn): Promise<void> => {
  const { world } = turn
  await readNewRecords(turn)
  world.events = world.events.filter(({ at }) => at >= world.clock.now - retention - 1000)
  const all = (await readAll(turn, '/events', 'chronological')) as readonly EventBody[]
  checkDates(turn, all)
  const sent = all.filter((event) => !isAboutDelivery(event))
  const expected = bySubject(world.events, ({ about }) => about.id)
  const found = bySubject(sent, ({ data }) => data.id)
  for (const id of new Set([...expected.keys(), ...found.keys()])) {
    const should = (expected.get(id) ?? []).filter(({ at }) => !isBorderline(world, at))
    const is = (found.get(id) ?? []).filter((event) => !isBorderline(world, Date.parse(event.created_at)))
    const lines = is.map((event) => line(event.key, event.created_at)).join(', ')
    const wanted = should.map((event) => line(event.key, event.at)).join(', ')
    if (lines !== wanted)
      turn.fail(`the events of ${id} are ${lines || 'none'}, and should be ${wanted || 'none'}`)
    checkData(turn, should.at(-1), is.at(-1))
  }
  checkDeliveries(turn, all)
}

/** What never changes of a record is in its events as the record shows it, in the same form. */
const checkData = (turn: Turn, should: ModelEvent | undefined, is: EventBody | undefined): void => {
  if (should === undefined || is === undefined) return
  const { object, livemode, created_at, currency } = shown(should.about, turn.world)
  const found = differences({ object, livemode, created_at, currency }, is.data)
  if (found.length > 0) turn.fail(`event ${is.id}: ${found.join('; ')}`)
}

/** Order comes from a sequence, dates never fall, and none is after the clock. */
const checkDates = (turn: Turn, events: readonly EventBody[]): void => {
  const now = turn.world.clock.now
  let latest = Number.NEGATIVE_INFINITY
  for (const { id, created_at } of events) {
    const at = Date.parse(created_at)
    if (at > now) turn.fail(`event ${id} is dated ${created_at}, after the clock`)
    if (at < latest) turn.fail(`event ${id} is dated ${created_at}, before the event before it`)
    latest = at
  }
}

/** How long after each failed attempt the next one is made; the receiver refuses no more than twice. */
const delays = [minute, 5 * minute]

/**
 * Each event was delivered when it happened, again after each refusal, and tells of it; so does an event of each
 * attempt, in the profile that has such events.
 */
const checkDeliveries = (turn: Turn, all: readonly EventBody[]): void => {
  const { world } = turn
  if (!world.listens) return
  const attempts = new Map(all.filter(isAboutDelivery).map(({ key, data }) => [data.id, key]))
  if (world.profile.webhooks.attempts === null && attempts.size > 0) turn.fail('deliveries have events')
  for (const event of all) {
    if (isAboutDelivery(event) || isBorderline(world, Date.parse(event.created_at))) continue
    const { times = [], statuses = [] } = world.received[event.id] ?? {}
    const shown = event.webhook_deliveries.map(({ status }) => status).join()
    if (shown !== statuses.join())
      turn.fail(`event ${event.id} shows deliveries ${shown}, and its receiver answered ${statuses}`)
    if (statuses.includes(badSignature)) turn.fail(`event ${event.id} was delivered with a wrong signature`)
    for (const [index, { id }] of event.webhook_deliveries.entries())
      if (attempts.get(id) !== world.profile.webhooks.attempts?.[index === 0 ? 0 : 1])
        turn.fail(`attempt ${id} of event ${event.id} has the event ${attempts.get(id)}`)
    checkTimes(turn, event, times)
    const due = (times.at(-1) ?? 0) + (delays[times.length - 1] ?? 0)
    if (statuses.at(-1) !== 200 && due < world.clock.now)
      turn.fail(`event ${event.id} was not tried again at ${new Date(due).toISOString()}`)
  }
}

const checkTimes = (turn: Turn, { id, created_at }: EventBody, times: readonly number[]): void => {
  if (seenTime(turn.world, times[0] ?? 0) !== Date.parse(created_at))
    turn.fail(`event ${id} of ${created_at} was first delivered at ${times[0]}`)
  for (const [index, time] of times.slice(1).entries()) {
    const wait = time - (times[index] ?? 0)
    if (wait !== delays[index]) turn.fail(`event ${id} was tried again after ${wait} ms`)
  }
}

/** The history of one charge: its events, and those of its source, refunds and disputes. */
export const checkEventsOfCharge = async (turn: Turn): Promise<void> => {
  const { world } = turn
  const charge = turn.choose(world.charges, ({ refunded }) => refunded > 0, 50)
  if (charge === undefined) return
  await readNewRecords(turn)
  const page = await readPage(turn, `/charges/${charge.id}/events?limit=100&order=chronological`)
  const isOwn = ({ about }: ModelEvent): boolean =>
    about === charge ||
    (about.kind === 'source' && about.charge === charge) ||
    ((about.kind === 'refund' || about.kind === 'dispute') && about.charge === charge)
  // A source is there before its charge: whether its making belongs to the history of that is left open.
  const isKnown = ({ key }: { readonly key: string }): boolean => key !== 'source.create'
  const own = world.events.filter(
    (event) => isOwn(event) && isKnown(event) && event.at > world.clock.now - retention + 1000,
  )
  const found = (page.data as readonly EventBody[]).filter(
    (event) =>
      !isAboutDelivery(event) &&
      isKnown(event) &&
      Date.parse(event.created_at) > world.clock.now - retention + 1000,
  )
  const keys = (events: readonly { readonly key: string }[]): string =>
    events
      .map(({ key }) => key)
      .sort()
      .join(', ')
  if (keys(found) !== keys(own)) turn.fail(`${charge.id} lists ${keys(found)}, and should list ${keys(own)}`)
}
