import { iso } from '../../../kernel/calendar'
import { rowsOf } from '../../../kernel/collection'
import type { RequestRecord } from '../../../sandbox/records/requests'
import type { Event } from '../../../service/resources/event/record'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { repeatOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'
import { isFailed, notTaken } from '../parts/attempts'
import { ownEvents } from '../parts/own-events'
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

/** How many stories of each kind a filter looks at. What is older is among the records. */
const filteredMax = 500

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

/** Whether the address asks for some of the stories only. */
export const isFiltered = ({ query }: View): boolean =>
  ['q', 'kind', 'outcome'].some((name) => (query.get(name) ?? '') !== '')

const fits = (story: Story, { query }: View): boolean =>
  (query.get('kind') || story.kind) === story.kind &&
  (query.get('outcome') || storyOutcome(story)) === storyOutcome(story) &&
  hasWords(JSON.stringify(story), filterWords(query))

/** Requests of the shown account and mode, and those whose key belongs to no account. */
const requestsOf = ({ sandbox, account, livemode }: View, last: number): readonly Story[] => {
  const isShown = (request: RequestRecord) =>
    request.account === null || (request.account === account.id && request.livemode === livemode)
  return sandbox.requests.list(isShown, { last }).map((request) => ({ kind: 'request', request }))
}

/** Repeated deliveries: first ones are shown with their events. */
const deliveriesOf = ({ world }: View, last: number): readonly Story[] =>
  rowsOf(world.webhookDeliveries)
    .filter((row) => row.attempt > 1 || repeatOf(world, row) !== null)
    .slice(-last)
    .map((delivery) => ({ kind: 'delivery', delivery }))

const eventsOf = (view: View, last: number): readonly Story[] =>
  ownEvents(view)
    .slice(-last)
    .flatMap(({ id }) => view.mode.events.get(id) ?? [])
    .map((event) => ({ kind: 'event', event }))

/** The latest stories, newest first. An event that a request caused is part of the story of the request. */
export const latestStories = (view: View, count: number): readonly Story[] => {
  const last = isFiltered(view) ? filteredMax : count
  const requests = requestsOf(view, last)
  const caused = new Set(requests.flatMap(eventsIn))
  const events = eventsOf(view, last).filter((story) => !eventsIn(story).some((id) => caused.has(id)))
  // At the same time what followed comes first.
  return [deliveriesOf(view, last), events, requests]
    .flatMap((stories) => stories.toReversed())
    .sort((a, b) => Number(timeOf(b) > timeOf(a)) - Number(timeOf(a) > timeOf(b)))
    .filter((story) => fits(story, view))
    .slice(0, count)
}
