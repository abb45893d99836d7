import * as z from 'zod'
import { isObject, once } from '../../kernel/json'
import { documented } from '../../kernel/json-schema'
import { limits } from '../../kernel/limits'
import { bool, flawed, int, isoTime, oneOf, text, unlessBlank } from '../../kernel/wire'
import { readDate } from '../../search/filter'
import { exportFilterTypes } from '../export/model'
import { objectField, unusedField } from '../fields'

const pageSize = () =>
  int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax, error: 'invalid_per_page' }).optional()

/** Where a period begins or ends: the first or the last millisecond of a date (assumption `search-period`). */
const bound = (end: 'first' | 'last') => {
  const schema = z.preprocess((value, context) => {
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
  const schema = z.preprocess(
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
    query: text({ max: limits.queryLengthMax }).optional(),
    filters: filters().optional(),
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
export const searchSchema = (forms: readonly z.core.$ZodType[]) =>
  z.strictObject({
    object: objectField('search'),
    export: z.string().nullable().describe('Id of the export; null when none was asked for'),
    data: z
      .array(z.discriminatedUnion('object', forms as readonly z.ZodObject[] as [z.ZodObject]))
      .describe('The records of this page'),
    page: z.int().describe('Number of this page, from 1'),
    limit: z.int().describe('Records per page'),
    per_page: z.int().describe('The same as `limit`'),
    total: z.int().describe('Records on all pages'),
    total_pages: z.int().describe('Number of pages'),
    from: isoTime().describe('Start of the searched period, ISO 8601 in UTC'),
    to: isoTime().describe('End of the searched period, ISO 8601 in UTC'),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .describe('Order of the records by their creation'),
    location: z.string().describe('Path of the search'),
    scope: z.string().nullable().describe('The searched scope; null when all were searched'),
    query: z.string().describe('The searched words; empty when none were given'),
    filters: z.record(z.string(), z.string()).describe('The filters by attribute'),
    aggregate_level: unusedField(),
  })
