import { rowsOf } from '../../../kernel/collection'
import { answerOf, omittedIn } from '../../../sandbox/records/answers'
import { rowsOfKind } from '../../../sandbox/records/records'
import { showRequest } from '../../../sandbox/records/requests'
import type { JournalEntry } from '../../../service/http/journal'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { EventRow } from '../../../service/resources/event/model'
import { machines } from '../../../service/resources/models'
import { deliveriesOf } from '../../../service/resources/webhook-delivery/operations'
import { Facts } from '../../facts'
import type { View } from '../frame/view'
import { eventsIn, type Story } from '../overview/stories'
import { StoryLine } from '../overview/story-line'
import { notTaken } from '../parts/attempts'
import { Code, Json, Section, Value } from '../parts/layout'
import { Ledger } from '../parts/ledger'
import { Machine } from '../parts/machine'
import { AmountField, Field, Send } from '../parts/send'
import { Money, State, Time } from '../parts/values'
import { curlLine, libraryLine, readByApi, readInTest } from './moves/lines'
import type { MoveField, MoveInput } from './moves/move'
import { type OpenMove, openMoves, refusalsOf } from './moves/table'
import { oneOf, type RecordView } from './record-view'
import { relatedRecords } from './related'

const fieldOf = ({ value, currency, ...field }: MoveField) =>
  currency !== undefined && typeof value === 'number' ? (
    <AmountField {...{ ...field, currency }} amount={value} />
  ) : (
    <Field {...field} value={String(value ?? '')} />
  )

/** What the form of a move sends if nothing in it is changed, with a gap for what must be typed. */
const inputOf = ({ fields }: OpenMove): MoveInput =>
  Object.fromEntries(
    fields.flatMap(({ name, value, required }) => {
      if (value !== undefined) return [[name, value]]
      return required === true ? [[name, '…']] : []
    }),
  )

const formOf = (to: string, { name, slug, tone, fields }: OpenMove) => {
  // What cannot be undone needs a confirmation.
  const asked = tone === 'danger' ? { ask: `${name}? This cannot be undone.` } : {}
  if (fields.length === 0) return <Send to={to} name={name} tone={tone} {...asked} />
  return (
    <details class="move" id={`move-${slug}`}>
      <summary class={`button ${tone}`}>{name}…</summary>
      <Send to={to} name={name} tone="main" label={name} done="Done.">
        {fields.map(fieldOf)}
      </Send>
    </details>
  )
}

/** The buttons of a record, and the same moves as lines to copy. */
const moveForms = (view: View, { kind, id }: RecordView) => {
  const moves = openMoves(view, kind, id)
  const refusals = refusalsOf(view, kind, id).map((text) => <p class="soft">{text}</p>)
  if (moves.length === 0) return <>{refusals}</>
  return (
    <div class="moves">
      {refusals}
      <div class="sends">
        {moves.map((move) =>
          formOf(view.at(`/records/${kind}/${encodeURIComponent(id)}/${move.slug}`), move),
        )}
      </div>
      <details class="json" id="moves-as-code">
        <summary>As curl and in a test</summary>
        {moves.map((move) => {
          const request = move.request(inputOf(move))
          return (
            <>
              <h3>{move.name}</h3>
              <Code text={curlLine(request, view)} what={`${move.name} as a curl command`} />
              <Code text={libraryLine(request, view)} what={`${move.name} as a line of a test`} />
            </>
          )
        })}
      </details>
    </div>
  )
}

/** Characters of the answer of a receiver; its attempt shows more. */
const answerMax = 100

/** The events of a record that a receiver has not taken: a shop that waits for one does not know what happened. */
const undelivered = ({ world, at }: View, stories: readonly Story[]) => {
  const events = [...new Set(stories.flatMap(eventsIn))]
  const failed = notTaken(events.flatMap((event) => deliveriesOf(world, event)))
  const newest = failed.toSorted((a, b) => a.createdAt - b.createdAt).at(-1)
  if (newest === undefined) return null
  const keys = [...new Set(failed.map(({ key }) => key))]
  const { id, status, error, answer } = newest
  const words = [status, error, answer?.slice(0, answerMax)].filter(Boolean).join(', ')
  return (
    <p class="remark bad">
      Not delivered: {keys.join(', ')}. The last attempt:{' '}
      <a href={at('/webhooks', { delivery: id })}>{words}</a>
    </p>
  )
}

const head = ({ id, kind, title, amount, state }: RecordView) => (
  <header class="record">
    <p class="soft">{oneOf(kind)}</p>
    <h2>
      {amount === null ? title || id : <Money {...amount} />} {state === null ? null : <State of={state} />}
    </h2>
    {amount === null || title === '' ? null : <p>{title}</p>}
    <Value text={id} what="the id" />
  </header>
)

/** Where the row of a record is in its machine: what the API shows is derived from that state. */
const states = (view: View, { kind, id }: RecordView) => {
  const machine = machines[kind]
  const row: object = rowsOfKind(view.world, kind)?.get(id) ?? {}
  if (machine === undefined || !('state' in row) || typeof row.state !== 'string') return null
  return (
    <Section name="States">
      <Machine machine={machine} at={row.state} />
    </Section>
  )
}

