import type { Row, Sequence } from '../../kernel/collection'
import { rowsOfKind } from '../../library/records/records'
import { kindOfId } from '../../resources/registry'
import type { View } from '../frame/view'

/** Pages of a list that grows: from the second on, the address names the record that was the newest on the first. */

/** Where a page is among all. */
export interface PageOfMany {
  readonly total: number
  /** The number of records that came since; they are on the first page only. */
  readonly newer: number
  /** The newest record of the pages, which the addresses of the others name. */
  readonly until: string | null
  /** How many there were when the first page was shown, which those addresses say as well. */
  readonly atFirst: number
}

/** That number; a page that is shown without one is the first. */
export const atFirstIn = ({ query }: View, total: number): number => {
  const given = Number(query.get('among') ?? '')
  return query.has('until') && Number.isSafeInteger(given) ? given : total
}

/** That record; `null` on a first page, which is live. */
export const untilIn = ({ world, query }: View): Row | null => {
  const id = query.get('until') ?? ''
  return rowsOfKind(world, kindOfId(id)?.reader?.name ?? '')?.get(id) ?? null
}

/** The number of rows that came after a record: among those of its kind by their order, among others by their time. */
export const countSince = (until: Row, rows: Sequence<Row>): number => {
  let count = 0
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const { id, createdAt } = rows.at(i)
    const isSameTime = createdAt === until.createdAt && kindOfId(id) === kindOfId(until.id)
    if (id === until.id || (createdAt <= until.createdAt && !isSameTime)) break
    count += 1
  }
  return count
}

/** The ids of those rows. */
export const idsSince = (until: Row, rows: Sequence<Row>): readonly string[] => {
  const count = countSince(until, rows)
  return Array.from({ length: count }, (_, i) => rows.at(rows.length - 1 - i).id)
}

/** The newest record of a few lists. */
export const newestOf = (lists: readonly Sequence<Row>[]): string | null =>
  lists
    .flatMap((rows) => (rows.length === 0 ? [] : [rows.at(rows.length - 1)]))
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .at(-1)?.id ?? null
