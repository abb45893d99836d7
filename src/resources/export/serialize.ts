import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Shape } from '../shape'
import { type ExportRow, exportFilterTypes } from './model'

/** A search as a file that can be fetched. */
export const exportSchema = once(() =>
  z.strictObject({
    object: z.literal('export'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    scope: z.string(),
    filter_type: z.enum(exportFilterTypes),
    total: z.int(),
    download_uri: z.string(),
    created_at: isoTime(),
  }),
)
export type Export = z.infer<ReturnType<typeof exportSchema>>

export const exportShape: Shape<ExportRow, null, Export> = {
  object: 'export',
  related: () => null,
  render: (row, _, scene) => ({
    object: 'export',
    id: row.id,
    livemode: scene.livemode,
    location: `/exports/${row.id}`,
    scope: row.scope,
    filter_type: row.filterType,
    total: row.records.length,
    download_uri: `${scene.baseUrl}/exports/${row.id}/downloads/${row.downloadToken}`,
    created_at: iso(row.createdAt),
  }),
  expandable: {},
  schema: exportSchema,
}
