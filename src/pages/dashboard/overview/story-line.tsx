import { iso } from '../../../kernel/calendar'
import { isObject } from '../../../kernel/json'
import type { RequestRecord } from '../../../sandbox/records/requests'
import type { Event } from '../../../service/resources/event/record'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import type { View } from '../frame/view'
import { isFailed, LaterSuccess, repeatText } from '../parts/attempts'
import { Line } from '../parts/line'
import { PayerLink } from '../parts/payer-link'
import { metadataText, purposeOfEvent } from '../parts/purpose'
import { RecordLink } from '../parts/record-link'
import { Moment, Money, State, Status } from '../parts/values'
import { outcomeOf, type Story } from './stories'

interface LineProps<T> {
  readonly view: View
  readonly of: T
}

/** The amount of a record or of the parameters of a request; nothing where there is none. */
const AmountOf = ({ of }: { readonly of: unknown }) => {
  if (!isObject(of) || typeof of.currency !== 'string') return null
  // Parameters of a form are text.
  const amount = typeof of.amount === 'string' ? Number(of.amount) : of.amount
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null
  return <Money amount={amount} currency={of.currency} />
}

/** What a request is about: the record that it answered with, or the one that its path names. */
const subjectOf = ({ answer, path }: RequestRecord): string | null => {
  if (typeof answer?.id === 'string') return answer.id
  return path.split('/').findLast((part) => /^[a-z]+_\w+$/.test(part)) ?? null
}

/** The record that a request made, where it made one. */
const madeBy = ({ transitions }: RequestRecord, subject: string | null): string | undefined =>
  transitions.find(({ id, from }) => id === subject && from === 'new')?.id

/** Why a payment failed or a request was refused. */
const reasonOf = ({ answer, error }: RequestRecord): string | null =>
  error ?? (typeof answer?.failure_code === 'string' ? answer.failure_code : null)

/** What a payment is for, in the words of the shop. */
const descriptionOf = ({ answer, body }: RequestRecord): string | null => {
  const { description, metadata } = { ...body, ...answer }
  const text = typeof description === 'string' ? description : metadataText(metadata)
  return text === '' ? null : text.slice(0, 60)
}

/** The state of the record that was answered. */
const stateOf = ({ answer }: RequestRecord): string | null =>
  typeof answer?.status === 'string' ? answer.status : null

const RequestLine = ({ view, of: request }: LineProps<RequestRecord>) => {
  const subject = subjectOf(request)
  const made = madeBy(request, subject)
  const [state, reason, description] = [stateOf(request), reasonOf(request), descriptionOf(request)]
  return (
    <Line end={<Status code={request.status} none="cut off" />}>
      <Moment at={request.at} now={view.sandbox.clock.now()} />
      <b class="verb">{request.method}</b>
      <a class="what" href={view.at(`/requests/${request.id}`, Object.fromEntries(view.query))}>
        {request.host === 'vault' ? `vault ${request.path}` : request.path}
      </a>
      {subject === null || request.path.endsWith(subject) ? null : <RecordLink view={view} id={subject} />}
      <AmountOf of={request.error === null ? (request.answer ?? request.body) : request.body} />
      {state === null ? null : <State of={state} />}
      {made === undefined ? null : <PayerLink view={view} charge={made} />}
      {reason === null ? null : <span class="bad">{reason}</span>}
      {description === null ? null : <span class="soft">{description}</span>}
      {request.fault === null ? null : (
        <a class="bad" href={view.at('/faults')}>
          fault {request.fault}
        </a>
      )}
      {request.replayed ? <span class="soft">replayed</span> : null}
    </Line>
  )
}

type StoryDelivery = RequestRecord['deliveries'][number] | Event['webhook_deliveries'][number]

/** Where an event went, and the answer. */
const SentTo = ({ view, of: { id, uri, status, error } }: LineProps<StoryDelivery>) => (
  <>
    <a class={`to${isFailed({ status }) ? ' bad' : ''}`} href={view.at('/webhooks', { delivery: id })}>
      to {uri}
    </a>
    {error === null ? null : <span class="bad">{error}</span>}
    <LaterSuccess view={view} id={id} />
  </>
)

const Repeat = ({ view, of }: LineProps<WebhookDeliveryRow>) => {
  const text = repeatText(view, of)
  return text === null ? null : <span class="soft">{text}</span>
}

