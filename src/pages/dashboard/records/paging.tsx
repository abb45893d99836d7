import type { Child } from 'hono/jsx'
import type { Row, Sequence } from '../../../kernel/collection'
import { rowsOfKind } from '../../../sandbox/records/records'
import { kindOfId } from '../../../service/resources/registry'
import type { View } from '../frame/view'

/** Records on a page. */
export const perPage = 25

/** The page in the address, from 1 on. */
export const pageIn = ({ query }: View): number => {
  const given = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(given) && given > 0 ? given : 1
}

export const textIn = ({ query }: View): string => (query.get('q') ?? '').trim().slice(0, 500)

/** The record whose records are listed, without the others; a search looks at all. */
export const ownerIn = (view: View): string | null => (textIn(view) === '' ? view.query.get('of') : null)

/** Whether events about deliveries are listed too. */
export const hasDeliveries = ({ query }: View): boolean => query.get('deliveries') === 'shown'

/**
 * Pages of a list that grows: from the second on, the address names the record that was the newest on the first. In a
 * search of many kinds it names all that were the newest of their kind in the same moment.
 */

const separator = ','

/** Where a page is among all. */
export interface PageOfMany {
  readonly total: number
  /** The number of records that came since; they are on the first page only. */
  readonly newer: number
  /** The ids of the newest records of the pages, which the addresses of the others name. */
  readonly until: string | null
  /** How many there were when the first page was shown; the addresses carry it. */
  readonly atFirst: number
}

/** That number; a page that is shown without one is the first. */
export const atFirstIn = ({ query }: View, total: number): number => {
  const given = Number(query.get('among') ?? '')
  return query.has('until') && Number.isSafeInteger(given) ? given : total
}

interface Until {
  /** As the address has it. */
  readonly text: string
  readonly time: number
  readonly ids: ReadonlySet<string>
}

/** Those records; `null` on a first page, which is live. */
export const untilIn = ({ world, query }: View): Until | null => {
  const text = query.get('until') ?? ''
  const named = text
    .split(separator)
    .flatMap((id) => rowsOfKind(world, kindOfId(id)?.reader?.name ?? '')?.get(id) ?? [])
  const [first] = named
  return first === undefined ? null : { text, time: first.createdAt, ids: new Set(named.map(({ id }) => id)) }
}

/** The number of rows that came after those records. */
export const countSince = ({ time, ids }: Until, rows: Sequence<Row>): number => {
  let count = 0
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const { id, createdAt } = rows.at(i)
    if (createdAt < time || ids.has(id)) break
    count += 1
  }
  return count
}

/** The ids of those rows. */
export const idsSince = (until: Until, rows: Sequence<Row>): readonly string[] => {
  const count = countSince(until, rows)
  return Array.from({ length: count }, (_, i) => rows.at(rows.length - 1 - i).id)
}

/** The newest record of each list, where it was made in the newest moment of all. */
export const newestOf = (lists: readonly Sequence<Row>[]): string | null => {
  const newest = lists.flatMap((rows) => (rows.length === 0 ? [] : [rows.at(rows.length - 1)]))
  const time = Math.max(...newest.map(({ createdAt }) => createdAt))
  const ids = newest.filter(({ createdAt }) => createdAt === time).map(({ id }) => id)
  return ids.length === 0 ? null : [...new Set(ids)].join(separator)
}

/** Where this page is among all, with links to the others. The first is live; what comes moves none of the others. */
export const pages = (view: View, path: string, { total, newer, until, atFirst }: PageOfMany) => {
  const [page, last] = [pageIn(view), Math.max(1, Math.ceil(total / perPage))]
  const query = { q: textIn(view), of: ownerIn(view), deliveries: hasDeliveries(view) ? 'shown' : null }
  const to = (number: number) =>
    view.at(path, number === 1 ? query : { ...query, page: number, until, among: atFirst })
  const step = (number: number, name: string): Child =>
    number < 1 || number > last || number === page ? (
      <span class="soft">{name}</span>
    ) : (
      <a href={to(number)}>{name}</a>
    )
  const from = (page - 1) * perPage + 1
  const left = atFirst - total
  return (
    <nav class="pages" aria-label="Pages">
      <span class="soft">
        {total === 0 || from > total ? 'None' : `${from} to ${Math.min(total, page * perPage)}`} of{' '}
        {total.toLocaleString('en')}
      </span>
      {newer === 0 ? null : <a href={to(1)}>{newer.toLocaleString('en')} newer</a>}
      {last === 1 ? null : (
        <>
          {step(page === 1 ? 0 : 1, 'First')}
          {step(page - 1, 'Newer')}
          {step(page + 1, 'Older')}
          {step(last, 'Last')}
        </>
      )}
      {left <= 0 ? null : (
        <span class="left">
          At least {left.toLocaleString('en')} {left === 1 ? 'record' : 'records'} no longer{' '}
          {left === 1 ? 'fits' : 'fit'}, and those after {left === 1 ? 'it' : 'them'} moved up.{' '}
          <a href={to(1)}>Start again</a>
        </span>
      )}
    </nav>
  )
}
