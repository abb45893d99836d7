import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Scene, Shape } from '../shape'
import { type DocumentRow, documentKinds } from './model'

/** A file that proves the merchant's side of a dispute. */
export const documentSchema = once(() =>
  z.strictObject({
    object: z.literal('document'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    filename: z.string(),
    download_uri: z.string().nullable(),
    deleted: z.boolean(),
    kind: z.enum(documentKinds).nullable(),
    created_at: isoTime(),
  }),
)
export type Document = z.infer<ReturnType<typeof documentSchema>>

export const renderDocument = (document: DocumentRow, scene: Scene): Document => {
  const location = `/disputes/${document.dispute}/documents/${document.id}`
  return {
    object: 'document',
    id: document.id,
    livemode: scene.livemode,
    location,
    filename: document.filename,
    download_uri: document.deleted ? null : `${scene.baseUrl}${location}/downloads/${document.downloadToken}`,
    deleted: document.deleted,
    kind: document.kind,
    created_at: iso(document.createdAt),
  }
}

export const documentShape: Shape<DocumentRow, null, Document> = {
  object: 'document',
  related: () => null,
  render: (document, _, scene) => renderDocument(document, scene),
  expandable: {},
  schema: documentSchema,
}
