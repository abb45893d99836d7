import { isObject } from '../kernel/json'
import { actionOf } from './actions'
import { textOf, wrong } from './agreement'
import { columns } from './columns'
import { Failure } from './failure'
import type { Given } from './given'
import { type Running, runningOf } from './running'
import { type Terminal, terminalOf } from './terminal'

const listedMax = 100
const listedUsually = 20
/** What follows asks so often: a stream would say the same a little earlier, and only for as long as it is up. */
const followEveryMs = 250

/** Events of a running sandbox: the newest, one, those to come; or delivers one again. */
export const events = async (given: Given): Promise<void> => {
  const [first, ...rest] = given.words ?? []
  const running = runningOf(given)
  const terminal = terminalOf(process.stdout, process.env)
  if (first === 'resend') return resend(given, running, terminal)
  if (rest.length > 0) throw wrong(`events takes one id, not "${rest.join(' ')}" too`)
  if (first !== undefined) {
    if (given.flags.follow === true) throw wrong('--follow cannot be used with the id of one event')
    const { json } = await running.api(`/events/${encodeURIComponent(first)}`)
    terminal.write(`${JSON.stringify(json, null, 2)}\n`)
    return
  }
  const newest = await pageOf(running, limitOf(given), 0)
  show(given, newest.reverse(), terminal)
  if (given.flags.follow === true) await follow(given, running, new Set(newest.map(idOf)))
}

const resend = async (given: Given, running: Running, { write }: Terminal): Promise<void> => {
  const { words } = actionOf('events', { resend: ['<id>'] }, given.words ?? [])
  const { json } = await running.control('POST', `/events/${encodeURIComponent(words[0] ?? '')}/resend`)
  const deliveries = Array.isArray(json.data) ? json.data.filter(isObject) : []
  if (given.flags.json === true) write(`${JSON.stringify(json)}\n`)
  else if (deliveries.length === 0) write('sent nowhere: there is no webhook; see --webhook\n')
  else write(columns(deliveries.map(({ uri, status }) => [String(status ?? 'no answer'), String(uri)])))
}

const limitOf = (given: Given): number => {
  const text = textOf(given, 'limit')
  if (text === undefined) return listedUsually
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > listedMax)
    throw wrong(`--limit must be a whole number from 1 to ${listedMax}, not "${text}"`)
  return limit
}

type Event = Readonly<Record<string, unknown>>

const pageOf = async (running: Running, limit: number, offset: number): Promise<Event[]> => {
  const { json } = await running.api(`/events?limit=${limit}&offset=${offset}&order=reverse_chronological`)
  return Array.isArray(json.data) ? json.data.filter(isObject) : []
}

const idOf = ({ id }: Event): string => String(id)

/** Until it is told to stop, or nobody answers any more. */
const follow = async (given: Given, running: Running, seen: Set<string>): Promise<void> => {
  const terminal = terminalOf(process.stdout, process.env)
  let over = false
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        over = true
        resolve()
      })
  })
  while (!over) {
    const fresh = await unseen(running, seen)
    for (const event of fresh) seen.add(idOf(event))
    show(given, fresh.reverse(), terminal)
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, followEveryMs))])
  }
}

/** Newest first: those that came since one that was seen. */
const unseen = async (running: Running, seen: ReadonlySet<string>): Promise<Event[]> => {
  const fresh: Event[] = []
  for (let offset = 0; ; offset += listedMax) {
    const page = await pageOf(running, listedMax, offset)
    const known = page.findIndex((event) => seen.has(idOf(event)))
    fresh.push(...(known === -1 ? page : page.slice(0, known)))
    if (known !== -1 || page.length < listedMax) return fresh
  }
}

/** What a narrow terminal has no room for is in `--json` and in `events <id>`. */
const wideFrom = 110

const show = (given: Given, list: readonly Event[], { columns: width, write }: Terminal): void => {
  if (given.flags.json === true) write(list.map((event) => `${JSON.stringify(event)}\n`).join(''))
  else if (list.length > 0)
    write(
      columns(
        list.map((event) => rowOf(event, width)),
        Number.POSITIVE_INFINITY,
      ),
    )
}

/** `2026-01-15 09:00:00  charge.complete  chrg_…  evnt_… 200` */
const rowOf = (event: Event, width: number): string[] => {
  if (typeof event.created_at !== 'string') throw new Failure('what answers is no payment-sandbox')
  const isWide = width >= wideFrom
  const at = event.created_at.slice(isWide ? 0 : 5, 19).replace('T', ' ')
  const about = isObject(event.data) ? String(event.data.id ?? '') : ''
  const deliveries = Array.isArray(event.webhook_deliveries) ? event.webhook_deliveries.filter(isObject) : []
  const statuses = deliveries.map(({ status }) => String(status ?? 'failed'))
  return [at, String(event.key), ...(isWide ? [about] : []), [idOf(event), ...statuses].join(' ')]
}
