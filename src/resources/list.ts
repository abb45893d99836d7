import * as z from 'zod'
import { iso } from '../kernel/calendar'
import { limits } from '../kernel/limits'
import { isoTime } from '../kernel/wire'
import type { NestedList } from './shape'

export const listSchema = <T extends z.ZodType>(items: T) =>
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
