import * as z from 'zod/mini'
import { fail, failNotFound, type Problem } from '../../../kernel/errors'
import { hash } from '../../../kernel/ids'
import { step } from '../../../kernel/machine'
import { documented } from '../../../kernel/schema'
import type { UploadedFile } from '../../../kernel/upload'
import { about, oneOf, optional, upload } from '../../../kernel/wire'
import type { World } from '../../world'
import { type DisputeRow, disputeMachine } from '../dispute/model'
import { findDispute } from '../dispute/operations'
import { type DocumentRow, documentKinds } from './model'

/** Without a file the operation answers its own code (`missing_file`). */
export const documentCreate = () =>
  documented(
    z.object({
      file: about(
        'A PNG, JPEG or PDF of at most 10 MiB, with its name, as a part of multipart/form-data',
        upload(),
      ),
      kind: optional('What the file proves. Default: none', oneOf(documentKinds)),
    }),
    { required: ['file'] },
  )
type DocumentInput = z.output<ReturnType<typeof documentCreate>>

/** The allowed types of evidence, recognised by the first bytes, not by the name (assumption `evidence-files`). */
const types: readonly { readonly contentType: string; readonly begins: string }[] = [
  { contentType: 'image/png', begins: '\x89PNG\r\n\x1a\n' },
  { contentType: 'image/jpeg', begins: '\xff\xd8\xff' },
  { contentType: 'application/pdf', begins: '%PDF-' },
]

const contentTypeOf = (file: UploadedFile): string | null =>
  types.find(({ begins }) => file.head.startsWith(begins))?.contentType ?? null

/** Removes the folders that some clients send, and characters that no file name has. */
const fileName = (file: UploadedFile): string => {
  const name = file.filename.split(/[\\/]/).pop() ?? ''
  return Array.from(name)
    .filter((character) => character >= ' ' && character !== '\x7f')
    .join('')
    .trim()
}

const problem = (code: string, text: string): { readonly validation_errors: readonly Problem[] } => ({
  validation_errors: [{ field: 'file', code, message: `file ${text}` }],
})

/** Adds a piece of evidence to an open dispute. */
export const addDocument = (world: World, disputeId: string, input: DocumentInput): DocumentRow => {
  const dispute = findDispute(world, disputeId)
  step(disputeMachine, dispute.state, 'change_documents')
  const { file } = input
  if (file === undefined || fileName(file) === '')
    throw fail('missing_file', problem('required', 'must be sent as multipart/form-data, with its name'))
  if (file.base64 === '') throw fail('missing_file', problem('required', 'is empty'))
  const contentType = contentTypeOf(file)
  if (contentType === null)
    throw fail(
      'invalid_file_type',
      problem('not_supported', 'must be a PNG, JPEG or PDF: its content is not'),
    )
  // From here on nothing can fail.
  const createdAt = world.now()
  const id = world.newId('docu')
  const stored = world.files.insert({ id: world.newId('file'), createdAt, base64: file.base64 })
  const document = world.documents.insert({
    id,
    createdAt,
    dispute: dispute.id,
    filename: fileName(file),
    kind: input.kind ?? null,
    contentType,
    file: stored.id,
    downloadToken: tokenFor(id),
    deleted: false,
  })
  announce(world, dispute)
  return document
}

const tokenFor = (id: string): string =>
  [1, 2].map((part) => hash(`${id}/${part}`).toString(16).toUpperCase().padStart(8, '0')).join('')

export const findDocument = (world: World, dispute: DisputeRow, id: string): DocumentRow => {
  const document = world.documents.get(id)
  if (document === undefined || document.deleted || document.dispute !== dispute.id)
    throw failNotFound('document', id)
  return document
}

export const deleteDocument = (world: World, disputeId: string, id: string): DocumentRow => {
  const dispute = findDispute(world, disputeId)
  const document = findDocument(world, dispute, id)
  step(disputeMachine, dispute.state, 'change_documents')
  // From here on nothing can fail.
  const file = world.files.get(document.file)
  if (file !== undefined) world.files.update(file, { base64: '' })
  const deleted = world.documents.update(document, { deleted: true })
  announce(world, dispute)
  return deleted
}

/** The documents show in the dispute: it has changed, although its row has not. */
const announce = (world: World, dispute: DisputeRow): void =>
  world.emit(
    step(disputeMachine, dispute.state, 'change_documents').emits,
    'dispute',
    dispute,
    dispute.charge,
  )
