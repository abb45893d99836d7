import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene, Shape } from '../shape'
import { type DocumentRow, documentKinds } from './model'

/** A file that proves the merchant's side of a dispute. */
export const documentSchema = once(() =>
  z.strictObject({
    object: field.always('document'),
    id: field.id('docu'),
    livemode: field.livemode(),
    location: field.location('/disputes/<dispute>/documents/<id>'),
    filename: field.text('Name of the file, without folders'),
    download_uri: field.textOrNull('Address of the file; null once it was deleted'),
    deleted: field.flag('Whether it was deleted'),
    kind: z.nullable(z.enum(documentKinds)).check(z.describe('Kind of evidence; null when not given')),
    created_at: field.createdAt(),
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
  related: () => null,
  render: (document, _, scene) => renderDocument(document, scene),
  expandable: {},
  schema: documentSchema,
}
