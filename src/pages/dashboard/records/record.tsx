import { rowsOf } from '../../../kernel/collection'
import { currencies, inUnits } from '../../../kernel/money'
import { rowsOfKind } from '../../../sandbox/records/records'
import { machines } from '../../../service/resources/models'
import { deliveriesOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'
import { eventsIn, type Story } from '../overview/stories'
import { StoryLine } from '../overview/story-line'
import { notTaken } from '../parts/attempts'
import { Code, Facts, Heads, Json, Section, Value } from '../parts/layout'
import { RecordLink } from '../parts/links'
import { Machine } from '../parts/machine'
import { Field, operationAt, Send } from '../parts/send'
import { Money, State, Time } from '../parts/values'
import { curlLine, libraryLine, readLines } from './moves/lines'
import type { MoveField, MoveInput, OpenMove } from './moves/move'
import { movesOfKind } from './moves/table'
import { relatedRecords } from './related'
import type { Brief, Sheet } from './sheets/sheet'
import { type RecordHistory, storiesAbout } from './timeline'

/** An amount is shown and typed in units of its currency. */
const fieldOf = ({ label, value, currency, ...field }: MoveField) =>
  currency !== undefined && typeof value === 'number' ? (
    <Field
      {...field}
      label={`${label} in ${currency.toUpperCase()}`}
      value={inUnits(value, currency)}
      as={`money:${currencies[currency].exponent}`}
    />
  ) : (
    <Field {...field} label={label} value={String(value ?? '')} />
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
const moveForms = (view: View, kind: string, id: string) => {
  const moves = movesOfKind(kind).open(view, id)
  if (moves.length === 0) return null
  return (
    <div class="moves">
      <div class="sends">
        {moves.map((move) =>
          formOf(operationAt(view, `/records/${kind}/${encodeURIComponent(id)}/${move.slug}`), move),
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

interface OpenRecord {
  readonly view: View
  readonly kind: string
  readonly id: string
  readonly sheet: Sheet
}

const head = (sheet: Sheet, brief: Brief) => (
  <header class="record">
    <p class="soft">{sheet.one}</p>
    <h2>
      {brief.amount === null ? (brief.about ?? brief.id) : <Money {...brief.amount} />}{' '}
      {brief.state === null ? null : <State of={brief.state} />}
    </h2>
    {brief.amount === null || !brief.about ? null : <p>{brief.about}</p>}
    <Value text={brief.id} what="the id" />
  </header>
)

/** The state that the row of a record stores; what the API shows is derived from it. */
const storedState = ({ view, kind, id }: OpenRecord): string | undefined => {
  const row = rowsOfKind(view.world, kind)?.get(id)
  return row !== undefined && 'state' in row && typeof row.state === 'string' ? row.state : undefined
}

const states = (record: OpenRecord) => {
  const machine = machines[record.kind]
  const at = storedState(record)
  if (machine === undefined || at === undefined) return null
  return (
    <Section name="States">
      <Machine machine={machine} at={at} />
    </Section>
  )
}

const timeline = (view: View, { stories, hasGap }: RecordHistory) => {
  if (stories.length === 0 && !hasGap) return null
  return (
    <Section name="What happened">
      <ol class="stories">
        {stories.map((story) => (
          <StoryLine view={view} of={story} />
        ))}
      </ol>
      {hasGap ? (
        <p class="soft">
          There are too many events to read them all: only the first and the newest 5,000 since its creation
          are searched.
        </p>
      ) : null}
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
const entriesOf = ({ view: { world }, kind, id }: OpenRecord) => {
  const own = [id, ...transactionsIn(rowsOfKind(world, kind)?.get(id))].flatMap(
    (one) => world.transactions.get(one) ?? [],
  )
  return [...own, ...rowsOf(world.bookings.by('origin', id))]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, entriesMax)
}

const ledger = (record: OpenRecord) => {
  const { view, id } = record
  const entries = entriesOf(record)
  if (entries.length === 0) return null
  return (
    <Section name="Ledger">
      <div class="scroll">
        <table class="ledger" aria-label="Ledger">
          <Heads of={['Account', ['Debit', 'number'], ['Credit', 'number']]} />
          {entries.map(({ id: entry, key, currency, lines }) => (
            <tbody>
              <tr>
                <th scope="rowgroup" colspan={3}>
                  {key} {entry === id ? null : <RecordLink view={view} id={entry} />}
                </th>
              </tr>
              {Object.entries(lines).map(([account, amount]) => (
                <tr>
                  <td>{account.replaceAll('_', ' ')}</td>
                  <td class="number">{amount > 0 ? <Money amount={amount} currency={currency} /> : null}</td>
                  <td class="number">{amount < 0 ? <Money amount={-amount} currency={currency} /> : null}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  )
}

/** The path of a record in the API, as its JSON says it. */
const locationOf = (record: object): string | null =>
  'location' in record && typeof record.location === 'string' ? record.location : null

const asCode = ({ view, kind, id, sheet }: OpenRecord) => {
  const record = sheet.record(view, id)
  if (record === undefined) return null
  const location = locationOf(record)
  const lines = readLines(view, { kind, id, location: location ?? '' })
  return (
    <Section name="As the API shows it">
      <Json id={`json-${id}`} name="JSON" value={record} />
      {location === null ? null : <Code text={lines.curl} what="the request as a curl command" />}
      <Code text={lines.library} what="the same in a test" />
    </Section>
  )
}

/** The page of one record. */
export const recordDetail = (record: OpenRecord, brief: Brief) => {
  const { view, kind, id, sheet } = record
  const history = storiesAbout(view, kind, id)
  return (
    <article aria-label={`${sheet.one} ${id}`}>
      <a class="back" href={view.at(`/records/${kind}`, Object.fromEntries(view.query))}>
        All {sheet.title.toLowerCase()}
      </a>
      {head(sheet, brief)}
      {moveForms(view, kind, id)}
      {undelivered(view, history.stories)}
      <Facts of={[['Created', <Time at={brief.createdAt} />], ...sheet.facts(view, id)]} />
      {relatedRecords(view, id, sheet)}
      {timeline(view, history)}
      {states(record)}
      {ledger(record)}
      {asCode(record)}
    </article>
  )
}
