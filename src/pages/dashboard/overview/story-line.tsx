import { isObject } from '../../../kernel/json'
import type { RequestRecord } from '../../../sandbox/records/requests'
import type { Event } from '../../../service/resources/event/record'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import type { View } from '../frame/view'
import { attemptName, isFailed, LaterSuccess, repeatText } from '../parts/attempts'
import { Line } from '../parts/layout'
import { metadataText, PayerLink, purposeOfEvent, RecordLink } from '../parts/links'
import { Moment, Money, State, Status } from '../parts/values'
import { type Story, storyOutcome } from './stories'

/** The amount of a record or of the parameters of a request; nothing where there is none. */
const amountOf = (of: unknown) => {
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

/** The state of a record that was answered, or is in an event. */
const stateOf = (record: object | null) =>
  record !== null && 'status' in record && typeof record.status === 'string' ? (
    <State of={record.status} />
  ) : null

/** What a payment is for, in the words of the shop. */
const descriptionOf = ({ answer, body }: RequestRecord): string | null => {
  const { description, metadata } = { ...body, ...answer }
  const text = typeof description === 'string' ? description : metadataText(metadata)
  return text === '' ? null : text.slice(0, 60)
}

const requestLine = (view: View, request: RequestRecord) => {
  const { id, host, method, path, answer, body, error, status, fault, replayed } = request
  const subject = subjectOf(request)
  const made = madeBy(request, subject)
  const [reason, description] = [reasonOf(request), descriptionOf(request)]
  return (
    <Line end={<Status code={status} none="cut off" />}>
      <Moment at={request.at} now={view.sandbox.clock.now()} />
      <b class="verb">{method}</b>
      <a class="what" href={view.at(`/requests/${id}`, Object.fromEntries(view.query))}>
        {host === 'vault' ? `vault ${path}` : path}
      </a>
      {subject === null || path.endsWith(subject) ? null : <RecordLink view={view} id={subject} />}
      {amountOf(error === null ? (answer ?? body) : body)}
      {stateOf(answer)}
      {made === undefined ? null : <PayerLink view={view} charge={made} />}
      {reason === null ? null : <span class="bad">{reason}</span>}
      {description === null ? null : <span class="soft">{description}</span>}
      {fault === null ? null : (
        <a class="bad" href={view.at('/faults')}>
          fault {fault}
        </a>
      )}
      {replayed ? <span class="soft">replayed</span> : null}
    </Line>
  )
}

type StoryDelivery = RequestRecord['deliveries'][number] | Event['webhook_deliveries'][number]

/** Where an event went, and the answer. */
const sentTo = (view: View, { id, uri, status, error }: StoryDelivery) => (
  <>
    <a class={`to${isFailed({ status }) ? ' bad' : ''}`} href={view.at('/webhooks', { delivery: id })}>
      to {uri}
    </a>
    {error === null ? null : <span class="bad">{error}</span>}
    <LaterSuccess view={view} id={id} />
  </>
)

const repeatNote = (view: View, row: WebhookDeliveryRow) => {
  const text = repeatText(view, row)
  return text === null ? null : <span class="soft">{text}</span>
}

/** An attempt on its own line, below its event. */
const attemptLine = (view: View, attempt: StoryDelivery) => {
  const row = view.world.webhookDeliveries.get(attempt.id)
  return (
    <Line end={<Status code={attempt.status} />}>
      <b class="verb">{row === undefined ? '' : attemptName(view, row)}</b>
      {row === undefined ? null : <Moment at={row.createdAt} now={view.sandbox.clock.now()} />}
      {row === undefined ? null : repeatNote(view, row)}
      {sentTo(view, attempt)}
    </Line>
  )
}

const eventName = (view: View, id: string, key: string) => (
  <>
    <b class="verb">event</b>
    <a class="what" href={view.at(`/records/events/${id}`)}>
      {key}
    </a>
  </>
)

const eventLine = (view: View, { id, key, created_at, data }: Event) => (
  <Line>
    <Moment at={created_at} now={view.sandbox.clock.now()} />
    {eventName(view, id, key)}
    <RecordLink view={view} id={data.id} />
    {amountOf(data)}
    {stateOf(data)}
  </Line>
)

const deliveryLine = (view: View, row: WebhookDeliveryRow) => {
  const purpose = purposeOfEvent(view, row.event)
  return (
    <Line end={<Status code={row.status} />}>
      <Moment at={row.createdAt} now={view.sandbox.clock.now()} />
      <b class="verb">{attemptName(view, row)}</b>
      <a class="what" href={view.at('/webhooks', { delivery: row.id })}>
        {row.key} to {row.uri}
      </a>
      {purpose === '' ? null : <span>{purpose}</span>}
      {repeatNote(view, row)}
      {row.error === null ? null : <span class="bad">{row.error}</span>}
      <LaterSuccess view={view} id={row.id} />
    </Line>
  )
}

interface ConsequencesProps {
  readonly view: View
  readonly of: RequestRecord
  readonly deliveries: readonly StoryDelivery[]
}

/** What a request changed: states, events with their first delivery on the same line, and the other deliveries. */
export const Consequences = ({ view, of: request, deliveries }: ConsequencesProps) => (
  <>
    {request.transitions.map(({ id, from, to }) => (
      <Line>
        <b class="verb">state</b>
        <RecordLink view={view} id={id} />
        <span>
          <span class="soft">{from} to</span> <State of={to} />
        </span>
      </Line>
    ))}
    {request.events.map(({ id, key }) => {
      const [first, ...others] = deliveries.filter((one) => 'event' in one && one.event === id)
      return [
        <Line end={first === undefined ? null : <Status code={first.status} />}>
          {eventName(view, id, key)}
          {first === undefined ? null : sentTo(view, first)}
        </Line>,
        ...others.map((attempt) => attemptLine(view, attempt)),
      ]
    })}
  </>
)

interface StoryLineProps {
  readonly view: View
  readonly of: Story
  /** The attempts that have their own stories on the page, and are not shown again below their events. */
  readonly apart?: ReadonlySet<string>
}

/** One story: a line, and below it the lines of what it caused. */
export const StoryLine = ({ view, of: story, apart }: StoryLineProps) => {
  const { id, line, caused, isOpen = false } = partsOf(view, story, (one) => apart?.has(one.id) !== true)
  return (
    <li id={`story-${id}`} class={storyOutcome(story)} aria-current={isOpen ? 'true' : undefined}>
      {line}
      {caused === undefined ? null : <div class="caused">{caused}</div>}
    </li>
  )
}

const partsOf = (view: View, story: Story, isBelow: (one: StoryDelivery) => boolean) => {
  if (story.kind === 'delivery') return { id: story.delivery.id, line: deliveryLine(view, story.delivery) }
  if (story.kind === 'event') {
    const { event } = story
    const caused = event.webhook_deliveries.filter(isBelow).map((attempt) => attemptLine(view, attempt))
    return { id: event.id, line: eventLine(view, event), caused }
  }
  const { request } = story
  return {
    id: request.id,
    line: requestLine(view, request),
    caused: <Consequences view={view} of={request} deliveries={request.deliveries.filter(isBelow)} />,
    isOpen: view.params.id === request.id,
  }
}