/** An attempt on a line of its own, below its event. */
const AttemptOf = ({ view, of: attempt }: LineProps<StoryDelivery>) => {
  const row = view.world.webhookDeliveries.get(attempt.id)
  return (
    <Line id={`at-${attempt.id}`} end={<Status code={attempt.status} />}>
      <b class="verb">{row === undefined ? '' : `attempt ${row.attempt}`}</b>
      {row === undefined ? null : <Moment at={iso(row.createdAt)} now={view.sandbox.clock.now()} />}
      {row === undefined ? null : <Repeat view={view} of={row} />}
      <SentTo view={view} of={attempt} />
    </Line>
  )
}

/** An event that something caused, with its first delivery on the same line. */
const CausedEvent = ({
  view,
  of: { id, key, sent },
}: LineProps<{ id: string; key: string; sent: readonly StoryDelivery[] }>) => {
  const [first, ...others] = sent
  return (
    <>
      <Line id={`event-${id}`} end={first === undefined ? null : <Status code={first.status} />}>
        <b class="verb">event</b>
        <a class="what" href={view.at(`/records/events/${id}`)}>
          {key}
        </a>
        {first === undefined ? null : <SentTo view={view} of={first} />}
      </Line>
      {others.map((attempt) => (
        <AttemptOf view={view} of={attempt} />
      ))}
    </>
  )
}

const EventLine = ({ view, of: event }: LineProps<Event>) => (
  <Line>
    <Moment at={event.created_at} now={view.sandbox.clock.now()} />
    <b class="verb">event</b>
    <a class="what" href={view.at(`/records/events/${event.id}`)}>
      {event.key}
    </a>
    <RecordLink view={view} id={String(event.data.id)} />
    <AmountOf of={event.data} />
    {'status' in event.data && typeof event.data.status === 'string' ? (
      <State of={event.data.status} />
    ) : null}
  </Line>
)

const DeliveryLine = ({ view, of: delivery }: LineProps<WebhookDeliveryRow>) => {
  const purpose = purposeOfEvent(view, delivery.event)
  return (
    <Line end={<Status code={delivery.status} />}>
      <Moment at={iso(delivery.createdAt)} now={view.sandbox.clock.now()} />
      <b class="verb">attempt {delivery.attempt}</b>
      <a class="what" href={view.at('/webhooks', { delivery: delivery.id })}>
        {delivery.key} to {delivery.uri}
      </a>
      {purpose === '' ? null : <span>{purpose}</span>}
      <Repeat view={view} of={delivery} />
      {delivery.error === null ? null : <span class="bad">{delivery.error}</span>}
      <LaterSuccess view={view} id={delivery.id} />
    </Line>
  )
}

/** What a request changed: states, events, and where the events went. */
const Consequences = ({ view, of: request }: LineProps<RequestRecord>) => (
  <>
    {request.transitions.map(({ id, from, to }) => (
      <Line id={`move-${request.id}-${id}-${to}`}>
        <b class="verb">state</b>
        <RecordLink view={view} id={id} />
        <span>
          <span class="soft">{from} to</span> <State of={to} />
        </span>
      </Line>
    ))}
    {request.events.map(({ id, key }) => (
      <CausedEvent
        view={view}
        of={{ id, key, sent: request.deliveries.filter(({ event }) => event === id) }}
      />
    ))}
  </>
)

interface StoryLineProps extends LineProps<Story> {
  /** The attempts that have stories of their own on the page, and are not shown again below their events. */
  readonly apart?: ReadonlySet<string>
}

const noAttempts: ReadonlySet<string> = new Set()

/** One story: a line, and below it the lines of what it caused. */
export const StoryLine = ({ view, of: story, apart = noAttempts }: StoryLineProps) => {
  const tone = outcomeOf(story)
  const isBelow = ({ id }: StoryDelivery): boolean => !apart.has(id)
  if (story.kind === 'delivery')
    return (
      <li id={`story-${story.delivery.id}`} class={tone}>
        <DeliveryLine view={view} of={story.delivery} />
      </li>
    )
  if (story.kind === 'event')
    return (
      <li id={`story-${story.event.id}`} class={tone}>
        <EventLine view={view} of={story.event} />
        <div class="caused">
          {story.event.webhook_deliveries.filter(isBelow).map((attempt) => (
            <AttemptOf view={view} of={attempt} />
          ))}
        </div>
      </li>
    )
  const { request } = story
  return (
    <li
      id={`story-${request.id}`}
      class={tone}
      aria-current={view.params.id === request.id ? 'true' : undefined}
    >
      <RequestLine view={view} of={request} />
      <div class="caused">
        <Consequences view={view} of={{ ...request, deliveries: request.deliveries.filter(isBelow) }} />
      </div>
    </li>
  )
}
