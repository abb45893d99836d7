import * as z from 'zod/mini'
import { flawed } from '../../../kernel/flaw'
import { isObject, once } from '../../../kernel/json'
import { documented, isoTime } from '../../../kernel/json-schema'
import { limits } from '../../../kernel/limits'
import { bool, int, oneOf, preprocess, text, unlessBlank } from '../../../kernel/wire'
import { readDate } from '../../search/filter'
import { exportFilterTypes } from '../export/model'

const pageSize = () =>
  z.optional(int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax, error: 'invalid_per_page' }))

/** Where a period begins or ends: the first or the last millisecond of a date (assumption `search-period`). */
const bound = (end: 'first' | 'last') => {
  const schema = preprocess((value, context) => {
    const date = typeof value === 'string' ? readDate(value.trim()) : null
    return date === null ? flawed(context, { text: 'is invalid' }) : date[end]
  }, z.int())
  return documented(schema, {
    type: 'string',
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    description: 'In ISO 8601; a day is all of it',
  })
}

/** Values by the names of attributes: `filters[amount]=100`. Which they may be depends on the scope. */
const filters = () => {
  const error = 'invalid_filter'
  const schema = preprocess(
    (value, context) => {
      if (value === '') return {}
      if (!isObject(value))
        return flawed(context, { text: 'must be given by attribute: filters[amount]=100', error })
      // The check of a record drops this name silently.
      if (Object.hasOwn(value, '__proto__'))
        return flawed(context, { text: 'filters[__proto__] is not supported', error, whole: true })
      return value
    },
    z.record(z.string(), z.unknown()),
  )
  return documented(schema, {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'By attribute of the scope: `filters[amount]=100..200`',
  })
}

/** A search whose scope is in its path. */
export const scopedSearchInput = once(() =>
  z.object({
    query: z.optional(text({ max: limits.queryLengthMax })),
    filters: z.optional(filters()),
    expand: z.optional(bool()),
    export: z.optional(bool()),
    filter_type: unlessBlank(oneOf(exportFilterTypes)),
    limit: pageSize(),
    per_page: pageSize(),
    page: z.optional(int({ min: 1, error: 'invalid_page' })),
    from: z.optional(bound('first')),
    to: z.optional(bound('last')),
    order: z.optional(oneOf(['chronological', 'reverse_chronological'])),
  }),
)
export type ScopedSearchInput = z.output<ReturnType<typeof scopedSearchInput>>

/** Any search (spec 4.10). */
export const searchInput = once(() =>
  z.extend(scopedSearchInput(), { scope: unlessBlank(text({ error: 'invalid_scope' })) }),
)

/**
 * What a search found (spec 2.8).
 * @param forms of all that can be found: objects that differ in `object`
 */
export const searchSchema = (forms: readonly z.core.$ZodType[]) =>
  z.strictObject({
    object: z.literal('search').check(z.describe('Always `search`')),
    export: z.nullable(z.string()).check(z.describe('Id of the export; null when none was asked for')),
    data: z
      .array(z.discriminatedUnion('object', forms as readonly z.ZodMiniObject[] as [z.ZodMiniObject]))
      .check(z.describe('The records of this page')),
    page: z.int().check(z.describe('Number of this page, from 1')),
    limit: z.int().check(z.describe('Records per page')),
    per_page: z.int().check(z.describe('The same as `limit`')),
    total: z.int().check(z.describe('Records on all pages')),
    total_pages: z.int().check(z.describe('Number of pages')),
    from: isoTime().check(z.describe('Start of the searched period, ISO 8601 in UTC')),
    to: isoTime().check(z.describe('End of the searched period, ISO 8601 in UTC')),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .check(z.describe('Order of the records by their creation')),
    location: z.string().check(z.describe('Path of the search')),
    scope: z.nullable(z.string()).check(z.describe('The searched scope; null when all were searched')),
    query: z.string().check(z.describe('The searched words; empty when none were given')),
    filters: z.record(z.string(), z.string()).check(z.describe('The filters by attribute')),
    aggregate_level: z.null().check(z.describe('Always null in the sandbox')),
  })
