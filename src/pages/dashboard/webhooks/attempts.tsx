import { rowsOf } from '../../../kernel/collection'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import type { View } from '../frame/view'
import { attemptName, attemptText, isFailed, LaterSuccess } from '../parts/attempts'
import { Empty, Line } from '../parts/layout'
import { purposeOfEvent, RecordLink, subjectOfEvent } from '../parts/links'
import { type FilterChoice, FilterForm, filterWords, hasWords } from '../parts/search-form'
import { distanceText, Moment, Status } from '../parts/values'
import { PageLinks, pageOf } from '../records/paging'

const fits = (view: View, row: WebhookDeliveryRow, words: readonly string[]): boolean => {
  const outcome = view.query.get('outcome')
  if (outcome === 'good' && isFailed(row)) return false
  if (outcome === 'bad' && !isFailed(row)) return false
  if (words.length === 0) return true
  const { id, key, event, uri, error, status } = row
  const parts = [id, key, event, uri, error, status, subjectOfEvent(view, event), purposeOfEvent(view, event)]
  return hasWords(parts.join(' '), words)
}

/** When an attempt that failed is made again, such as `next in 5 minutes`; empty once that time is over. */
export const nextText = ({ sandbox }: View, { retryAt }: WebhookDeliveryRow): string => {
  const wait = retryAt === null ? -1 : retryAt - sandbox.clock.now().getTime()
  return wait < 0 ? '' : `next ${distanceText(wait)}`
}

/** @param place where the line is: the same attempt can be in the list and in the detail */
export const attemptLine = (view: View, row: WebhookDeliveryRow, place: 'list' | 'detail') => {
  const isListed = place === 'list'
  const subject = isListed ? subjectOfEvent(view, row.event) : null
  const purpose = isListed ? purposeOfEvent(view, row.event) : ''
  const which = isListed ? attemptText(view, row) : ''
  const next = nextText(view, row)
  return (
    <li
      id={`${place}-${row.id}`}
      class={isFailed(row) ? 'bad' : 'good'}
      aria-current={view.query.get('delivery') === row.id ? 'true' : undefined}
    >
      <Line end={<Status code={row.status} />}>
        <Moment at={row.createdAt} now={view.sandbox.clock.now()} />
        <a class="what" href={view.at('/webhooks', { ...Object.fromEntries(view.query), delivery: row.id })}>
          {isListed ? row.key : attemptName(view, row)}
        </a>
        {which === '' ? null : <span class="soft">{which}</span>}
      </Line>
      <div class="words below">
        {subject === null ? null : <RecordLink view={view} id={subject} />}
        {purpose === '' ? null : <span>{purpose}</span>}
        <span class="soft address">{row.uri}</span>
        {row.error === null ? null : <span class="bad">{row.error}</span>}
        {next === '' ? null : <span class="soft">{next}</span>}
        <LaterSuccess view={view} id={row.id} />
      </div>
    </li>
  )
}

const choices: readonly FilterChoice[] = [
  {
    name: 'outcome',
    label: 'Outcome',
    options: [
      ['', 'Any outcome'],
      ['bad', 'Failed'],
      ['good', 'Delivered'],
    ],
  },
]

const nothing = (view: View) => {
  if (view.world.webhookDeliveries.length > 0)
    return (
      <Empty>
        No attempt matches. <a href={view.at('/webhooks')}>Show all</a>
      </Empty>
    )
  return (
    <Empty>
      Nothing was sent yet. With an address above, every event is; the{' '}
      <a href={view.at('/checkout')}>checkout</a> makes some.
    </Empty>
  )
}

/** The attempts to deliver events, newest first. */
export const attempts = (view: View) => {
  const all = rowsOf(view.world.webhookDeliveries)
  const words = filterWords(view.query)
  const page = pageOf(view, all.filter((row) => fits(view, row, words)).toReversed())
  return (
    <>
      <h2 class="attempts">Attempts</h2>
      {all.length === 0 ? null : (
        <FilterForm
          view={view}
          choices={choices}
          path="/webhooks"
          placeholder="Text: an order, an event, an id, an address, a status"
        />
      )}
      {page.total === 0 ? (
        nothing(view)
      ) : (
        <>
          <ol class="stories">{page.shown.map((row) => attemptLine(view, row, 'list'))}</ol>
          <PageLinks view={view} page={page} path="/webhooks" />
        </>
      )}
    </>
  )
}
