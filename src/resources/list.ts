import * as z from 'zod'
import { iso } from '../kernel/calendar'
import { limits } from '../kernel/limits'
import { isoTime } from '../kernel/wire'
import type { NestedList } from './shape'

const formOf = <T extends z.ZodType>(items: T) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(items).readonly(),
    limit: z.int(),
    offset: z.int(),
    total: z.int(),
    location: z.string(),
    order: z.enum(['chronological', 'reverse_chronological']),
    from: isoTime(),
    to: isoTime(),
  })

const forms = new WeakMap<z.ZodType, z.ZodType>()

/** A list of records of one form. The same form gives the same schema, so that it has one name in documents. */
export const listSchema = <T extends z.ZodType>(items: T): ReturnType<typeof formOf<T>> => {
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
