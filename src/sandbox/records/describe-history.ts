import { iso } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { isAboutDelivery } from '../../service/resources/event/model'
import type { World } from '../../service/world'

/** The most kinds of each that a message names. */
const namedMax = 10

/** Recorded events, deliveries and waiting attempts, for the message of a wait that timed out. */
export const describeHistory = (world: World): string => {
  const events = rowsOf(world.events).filter(({ key }) => !isAboutDelivery(key))
  const deliveries = rowsOf(world.webhookDeliveries)
  const queued = rowsOf(world.dispatches)
  const due = queued.filter(({ state }) => state === 'due')
  const waiting = queued.filter(({ state }) => state === 'waiting')
  const ways = (rows: typeof queued): string[] =>
    rows.map(({ event, uri }) => `${world.events.get(event)?.key ?? event} to ${uri}`)
  const keys = events.map(({ key }) => key)
  const attempts = deliveries.map(({ key, uri, status, error }) => `${key} to ${uri} (${status ?? error})`)
  return [
    named('events', keys),
    named('deliveries', attempts),
    ...(due.length === 0 ? [] : [named('unanswered', ways(due))]),
    ...(waiting.length === 0 ? [] : [named('waiting for the clock', ways(waiting))]),
    `the clock shows ${iso(world.now())}`,
  ].join('\n  ')
}

const named = (what: string, all: readonly string[]): string => {
  if (all.length === 0) return `${what}: none`
  const counts = new Map<string, number>()
  for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1)
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${text}, ${count} times`))
  const more = texts.length > namedMax ? `${texts.length - namedMax} others; ` : ''
  return `${what}: ${more}${texts.slice(-namedMax).join('; ')}`
}
