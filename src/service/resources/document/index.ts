import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { findDispute } from '../dispute/operations'
import { listSchema } from '../list'
import { resource } from '../resource'
import { addDocument, deleteDocument, documentCreate, findDocument } from './operations'
import { documentRecord } from './record'

const ofDispute = '/disputes/:id/documents'

export const document = resource({
  record: {
    object: 'document',
    prefix: 'docu',
    shape: () => documentRecord,
    rows: (world) => world.documents,
    reader: { name: 'documents' },
  },
  routes: [
    route({
      method: 'post',
      path: ofDispute,
      files: true,
      summary: 'Upload evidence for an open dispute: a PNG, JPEG or PDF',
      spec: '4.6',
      input: () => documentCreate(),
      returns: () => documentRecord.schema(),
      errors: [
        'dispute_not_found',
        'documents_locked',
        'missing_file',
        'invalid_file_type',
        'body_too_large',
      ],
      run: ({ world, id, input }) => one('document', addDocument(world, id, input)),
    }),
    route({
      method: 'get',
      path: ofDispute,
      summary: 'List the documents of a dispute',
      spec: 'wire',
      input: listInput,
      returns: () => listSchema(documentRecord.schema()),
      errors: ['dispute_not_found'],
      run: ({ world, id }) => list('document', world.documents.by('dispute', findDispute(world, id).id)),
    }),
    route({
      method: 'get',
      path: `${ofDispute}/:sub_id`,
      summary: 'Retrieve a document',
      spec: 'wire',
      input: readInput,
      returns: () => documentRecord.schema(),
      errors: ['dispute_not_found', 'not_found'],
      run: ({ world, id, subId }) => one('document', findDocument(world, findDispute(world, id), subId)),
    }),
    route({
      method: 'delete',
      path: `${ofDispute}/:sub_id`,
      summary: 'Delete a document of an open dispute',
      spec: 'wire',
      returns: () => documentRecord.schema(),
      errors: ['dispute_not_found', 'not_found', 'documents_locked'],
      run: ({ world, id, subId }) => one('document', deleteDocument(world, id, subId)),
    }),
  ],
})
