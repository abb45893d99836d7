import { iso } from '../../kernel/calendar'
import { firstSince, type Row, type Sequence, sequenceOf } from '../../kernel/collection'
import { limits } from '../../kernel/limits'
import type { ListInput } from './inputs'

/** The rows of one page and the other fields of the list object (spec 2.7, 4.1). */
export interface Page {
  readonly rows: readonly Row[]
  readonly limit: number
  readonly offset: number
  readonly total: number
  readonly order: 'chronological' | 'reverse_chronological'
  readonly from: string
  readonly to: string
}

/** A list that is always empty, as JSON. */
export const emptyList = (input: ListInput, location: string, now: number): object => {
  const page = pageOf(sequenceOf([]), input, now)
  return listObject(page, location, page.rows)
}

/** A page as a list object. */
export const listObject = (page: Page, location: string, data: readonly object[]): object => {
  const { limit, offset, total, order, from, to } = page
  return { object: 'list', data, limit, offset, total, location, order, from, to }
}

/** Reads only the rows of the page: binary search finds the period, the position gives the offset. */
export const pageOf = (rows: Sequence<Row>, input: ListInput, now: number): Page => {
  const limit = input.limit ?? limits.listPageSizeDefault
  const offset = input.offset ?? limits.offsetDefault
  const order = input.order ?? 'reverse_chronological'
  const first = input.from === undefined ? 0 : firstSince(rows, input.from)
  // Without `to` there is no upper bound, so that events of the present millisecond are included.
  const end = input.to === undefined ? rows.length : firstSince(rows, input.to + 1)
  const total = Math.max(0, end - first)
  const shown: Row[] = []
  for (let i = offset; i < Math.min(offset + limit, total); i += 1)
    shown.push(rows.at(order === 'chronological' ? first + i : end - 1 - i))
  return { rows: shown, limit, offset, total, order, from: iso(input.from ?? 0), to: iso(input.to ?? now) }
}
