import type { RequestRecord } from '../../library/records/requests'
import type { Delivery } from '../../library/webhooks/delivery'
import { isAboutDelivery } from '../../resources/event/model'
import type { Event } from '../../resources/event/serialize'
import type { View } from '../frame/view'

/** One thing that happened, with all that it caused. */
export type Story =
  | { readonly kind: 'request'; readonly request: RequestRecord }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'delivery'; readonly delivery: Delivery }

const storyKinds = ['request', 'event', 'delivery'] as const
const outcomes = ['good', 'bad'] as const

interface StoryFilter {
  /** Words in lower case, all of which the story must contain. */
  readonly words: readonly string[]
  readonly kind: (typeof storyKinds)[number] | null
  readonly outcome: (typeof outcomes)[number] | null
}

const oneOf = <T extends string>(text: string | null, values: readonly T[]): T | null =>
  values.find((value) => value === text) ?? null

export const filterIn = (query: URLSearchParams): StoryFilter => ({
  words: (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean),
  kind: oneOf(query.get('kind'), storyKinds),
  outcome: oneOf(query.get('outcome'), outcomes),
})

/** How far back a filter looks: the journal keeps no more by default. What is older is among the records. */
const filteredMax = 1000

/** Times in ISO 8601 are in the order of their texts. */
const timeOf = (story: Story): string => {
  if (story.kind === 'request') return story.request.at
  return story.kind === 'event' ? story.event.created_at : story.delivery.created_at
}

/** A request fails by its status, an event by the last answer to its webhook. */
export const outcomeOf = (story: Story): 'good' | 'bad' => {
  if (story.kind === 'delivery') return story.delivery.delivered ? 'good' : 'bad'
  if (story.kind === 'event') return isUndelivered(story.event) ? 'bad' : 'good'
  const { status, deliveries } = story.request
  return status < 200 || status >= 400 || deliveries.some(isFailed) ? 'bad' : 'good'
}

/** An attempt that had no answer, or one that was not a success. */
export const isFailed = ({ status }: { readonly status: number | null }): boolean =>
  status === null || status < 200 || status >= 300

/** Whether the last attempt for one of its addresses has failed. */
const isUndelivered = ({ webhook_deliveries: attempts }: Event): boolean =>
  [...new Map(attempts.map((attempt) => [attempt.uri, attempt])).values()].some(isFailed)

const fits = (story: Story, { words, kind, outcome }: StoryFilter): boolean => {
  if (kind !== null && story.kind !== kind) return false
  if (outcome !== null && outcomeOf(story) !== outcome) return false
  if (words.length === 0) return true
  const text = JSON.stringify(story).toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Requests of the shown account and mode, and those whose key belongs to no account; newest first. */
const requestsOf = ({ sandbox, account, livemode }: View, last: number): readonly Story[] => {
  const isShown = (request: RequestRecord) =>
    request.account === null || (request.account === account.id && request.livemode === livemode)
  const found = sandbox.requests.list(isShown, { last })
  return found.map((request): Story => ({ kind: 'request', request })).reverse()
}

/** Events and repeated deliveries, newest first. First deliveries are shown with their events. */
const othersOf = ({ mode }: View, last: number): readonly Story[] => {
  const events = mode.events
    .list(({ key }) => !isAboutDelivery(key), { last })
    .map((event): Story => ({ kind: 'event', event }))
  // Looked for among the latest only: most attempts are first ones.
  const repeated = mode.webhooks
    .deliveries(undefined, { last: last * 2 })
    .filter(({ attempt }) => attempt > 1)
    .map((delivery): Story => ({ kind: 'delivery', delivery }))
  return merged(repeated.reverse(), events.reverse())
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
  const caused = new Set(
    requests.flatMap((story) => (story.kind === 'request' ? story.request.events.map(({ id }) => id) : [])),
  )
  const others = othersOf(view, last).filter((story) => story.kind !== 'event' || !caused.has(story.event.id))
  return merged(others, requests)
    .filter((story) => fits(story, filter))
    .slice(0, count)
}
