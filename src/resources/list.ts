import * as z from 'zod/mini'
import { iso } from '../kernel/calendar'
import { limits } from '../kernel/limits'
import { field } from './fields'
import type { NestedList } from './shape'

const formOf = <T extends z.core.$ZodType>(items: T) =>
  z.strictObject({
    object: field.always('list'),
    data: z.readonly(z.array(items)).check(z.describe('The records of this page')),
    limit: field.int('Most records on a page'),
    offset: field.int('Skipped records'),
    total: field.int('Records on all pages'),
    location: field.text('Path of the list'),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .check(z.describe('Order of the records by their creation')),
    from: field.time('Start of the period, ISO 8601 in UTC'),
    to: field.time('End of the period, ISO 8601 in UTC'),
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

export const nestedList = <T>(members: readonly T[], location: string, now: number): NestedList<T> => ({
  object: 'list',
  data: members.slice(0, limits.listPageSizeDefault),
  limit: limits.listPageSizeDefault,
  offset: 0,
  total: members.length,
  location,
  order: 'chronological',
  from: '1970-01-01T00:00:00.000Z',
  to: iso(now),
})
