import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { firstSince, type Row, type Sequence, sequenceOf } from '../../kernel/collection'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { documented } from '../../kernel/schema'
import { bool, int, oneOf, optional, when } from '../../kernel/wire'
import type { Profile } from '../../options/profiles'

/** Parameters that many operations share. */
const orders = ['chronological', 'reverse_chronological'] as const

const expandInput = () => optional('Show the objects in place of their ids, one level deep', bool())

/** Any list (spec 4.1). */
export const listInput = once(() =>
  z.object({
    limit: z.optional(
      documented(int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax }), {
        default: limits.listPageSizeDefault,
        description: 'How many records a page has',
      }),
    ),
    offset: z.optional(
      documented(int({ min: 0 }), {
        default: limits.offsetDefault,
        description: 'How many records to skip',
      }),
    ),
    from: optional('Only what was made then or later, in ISO 8601', when()),
    to: optional('Only what was made then or earlier, in ISO 8601', when()),
    order: z.optional(
      documented(oneOf(orders), {
        default: 'reverse_chronological',
        description: 'Oldest or newest first',
      }),
    ),
    expand: expandInput(),
  }),
)
export type ListInput = z.output<ReturnType<typeof listInput>>

/** Reading one record. */
export const readInput = once(() => z.object({ expand: expandInput() }))

/** An operation without parameters. */
export const noInput = once(() => z.object({}))

/** Adds the list order of the profile to a list request without `order`. */
export const inOrder = (
  input: unknown,
  schema: z.core.$ZodType,
  order: Profile['listOrder'],
): typeof input =>
  schema instanceof z.ZodMiniObject && 'offset' in schema.shape ? { order, ...(input as object) } : input

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
