import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { bool, int, isoTime, oneOf, text, unlessBlank } from '../../kernel/wire'
import { bound, filters } from '../../search/parameters'
import { exportFilterTypes } from '../export/model'

const pageSize = () =>
  int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax, error: 'invalid_per_page' }).optional()

/** A search whose scope is in its path. */
export const scopedSearchInput = once(() =>
  z.object({
    query: text({ max: limits.queryLengthMax }).optional(),
    filters: filters('invalid_filter').optional(),
    expand: bool().optional(),
    export: bool().optional(),
    filter_type: unlessBlank(oneOf(exportFilterTypes)),
    limit: pageSize(),
    per_page: pageSize(),
    page: int({ min: 1, error: 'invalid_page' }).optional(),
    from: bound('first').optional(),
    to: bound('last').optional(),
    order: oneOf(['chronological', 'reverse_chronological']).optional(),
  }),
)
export type ScopedSearchInput = z.output<ReturnType<typeof scopedSearchInput>>

/** Any search (spec 4.10). */
export const searchInput = once(() =>
  scopedSearchInput().extend({ scope: unlessBlank(text({ error: 'invalid_scope' })) }),
)

/**
 * What a search found (spec 2.8).
 * @param forms of all that can be found: objects that differ in `object`
 */
export const searchSchema = (forms: readonly z.ZodType[]) =>
  z.strictObject({
    object: z.literal('search'),
    export: z.string().nullable(),
    data: z.array(z.discriminatedUnion('object', forms as readonly z.ZodObject[] as [z.ZodObject])),
    page: z.int(),
    limit: z.int(),
    per_page: z.int(),
    total: z.int(),
    total_pages: z.int(),
    from: isoTime(),
    to: isoTime(),
    order: z.enum(['chronological', 'reverse_chronological']),
    location: z.string(),
    scope: z.string().nullable(),
    query: z.string(),
    filters: z.record(z.string(), z.string()),
    aggregate_level: z.null(),
  })
