import { routesOf } from '../../http/route'
import { findDispute } from '../dispute/operations'
import { resource } from '../resource'
import { addDocument, deleteDocument, documentCreate, findDocument } from './operations'
import { documentRecord } from './record'

const documents = routesOf(documentRecord)

const ofDispute = '/disputes/:id/documents'

export const document = resource({
  record: { shape: documentRecord, rows: (world) => world.documents, reader: { name: 'documents' } },
  routes: [
    documents.post(ofDispute, '4.6', 'Upload evidence for an open dispute: a PNG, JPEG or PDF', {
      input: () => documentCreate(),
      files: true,
      errors: [
        'dispute_not_found',
        'documents_locked',
        'missing_file',
        'invalid_file_type',
        'body_too_large',
      ],
      run: ({ world, id, input }) => addDocument(world, id, input),
    }),
    documents.list(
      ofDispute,
      'wire',
      'List the documents of a dispute',
      ({ world, id }) => world.documents.by('dispute', findDispute(world, id).id),
      { errors: ['dispute_not_found'] },
    ),
    documents.get(
      `${ofDispute}/:sub_id`,
      'wire',
      'Retrieve a document',
      ({ world, id, subId }) => findDocument(world, findDispute(world, id), subId),
      { errors: ['dispute_not_found', 'not_found'] },
    ),
    documents.delete(`${ofDispute}/:sub_id`, 'wire', 'Delete a document of an open dispute', {
      errors: ['dispute_not_found', 'not_found', 'documents_locked'],
      run: ({ world, id, subId }) => deleteDocument(world, id, subId),
    }),
  ],
})
