import * as field from '../field'
import { record, type Shown } from '../record'
import { type DocumentRow, documentKinds } from './model'

const documentPath = ({ dispute, id }: DocumentRow): string => `/disputes/${dispute}/documents/${id}`

/** A file that proves the merchant's side of a dispute. */
export const documentRecord = record<DocumentRow>()({
  object: field.always('document'),
  id: field.id('docu'),
  livemode: field.livemode,
  location: field.location('/disputes/<dispute>/documents/<id>'),
  filename: field.text('Name of the file, without folders'),
  download_uri: field.textOrNull(
    'Address of the file; null once it was deleted',
    (document, _, { baseUrl, calledAddress = () => baseUrl }) =>
      document.deleted
        ? null
        : `${calledAddress()}${documentPath(document)}/downloads/${document.downloadToken}`,
  ),
  deleted: field.flag('Whether it was deleted'),
  kind: field.oneOfOrNull(documentKinds)('Kind of evidence; null when not given'),
  created_at: field.createdAt,
})
export type Document = Shown<typeof documentRecord>
