import type { Row, Sequence } from '../../../kernel/collection'
import { rowsOfKind } from '../../../sandbox/records/records'
import { kindOfId } from '../../../service/resources/registry'
import type { World } from '../../../service/world'
import type { View } from '../frame/view'

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
  /** How many there were when the first page was shown, which those addresses say as well. */
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

const rowWithId = (world: World, id: string): Row | undefined =>
  rowsOfKind(world, kindOfId(id)?.reader?.name ?? '')?.get(id)

/** Those records; `null` on a first page, which is live. */
export const untilIn = ({ world, query }: View): Until | null => {
  const text = query.get('until') ?? ''
  const named = text.split(separator).flatMap((id) => rowWithId(world, id) ?? [])
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
