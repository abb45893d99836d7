import * as z from 'zod/mini'
import { isoTime } from '../../../kernel/schema'

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
