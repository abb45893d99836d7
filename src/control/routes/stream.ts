import * as z from 'zod/mini'
import { optional } from '../../kernel/wire'
import type { FeedEntry } from '../../sandbox/feed/feed'
import { showRequest } from '../../sandbox/records/requests'
import { showDelivery } from '../../sandbox/webhooks/delivery'
import { inOwnVersion, renderEvent } from '../../service/resources/event/record'
import { renderSubject } from '../../service/resources/registry'
import { type ControlCall, controlRoute } from '../route'
import { connectionOf, streamOf } from '../stream'
import { deliveryBodyOf } from './deliveries'
import { requestBodyOf } from './requests'

/** The names of the kinds of messages in `?only=`. */
const kinds = {
  requests: 'request',
  events: 'event',
  deliveries: 'delivery',
  clock: 'clock',
  resets: 'reset',
} as const satisfies { readonly [name: string]: FeedEntry['kind'] }

type Kind = keyof typeof kinds
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

const kindList = () =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
    z.array(z.custom<Kind>((name) => isKind(String(name)), `must be of ${Object.keys(kinds).join(', ')}`)),
  )

const streamQuery = () =>
  z.strictObject({
    only: optional(
      'Kinds of messages, separated by commas: `requests`, `events`, `deliveries`, `clock`, `resets`. Default: all',
      z.pipe(
        kindList(),
        z.transform((names): ReadonlySet<FeedEntry['kind']> => new Set(names.map((name) => kinds[name]))),
      ),
    ),
  })

type StreamCall = ControlCall<z.output<ReturnType<typeof streamQuery>>>

/** The world of an entry; `null` for requests with an unknown key. */
const worldOf = (entry: FeedEntry) => {
  if (entry.kind === 'request') return entry.request.world
  return 'world' in entry ? entry.world : null
}

/** Whether an entry belongs to the requested account, mode and kinds. */
const wantedBy = ({ alone, account, livemode, input: { only } }: StreamCall) => {
  const id = alone ? account().id : null
  const mode = livemode()
  return (entry: FeedEntry): boolean => {
    const { kind } = entry
    if (only !== undefined && !only.has(kind)) return false
    if (kind === 'clock') return true
    if (kind === 'reset') return id === null || entry.account === null || entry.account === id
    const world = worldOf(entry)
    return (id === null || world?.accountId === id) && (mode === null || world?.livemode === mode)
  }
}

/** The form of the journal, the API and the list of deliveries, at the time of the entry. */
const entryData = (entry: FeedEntry, { sandbox, parts }: StreamCall): object => {
  if (entry.kind === 'request') return requestBodyOf(showRequest(entry.request))
  if (entry.kind === 'clock') return { now: entry.now, frozen: entry.frozen }
  const { clock } = sandbox
  if (entry.kind === 'reset')
    return { account: entry.account, now: clock.now().toISOString(), frozen: clock.frozen }
  const { world, event } = entry
  const { accountId: account, livemode } = world
  const { baseUrl, profileForm } = parts.settings
  if (entry.kind === 'event') {
    const renderContext = { livemode, now: event.createdAt, baseUrl, profileForm }
    return {
      account,
      ...inOwnVersion(event, renderEvent(event, [], renderContext, renderSubject), renderContext),
    }
  }
  const delivery = showDelivery(world, entry.row, event, parts.settings)
  return { account, livemode, ...deliveryBodyOf(delivery) }
}

/** By entry: each is rendered once for all readers. */
const texts = new WeakMap<FeedEntry, string>()

const textOf = (entry: FeedEntry, call: StreamCall): string => {
  const text = texts.get(entry) ?? JSON.stringify(entryData(entry, call))
  texts.set(entry, text)
  return text
}

const example = `event: event
data: {"account":"acct_sandbox","object":"event","key":"charge.complete","data":{"object":"charge"}}
id: 9f0c2b1e-3`

export const streamRoutes = [
  controlRoute('GET /stream', {
    summary:
      'Server-sent events: `request`, `event`, `delivery`, `clock`, `reset`; `?only=requests,events,deliveries`; `Last-Event-ID` resumes the stream',
    scoped: 'all',
    input: streamQuery,
    returns: () => null,
    text: { type: 'text/event-stream', example },
    runsNoJobs: true,
    run: (call) =>
      streamOf({
        feed: call.feed,
        connection: connectionOf(call.exchange),
        wants: wantedBy(call),
        show: (entry) => textOf(entry, call),
      }),
  }),
]
