/** What the cases of check-webhook use: real events, and a way to send them. */

import { createSandbox } from '../../create-sandbox'
import { once } from '../../kernel/json'
import { pause } from '../../kernel/real-time'
import { errorMessage } from '../../kernel/sandbox-error'
import type { ProfileName } from '../../options/profiles'
import { Failure } from '../command-line'
import type { RunningClient } from '../running/client'
import { isEvent, race, type SentEvent, type WebhookCaseContext } from './plays'
import { type CheckedReceiver, senderTo } from './sender'

export interface Knowledge {
  /** A second secret that the receiver knows. */
  readonly oldSecret: string | null
  /** The address at which it reports how many events it has acted on. */
  readonly handledUrl: URL | null
  /** How it finds one of its orders. */
  readonly metadata: Readonly<Record<string, string>> | null
  /** An event about one of its orders, in place of made-up ones. */
  readonly event: SentEvent | null
  /** Makes the events of a sale on a running sandbox, about such an order. */
  readonly made?: MadeSales | undefined
}

type MadeSales = () => Promise<[created: SentEvent, completed: SentEvent]>

export const caseContext = (
  target: CheckedReceiver,
  { oldSecret, handledUrl, metadata, event, made }: Knowledge,
): WebhookCaseContext => {
  const [secret = '', second = null] = target.agreement.secrets
  const sale = made ?? salesOf(target.agreement.profile, event, metadata)
  const named = metadata === null ? 'made up' : 'of --metadata'
  const handled = handledUrl === null ? null : settled(counter(handledUrl))
  const first = once(async () => ({ sale: await sale(), handledBefore: (await handled?.()) ?? 0 }))
  const context: WebhookCaseContext = {
    send: senderTo(target),
    sale,
    first,
    rest: once(async () => race((await first()).sale.slice(1), context)),
    secret,
    agreement: target.agreement,
    oldSecret: oldSecret ?? second,
    handled,
    order: event === null ? named : made === undefined ? 'of --event' : 'of --metadata',
  }
  return context
}

const salesOf = (
  profile: ProfileName,
  given: SentEvent | null,
  metadata: Knowledge['metadata'],
): WebhookCaseContext['sale'] => {
  const made = madeUpSales(profile)
  const about = (event: SentEvent, kept: unknown = {}): SentEvent =>
    metadata === null
      ? event
      : { ...event, data: { ...event.data, metadata: { ...Object(kept), ...metadata } } }
  return async () => {
    const [created, completed] = await made()
    if (given === null) return [about(created), about(completed)]
    // Its id is new to the receiver, as if it had never come.
    const { id, location, created_at } = created
    return [about({ ...given, id, location, created_at }, given.data.metadata)]
  }
}

const usualSale = { amount: 150_000, metadata: { order: 'A-1001' } }

/** Real events from a new sandbox, so that their ids are new to the receiver. */
const madeUpSales = (profile: ProfileName): MadeSales => {
  const sandbox = createSandbox({ profile })
  return async () => {
    const completed = await sandbox.trigger('charge.complete', usualSale)
    const [created] = sandbox.events.list(({ data }) => data.id === completed.data.id)
    if (created === undefined) throw new Error('a sale made no events')
    return [{ ...created }, { ...completed }]
  }
}

/** An address of its own, so that the events of these charges reach the receiver by this command alone. */
const nowhere = 'https://check-webhook.invalid/'

/**
 * Real events of charges on a running sandbox, where the receiver finds them.
 * @throws Failure when the sandbox refuses
 */
export const salesOn = async (
  { control, api }: RunningClient,
  { metadata, event }: Pick<Knowledge, 'metadata' | 'event'>,
) => {
  const { amount, currency, metadata: own } = event?.data ?? {}
  const like = event === null ? usualSale : { amount, currency, metadata: own }
  const named = metadata === null ? {} : { metadata: { ...Object(event?.data.metadata), ...metadata } }
  const sale = { ...like, ...named, webhook_endpoints: [nowhere] }
  const { json: fault } = await control('POST', '/faults', {
    webhook: '*',
    url: `${nowhere}*`,
    respond: { status: 204 },
    times: 1000,
  })
  const make: MadeSales = async () => {
    const { json: completed } = await control('POST', '/trigger/charge.complete', sale)
    const { data } = (await api('/events?limit=100&order=reverse_chronological')).json
    if (!isEvent(completed)) throw new Error('the trigger of an event answered none')
    const events = Array.isArray(data) ? data.filter(isEvent) : []
    const created = events.findLast((event) => event.data.id === completed.data.id)
    return [created ?? completed, completed]
  }
  // One after the other: the newest events are of this sale.
  let last: Promise<unknown> = Promise.resolve()
  return {
    made: (): ReturnType<MadeSales> => {
      const next = last.then(make, make)
      last = next
      return next
    },
    close: () => control('DELETE', `/faults/${fault.id}`),
  }
}

/** A receiver that works from a queue counts with a delay. */
const settleMs = 300

const settled = (count: () => Promise<number>) => async (): Promise<number> => {
  let before = await count()
  for (;;) {
    await pause(settleMs)
    const now = await count()
    if (now === before) return now
    before = now
  }
}

/** The number that the receiver answers, alone or as `{ "handled": 3 }`. */
const counter = (url: URL) => async (): Promise<number> => {
  const text = await fetch(url)
    .then((answer) => answer.text())
    .catch((error) => {
      throw new Failure(`cannot read --handled ${url}: ${causeOf(error)}; start the receiver first`)
    })
  const count = Number(/^\s*(?:\{\s*"handled"\s*:\s*)?(\d+)\s*\}?\s*$/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isSafeInteger(count)) return count
  throw new Failure(
    `--handled ${url} must answer a number or { "handled": number }, not "${text.slice(0, 60)}"`,
  )
}

const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return errorMessage(cause)
}
