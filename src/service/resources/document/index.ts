import { resource } from '../resource'
import { documentRecord } from './record'
import { documentRoutes } from './routes'

export const document = resource({
  record: {
    object: 'document',
    prefix: 'docu',
    shape: () => documentRecord,
    rows: (world) => world.documents,
    reader: { name: 'documents' },
  },
  routes: documentRoutes,
})
