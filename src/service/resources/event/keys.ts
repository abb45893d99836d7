import { fits, nearest } from '../../../kernel/text'

/** What an event is about: the word under `object` in what the event carries, and the key of the event in both profiles. */
type Occasion = readonly [object: string, spec: string | null, omise: string | null, instead?: string]

/**
 * Every event: by the specification, and by the real service (assumption `event-keys`). Where several have one key, the
 * first is the one that `trigger` makes. `instead` says it in the column that has no event of its own.
 */
export const occasions = {
  'charge.create': ['charge', 'charge.create', 'charge.create'],
  /** A card pays or declines at once. */
  'charge.decide': ['charge', 'charge.complete', null],
  /** The payer who was waited for pays or refuses. */
  'charge.complete': ['charge', 'charge.complete', 'charge.complete'],
  'charge.capture': ['charge', 'charge.update', 'charge.capture'],
  'charge.update': ['charge', 'charge.update', 'charge.update'],
  'charge.reverse': ['charge', 'charge.update', 'charge.reverse'],
  'charge.expire': ['charge', 'charge.update', 'charge.expire'],
  'refund.create': ['refund', 'refund.create', 'refund.create'],
  'customer.create': ['customer', 'customer.create', 'customer.create'],
  'customer.update': ['customer', 'customer.update', 'customer.update'],
  'customer.destroy': ['customer', 'customer.destroy', 'customer.destroy'],
  'customer.update.card': ['customer', null, 'customer.update.card', 'customer.update'],
  /** A card of a customer changes or goes. */
  'customer.cards': ['customer', 'customer.update', null],
  'card.update': ['card', null, 'card.update', 'customer.update'],
  'card.destroy': ['card', null, 'card.destroy', 'customer.update'],
  'transfer.create': ['transfer', 'transfer.create', 'transfer.create'],
  'transfer.send': ['transfer', 'transfer.update', 'transfer.send'],
  'transfer.update': ['transfer', 'transfer.update', 'transfer.update'],
  'transfer.pay': ['transfer', 'transfer.update', 'transfer.pay'],
  'transfer.destroy': ['transfer', 'transfer.destroy', 'transfer.destroy'],
  'transfer.fail': ['transfer', 'transfer.destroy', 'transfer.fail'],
  'dispute.create': ['dispute', 'charge.dispute.create', 'dispute.create'],
  'dispute.update': ['dispute', 'charge.dispute.update', 'dispute.update'],
  'dispute.close': ['dispute', 'charge.dispute.close', 'dispute.close'],
  'dispute.accept': ['dispute', 'charge.dispute.close', 'dispute.accept'],
  'source.create': ['source', 'source.create', null],
  'source.update': ['source', 'source.update', null],
  'source.failed': ['source', 'source.failed', null, 'charge.complete'],
  'source.successful': ['source', 'source.successful', null, 'charge.complete'],
  'link.create': ['link', 'link.create', 'link.create'],
  'link.payment.create': ['charge', 'link.payment.create', null],
  'link.payment.complete': ['charge', 'link.payment.complete', null, 'charge.complete'],
  'recipient.create': ['recipient', 'recipient.create', 'recipient.create'],
  'recipient.update': ['recipient', 'recipient.update', 'recipient.update'],
  'recipient.verify': ['recipient', 'recipient.verify', 'recipient.verify'],
  'recipient.destroy': ['recipient', 'recipient.destroy', 'recipient.destroy'],
  'recipient.activate': ['recipient', null, 'recipient.activate', 'recipient.verify'],
  'recipient.deactivate': ['recipient', null, 'recipient.deactivate', 'recipient.destroy'],
  'schedule.create': ['schedule', 'schedule.create', 'schedule.create'],
  'schedule.suspend': ['schedule', 'schedule.suspend', 'schedule.suspend'],
  'schedule.activate': ['schedule', 'schedule.activate', null],
  'schedule.destroy': ['schedule', 'schedule.destroy', 'schedule.destroy'],
  'schedule.expiring': ['schedule', null, 'schedule.expiring'],
  'schedule.expire': ['schedule', null, 'schedule.expire'],
  'schedule.occurrence.scheduled': ['occurrence', 'schedule.occurrence.scheduled', null],
  'schedule.occurrence.successful': ['occurrence', 'schedule.occurrence.successful', null],
  'schedule.occurrence.failed': ['occurrence', 'schedule.occurrence.failed', null],
  /** Recorded and never delivered (assumption `webhook-events`). */
  'webhooks.deliver': ['webhook_delivery', 'webhooks.deliver', null],
  'webhooks.retry': ['webhook_delivery', 'webhooks.retry', null],
} as const satisfies Record<string, Occasion>

