import { iso } from '../../../kernel/calendar'
import type { Row, Rows } from '../../../kernel/collection'
import type { RequestRecord } from '../../../sandbox/records/requests'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { Event } from '../../../service/resources/event/record'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { repeatOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'
import { isFailed, notTaken } from '../parts/attempts'
import { filterWords, hasWords } from '../parts/search-form'

/** One thing that happened, with all that it caused. */
export type Story =
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'delivery'; readonly delivery: WebhookDeliveryRow }

/** The ids of the events that a story tells of. */
export const eventsIn = (story: Story): readonly string[] => {
  if (story.kind === 'delivery') return []
  return story.kind === 'event' ? [story.event.id] : story.request.events.map(({ id }) => id)
}

const storyKinds = ['request', 'event', 'delivery'] as const
const outcomes = ['good', 'bad'] as const

interface StoryFilter {
  readonly words: readonly string[]
  readonly kind: (typeof storyKinds)[number] | null
  readonly outcome: (typeof outcomes)[number] | null
}

const oneOf = <T extends string>(text: string | null, values: readonly T[]): T | null =>
  values.find((value) => value === text) ?? null

export const filterIn = (query: URLSearchParams): StoryFilter => ({
  words: filterWords(query),
  kind: oneOf(query.get('kind'), storyKinds),
  outcome: oneOf(query.get('outcome'), outcomes),
})

/** How many stories a filter looks at. What is older is among the records. */
const filteredMax = 500
/** Rows that are looked at, of which many may be of other kinds. */
const lookedAtMax = 5000

/** Times in ISO 8601 are in the order of their texts. */
const timeOf = (story: Story): string => {
  if (story.kind === 'request') return story.request.at
  return story.kind === 'event' ? story.event.created_at : iso(story.delivery.createdAt)
}

/** A request fails by its status, and like an event when an address has not taken the webhook, at first or in a retry. */
export const storyOutcome = (story: Story): 'good' | 'bad' => {
  if (story.kind === 'delivery') return isFailed(story.delivery) ? 'bad' : 'good'
  if (story.kind === 'event') return notTaken(story.event.webhook_deliveries).length > 0 ? 'bad' : 'good'
  const { status, deliveries } = story.request
  return status < 200 || status >= 400 || notTaken(deliveries).length > 0 ? 'bad' : 'good'
}

const fits = (story: Story, { words, kind, outcome }: StoryFilter): boolean => {
  if (kind !== null && story.kind !== kind) return false
  if (outcome !== null && storyOutcome(story) !== outcome) return false
  return words.length === 0 || hasWords(JSON.stringify(story), words)
}

/** Requests of the shown account and mode, and those whose key belongs to no account; newest first. */
const requestsOf = ({ sandbox, account, livemode }: View, last: number): readonly Story[] => {
  const isShown = (request: RequestRecord) =>
    request.account === null || (request.account === account.id && request.livemode === livemode)
  const found = sandbox.requests.list(isShown, { last })
  return found.map((request): Story => ({ kind: 'request', request })).reverse()
}

/** The newest rows that fit, newest first. Older ones than the page looks at are not found. */
const newest = <R extends Row>(rows: Rows<R>, count: number, isWanted: (row: R) => boolean): readonly R[] => {
  const found: R[] = []
  const first = Math.max(0, rows.length - lookedAtMax)
  for (let i = rows.length - 1; i >= first && found.length < count; i -= 1) {
    const row = rows.at(i)
    if (isWanted(row)) found.push(row)
  }
  return found
}

/** Events and repeated deliveries, newest first. First deliveries are shown with their events. */
const othersOf = ({ mode, world }: View, count: number): readonly Story[] => {
  const events = newest(world.events, count, ({ key }) => !isAboutDelivery(key)).flatMap(
    ({ id }): Story[] => {
      const event = mode.events.get(id)
      return event === undefined ? [] : [{ kind: 'event', event }]
    },
  )
  const repeated = newest(
    world.webhookDeliveries,
    count,
    (row) => row.attempt > 1 || repeatOf(world, row) !== null,
  )
  return merged(
    repeated.map((delivery): Story => ({ kind: 'delivery', delivery })),
    events,
  )
}

/** Two lists that are newest first, as one; at the same time the former come first. */
const merged = (a: readonly Story[], b: readonly Story[]): readonly Story[] => {
  const all: Story[] = []
  let next = 0
  for (const story of a) {
    for (let other = b[next]; other !== undefined && timeOf(other) > timeOf(story); other = b[next]) {
      all.push(other)
      next += 1
    }
    all.push(story)
  }
  return [...all, ...b.slice(next)]
}

/** The latest stories, newest first. An event that a request caused is part of the story of the request. */
export const latestStories = (view: View, filter: StoryFilter, count: number): readonly Story[] => {
  const isFiltered = filter.words.length > 0 || filter.kind !== null || filter.outcome !== null
  const last = isFiltered ? filteredMax : count
  const requests = requestsOf(view, last)
  const caused = new Set(requests.flatMap(eventsIn))
  const others = othersOf(view, last).filter((story) => story.kind !== 'event' || !caused.has(story.event.id))
  return merged(others, requests)
    .filter((story) => fits(story, filter))
    .slice(0, count)
}
