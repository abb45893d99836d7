import { iso } from '../../../kernel/calendar'
import { gather, latest, rowsOf } from '../../../kernel/collection'
import { type Delivery, deliveryOf } from '../../../sandbox/webhooks/delivery'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { dispatchOf, repeatOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'
import { isFailed } from '../parts/attempts'
import { type Fact, Facts, Section } from '../parts/layout'
import { RecordLink, subjectOfEvent } from '../parts/links'
import { operationAt, Send } from '../parts/send'
import { Status, Time } from '../parts/values'
import { attemptLine, nextText } from './attempts'
import { signing } from './signing'

const otherSecret =
  'The receiver refused the request: compare its secret with the one that signed, which is named at the signature below.'

/** What a receiver most likely means by an answer, and where its owner should look. */
const byStatus: Readonly<Record<number, string>> = {
  400: 'The receiver could not use the request: often it checks the signature with another secret, or over a body that was parsed before.',
  401: otherSecret,
  403: otherSecret,
  404: 'The receiver has nothing at this path: compare the address with the route in its code.',
  405: 'The path takes no POST: compare the address with the route in its code.',
  410: 'The receiver has nothing at this path any more: compare the address with the route in its code.',
  413: 'The receiver takes only smaller bodies.',
  429: 'The receiver takes fewer requests at a time.',
}

interface AttemptAnswer {
  readonly status: number | null
  readonly error: string | null
}

/** The advice for an attempt that failed; `null` where the answer says nothing about the cause. */
const adviceFor = ({ status, error }: AttemptAnswer): string | null => {
  if (error?.endsWith('by a fault')) return 'The receiver was not called: a fault of webhooks did this.'
  if (status === null)
    return error === 'timeout' ? 'The receiver was too slow: let it answer first and work afterwards.' : null
  if (status >= 500) return 'The receiver failed while it worked: its own log says why.'
  return byStatus[status] ?? null
}

/** The most attempts of one event that are shown, the newest. */
const shown = 20

const sendings = { first: 'Sent first', resend: 'Sent again', copy: 'Copied by a fault' } as const

/** The request that caused an event, as long as the journal has it. */
const causeOf = (
  { parts: { journal } }: View,
  event: string,
): { readonly id: string; readonly text: string } | null => {
  const entry = journal?.entries().find(({ made }) => made.events.some(({ id }) => id === event))
  return entry === undefined ? null : { id: entry.id, text: `${entry.method} ${entry.path}` }
}

/** @param answer of the receiver, where it was no success and had a body */
const factsOf = (view: View, row: WebhookDeliveryRow, answer: Delivery['answer']): readonly Fact[] => {
  const [subject, cause] = [subjectOfEvent(view, row.event), causeOf(view, row.event)]
  const next = nextText(view, row)
  const repeat = repeatOf(view.world, row)
  const since = repeat === null ? '' : ` since it was ${sendings[repeat].toLowerCase()}`
  const why = row.error === null ? '' : `: ${row.error}`
  return [
    ['To', <code>{row.uri}</code>],
    ['Answer', `${row.status ?? 'none'}${why}`, isFailed(row) ? 'bad' : 'good'],
    ['It said', answer === null ? null : <pre>{answer}</pre>],
    ['Advice', adviceFor(row)],
    ['Attempt', `${row.attempt}${since}${next === '' ? '' : `, the ${next}`}`],
    ['Event', <RecordLink view={view} id={row.event} />],
    ['About', subject === null ? null : <RecordLink view={view} id={subject} />],
    ['Caused by', cause === null ? null : <a href={view.at(`/requests/${cause.id}`)}>{cause.text}</a>],
  ]
}

/** The attempts to deliver the same event, newest first. A resend counts its attempts from one again. */
const attemptsOf = (view: View, event: string) => {
  const { world } = view
  const newest = latest(world.webhookDeliveries.by('event', event), shown, (row) => row).toReversed()
  const byRun = gather(newest, (row) => dispatchOf(world, row)?.id ?? null)
  const runs = rowsOf(world.dispatches.by('event', event)).filter(({ id }) => byRun.has(id))
  return (
    <Section name="Attempts of this event">
      {runs.toReversed().map(({ id, createdAt }) => {
        const rows = byRun.get(id) ?? []
        const [repeat = 'first'] = rows.flatMap((row) => repeatOf(world, row) ?? [])
        const head = (
          <h4>
            {sendings[repeat]} at <Time at={iso(createdAt)} />
          </h4>
        )
        return (
          <>
            {runs.length > 1 ? head : null}
            <ol class="stories">{rows.map((row) => attemptLine(view, row, 'detail'))}</ol>
          </>
        )
      })}
    </Section>
  )
}

/** One attempt: what was sent, what the receiver answered, and the other attempts; `null` for an unknown one. */
export const attemptSheet = (view: View, id: string) => {
  const row = view.world.webhookDeliveries.get(id)
  const delivery = row === undefined ? null : deliveryOf(view.world, row, view.parts.settings)
  if (row === undefined || delivery === null) return null
  const { delivery: _, ...list } = Object.fromEntries(view.query)
  return (
    <article>
      <a class="back" href={view.at('/webhooks', list)}>
        All attempts
      </a>
      <h2>
        {row.key} <Status code={row.status} />
      </h2>
      <p class="soft">
        Sent <Time at={delivery.created_at} />
      </p>
      <Send
        to={operationAt(view, `/events/${row.event}/resend`)}
        name="Resend"
        tone={isFailed(row) ? 'main' : 'plain'}
        label="Resend the event"
        then={view.at('/webhooks', { ...list, delivery: '{data.0.id}' })}
      />
      <section>
        <Facts of={factsOf(view, row, delivery.answer)} />
      </section>
      {attemptsOf(view, row.event)}
      {signing(view, delivery)}
    </article>
  )
}
