import { isObject } from '../../kernel/json'
import { printable } from '../../suites/wording'
import { actionOf, Failure, type Given, optionText, wrong } from '../command-line'
import { columns, printMessages, printResult, type Terminal, terminalOf } from '../terminal'
import { type RunningClient, runningClient } from './client'
import type { Following } from './event-stream'

const listedMax = 100
const listedUsually = 20

/** Lists the newest events of a running sandbox, shows one, follows new ones, or delivers one again. */
export const events = async (given: Given): Promise<void> => {
  const [first, ...rest] = given.words ?? []
  const running = runningClient(given)
  const terminal = terminalOf(process.stdout, process.env)
  if (first === 'resend') return resend(given, running)
  if (rest.length > 0) throw wrong(`events takes one id, not "${rest.join(' ')}" too`)
  if (first !== undefined) {
    if (given.flags.follow === true) throw wrong('--follow cannot be used with the id of one event')
    const { json } = await running.api(`/events/${encodeURIComponent(first)}`)
    terminal.write(`${JSON.stringify(json, null, 2)}\n`)
    return
  }
  const limit = limitOf(given)
  // Connect before reading the list, so that no event is missed between the two.
  const following = given.flags.follow === true ? await running.follow() : null
  const newest = await newestOf(running, limit)
  show(given, newest.reverse(), terminal)
  if (following !== null) await printNew(given, following, new Set(newest.map(idOf)))
}

const resend = async (given: Given, running: RunningClient): Promise<void> => {
  const { words } = actionOf('events', { resend: ['<id>'] }, given)
  const { json } = await running.control('POST', `/events/${encodeURIComponent(words[0] ?? '')}/resend`)
  const deliveries = Array.isArray(json.data) ? json.data.filter(isObject) : []
  printResult(given, json, () =>
    deliveries.length === 0
      ? 'not sent: there is no webhook; see --webhook\n'
      : columns(deliveries.map(({ uri, status }) => [String(status ?? 'no answer'), String(uri)])),
  )
}

const limitOf = (given: Given): number => {
  const text = optionText(given, 'limit')
  if (text === undefined) return listedUsually
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > listedMax)
    throw wrong(`--limit must be a whole number from 1 to ${listedMax}, not "${text}"`)
  return limit
}

type EventJson = Readonly<Record<string, unknown>>

const newestOf = async (running: RunningClient, limit: number): Promise<EventJson[]> => {
  const { json } = await running.api(`/events?limit=${limit}&order=reverse_chronological`)
  return Array.isArray(json.data) ? json.data.filter(isObject) : []
}

const idOf = ({ id }: EventJson): string => String(id)

/** Runs until a signal stops it, or until the sandbox no longer answers. */
const printNew = async (given: Given, following: Following, seen: ReadonlySet<string>): Promise<void> => {
  const terminal = terminalOf(process.stdout, process.env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => following.end())
  for await (const { event, data } of following) {
    const { account: _, ...shown } = data
    if (event === 'event' && !seen.has(idOf(shown))) show(given, [shown], terminal)
    else if (event === 'missed') printMessages(['the connection was lost: some events are not in this list'])
  }
}

/** A narrow terminal shows less; `--json` and `events <id>` show everything. */
const wideFrom = 110

const show = (given: Given, list: readonly EventJson[], { columns: width, write }: Terminal): void => {
  if (given.flags.json === true) write(list.map((event) => `${JSON.stringify(event)}\n`).join(''))
  else if (list.length > 0)
    write(
      columns(
        list.map((event) => (given.flags.follow === true ? followedRow(event) : rowOf(event, width))),
        Number.POSITIVE_INFINITY,
      ),
    )
}

/** Wide enough for nearly all event keys, so that later lines align with earlier ones. */
const keyWidth = 21

/** `2026-01-15T09:00:00`. Events have the form of the version that the account had. */
const timeOf = ({ created, created_at: at = created }: EventJson): string => {
  if (typeof at !== 'string') throw new Failure('the server that answers is not a payment-sandbox')
  return at.slice(0, 19)
}

/** `2026-01-15 09:00:00  charge.complete        chrg_…  evnt_… 200` */
const rowOf = (event: EventJson, width: number): string[] => {
  const isWide = width >= wideFrom
  const at = timeOf(event)
    .slice(isWide ? 0 : 5)
    .replace('T', ' ')
  const data = isObject(event.data) ? event.data : {}
  const about = String(data.id ?? '')
  const deliveries = Array.isArray(event.webhook_deliveries) ? event.webhook_deliveries.filter(isObject) : []
  const attempts = data.object === 'webhook_delivery' ? [data] : deliveries
  const statuses = attempts.map(({ status }) => String(status ?? 'failed'))
  return [
    at,
    String(event.key).padEnd(keyWidth),
    ...(isWide ? [about] : []),
    [idOf(event), ...statuses].join(' '),
  ]
}

/** `09:00:00  charge.complete        chrg_…`, and for a delivery `charge.complete 200 http://…`: no id, but its result. */
const followedRow = (event: EventJson): string[] => {
  const { object, id, key, status, error, uri } = isObject(event.data) ? event.data : {}
  const about =
    object === 'webhook_delivery'
      ? printable(`${key}: ${status ?? error ?? 'no answer'} from ${uri}`)
      : String(id ?? '')
  return [timeOf(event).slice('2026-01-15T'.length), String(event.key).padEnd(keyWidth), about]
}
