import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { limits } from '../../kernel/limits'
import { isoTime } from '../../kernel/schema'
import type { NestedList } from './shape'

const formOf = <T extends z.core.$ZodType>(items: T) =>
  z.strictObject({
    object: z.literal('list').check(z.describe('Always `list`')),
    data: z.readonly(z.array(items)).check(z.describe('The records of this page')),
    limit: z.int().check(z.describe('Most records on a page')),
    offset: z.int().check(z.describe('Skipped records')),
    total: z.int().check(z.describe('Records on all pages')),
    location: z.string().check(z.describe('Path of the list')),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .check(z.describe('Order of the records by their creation')),
    from: isoTime().check(z.describe('Start of the period, ISO 8601 in UTC')),
    to: isoTime().check(z.describe('End of the period, ISO 8601 in UTC')),
  })

const forms = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/** A list of records of one form. The same form gives the same schema, so that it has one name in documents. */
export const listSchema = <T extends z.core.$ZodType>(items: T): ReturnType<typeof formOf<T>> => {
  const known = forms.get(items) as ReturnType<typeof formOf<T>> | undefined
  if (known !== undefined) return known
  const made = formOf(items)
  forms.set(items, made)
  return made
}

export const nestedList = <T>(
  members: readonly T[],
  location: string,
  now: number,
  total = members.length,
): NestedList<T> => ({
  object: 'list',
  data: members.slice(0, limits.listPageSizeDefault),
  limit: limits.listPageSizeDefault,
  offset: 0,
  total,
  location,
  order: 'chronological',
  from: '1970-01-01T00:00:00.000Z',
  to: iso(now),
})