type Occasions = typeof occasions
export type OccasionName = keyof Occasions

/** Whose keys events have: the row `eventKeys` of the profile. */
export type KeySet = 'spec' | 'omise'

const column = { spec: 1, omise: 2 } as const

type KeyIn<S extends KeySet> = Exclude<Occasions[OccasionName][(typeof column)[S]], null>
/** The key of an event, by the specification or by the real service. */
export type EventKey = KeyIn<'spec'> | KeyIn<'omise'>

/** The word under `object` in what an event of this kind carries. */
export type ObjectOfEvent<K extends EventKey> = Extract<
  Occasions[OccasionName],
  { readonly 1: K } | { readonly 2: K }
>[0]

export type ObjectOfOccasion<O extends OccasionName> = Occasions[O][0]

/** The occasions about records of one kind. */
export type OccasionsOf<Object extends string> = {
  [O in OccasionName]: Occasions[O][0] extends Object ? O : never
}[OccasionName]

const rows = Object.entries(occasions) as readonly (readonly [OccasionName, Occasion])[]

const keysIn = (set: KeySet): readonly EventKey[] => [
  ...new Set(rows.flatMap(([, row]) => (row[column[set]] ?? []) as EventKey | [])),
]

const keys: { readonly [S in KeySet]: readonly EventKey[] } = { spec: keysIn('spec'), omise: keysIn('omise') }

/** The keys of one profile. */
export const eventKeysOf = (set: KeySet): readonly EventKey[] => keys[set]

/** The profile whose keys these are. */
export const keySetOf = (known: readonly EventKey[]): KeySet =>
  known.includes('dispute.create') ? 'omise' : 'spec'

export const isKeyIn = (text: string, set: KeySet): text is EventKey => keys[set].some((key) => key === text)

/** Those of both, the specification's first. */
export const eventKeys: readonly EventKey[] = [...new Set([...keys.spec, ...keys.omise])]

/** The word under `object` in what each event carries. */
export const eventObjects = Object.fromEntries(
  rows.flatMap(([, [object, spec, omise]]) =>
    [spec, omise].flatMap((key) => (key === null ? [] : [[key, object] as const])),
  ),
) as { readonly [K in EventKey]: ObjectOfEvent<K> }

/** The key of an event about this; `null` for no event. */
export const keyOf = (occasion: OccasionName, set: KeySet): EventKey | null =>
  occasions[occasion][column[set]]

/** The occasions that events with this key are about. */
export const occasionsOf = (key: string, set: KeySet): readonly OccasionName[] =>
  rows.filter(([, row]) => row[column[set]] === key).map(([name]) => name)

/** Whether two keys can be of one event, each in a profile of its own. */
export const canBeOneEvent = (one: unknown, other: unknown): boolean =>
  one === other ||
  rows.some(([, [, spec, omise]]) => (spec === one && omise === other) || (spec === other && omise === one))

/** Events about deliveries (assumption `webhook-events`). */
export type DeliveryKey = 'webhooks.deliver' | 'webhooks.retry'

export const isAboutDelivery = (key: EventKey): key is DeliveryKey => key.startsWith('webhooks.')

/** The keys of one profile that are delivered. */
export const deliveredKeysOf = (set: KeySet): readonly EventKey[] =>
  keys[set].filter((key) => !isAboutDelivery(key))

const owners = { spec: 'the specification', omise: 'the service' }

/** What the other profile calls the events that fit; `null` where the other one has none either. */
const counterpart = (given: string, set: KeySet): string | null => {
  const own = column[set]
  const other = column[set === 'spec' ? 'omise' : 'spec']
  const fitting = rows.filter(([, row]) => row[other] !== null && fits(given, row[other]))
  if (fitting.length === 0) return null
  const named = [...new Set(fitting.flatMap(([, row]) => row[own] ?? []))]
  if (named.length > 0) return `with the profile ${set} it is ${named.join(', ')}`
  const instead = [...new Set(fitting.flatMap(([, [, , , instead]]) => instead ?? []))]
  const none = `${owners[set]} has no such event`
  return instead.length === 0 ? none : `${none}; there it is ${instead.join(', ')}`
}

/** The end of a message about an unknown key, or a pattern such as `charge.*` that matches none. */
export const meantKeys = (
  given: string,
  set: KeySet,
  known: readonly EventKey[] = eventKeysOf(set),
): string => {
  const elsewhere = counterpart(given, set)
  if (elsewhere !== null) return elsewhere
  const groups = new Set(given.includes('*') ? known.map((key) => key.replace(/\w+$/, '*')) : [])
  const [near] = nearest(given, [...known, ...groups], 1)
  return near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`
}
