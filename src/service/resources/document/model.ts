import { collection, type Row } from '../../../kernel/collection'

/** The kind of evidence. */
export const documentKinds = [
  'cardholder_details',
  'details_of_purchase',
  'proof_of_receipt',
  'proof_of_acceptance',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export interface DocumentRow extends Row {
  readonly dispute: string
  /** The file name that the merchant sent, without folders. */
  readonly filename: string
  readonly kind: DocumentKind | null
  /** Derived from the bytes, never from the name. */
  readonly contentType: string
  /** Id of its bytes. */
  readonly file: string
  /** Makes the address of the bytes hard to guess. */
  readonly downloadToken: string
  readonly deleted: boolean
}

export const documents = collection<DocumentRow, 'dispute'>({
  name: 'documents',
  by: { dispute: (document) => (document.deleted ? null : document.dispute) },
})

/**
 * The bytes of a document. Apart from its row, because events keep rows: in the JSON of a snapshot every event of a
 * dispute would repeat them.
 */
export interface FileRow extends Row {
  /** Empty once the document was deleted. */
  readonly base64: string
}

export const files = collection<FileRow>({ name: 'files', by: {} })