const timeline = (view: View, stories: readonly Story[]) => {
  if (stories.length === 0) return null
  return (
    <Section name="What happened">
      <ol class="stories">
        {stories.map((story) => (
          <StoryLine view={view} of={story} />
        ))}
      </ol>
    </Section>
  )
}

/** The most ledger entries on a page. */
const entriesMax = 8

/** The transactions that a record names. */
const transactionsIn = (row: object | undefined): readonly string[] => {
  const { transaction, transactions }: { transaction?: unknown; transactions?: unknown } = row ?? {}
  const all = Array.isArray(transactions) ? transactions : [transaction]
  return all.filter((id) => typeof id === 'string')
}

/** What was booked for a record, newest first: debits above zero, credits below. */
const entriesOf = ({ world }: View, { kind, id }: RecordView) => {
  const own = [id, ...transactionsIn(rowsOfKind(world, kind)?.get(id))].flatMap(
    (one) => world.transactions.get(one) ?? [],
  )
  return [...own, ...rowsOf(world.bookings.by('origin', id))]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, entriesMax)
}

const asCode = (view: View, { kind, id, json }: RecordView) => {
  const answer = answerOf(view.world, id, view.parts)
  const omitted = omittedIn(answer).join(', ')
  return (
    <Section name="As the API shows it">
      <Json id={`json-${id}`} name="JSON" value={answer} />
      {omitted === '' ? null : (
        <p class="soft">
          Fields of the specification that this profile leaves out, as the real service has none of them:{' '}
          {omitted}
        </p>
      )}
      {typeof json.location === 'string' ? (
        <Code text={readByApi(view, json.location)} what="the request as a curl command" />
      ) : null}
      <Code text={readInTest(view, kind, id)} what="the same in a test" />
    </Section>
  )
}

/** The page of one record. */
export const recordDetail = (view: View, record: RecordView) => {
  const { kind, id, createdAt, facts } = record
  const stories = storiesAbout(view, id)
  return (
    <article aria-label={`${oneOf(kind)} ${id}`}>
      <a class="back" href={view.at(`/records/${kind}`, Object.fromEntries(view.query))}>
        All {kind}
      </a>
      {head(record)}
      {moveForms(view, record)}
      {undelivered(view, stories)}
      <Facts of={[['Created', <Time at={createdAt} />], ...facts()]} />
      {relatedRecords(view, kind, id)}
      {timeline(view, stories)}
      {states(view, record)}
      <Ledger view={view} of={entriesOf(view, record)} own={id} />
      {asCode(view, record)}
    </article>
  )
}

/** The most stories on the page of a record. */
const storiesMax = 15
/** A story, with its place among the events: the clock may stand still. */
interface PlacedStory {
  readonly at: number
  readonly place: number
  readonly story: Story
}

const touches = ({ path, made }: JournalEntry, id: string): boolean =>
  path.split('/').includes(id) ||
  made.moves.some((move) => move.id === id) ||
  made.events.some((event) => event.id === id || event.subject.row.id === id || event.charge === id)

/** The requests that were about a record or changed it. */
const requestsAbout = ({ parts: { journal }, world }: View, id: string): readonly PlacedStory[] => {
  let place = -1
  return (journal?.entries() ?? []).flatMap((entry) => {
    if (entry.world !== world) return []
    const last = entry.made.events.at(-1)
    if (last !== undefined) place = world.events.positionOf(last.id)
    if (!touches(entry, id)) return []
    return [{ at: entry.at, place, story: { kind: 'request', request: showRequest(entry) } }]
  })
}

/** The latest events about a record; those of a charge include its refunds and disputes. */
const eventsAbout = ({ world, mode }: View, id: string): readonly PlacedStory[] => {
  const isAbout = (row: EventRow): boolean =>
    row.id === id || ((row.charge === id || row.subject.row.id === id) && !isAboutDelivery(row.key))
  return rowsOf(world.events)
    .filter(isAbout)
    .slice(-storiesMax)
    .toReversed()
    .flatMap((row) => {
      const event = mode.events.get(row.id)
      const place = world.events.positionOf(row.id)
      return event === undefined ? [] : [{ at: row.createdAt, place, story: { kind: 'event', event } }]
    })
}

/** What happened to a record, newest first. An event that a shown request caused is part of its story. */
const storiesAbout = (view: View, id: string): readonly Story[] => {
  const requests = requestsAbout(view, id).slice(-storiesMax)
  const caused = new Set(requests.flatMap(({ story }) => eventsIn(story)))
  const events = eventsAbout(view, id).filter(
    ({ story }) => story.kind === 'event' && !caused.has(story.event.id),
  )
  return [...requests, ...events]
    .map((placed, i) => ({ ...placed, i }))
    .sort((a, b) => b.at - a.at || b.place - a.place || b.i - a.i)
    .slice(0, storiesMax)
    .map(({ story }) => story)
}
