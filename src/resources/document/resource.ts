import { resource } from '../resource'
import { documentRoutes } from './routes'
import { documentRules } from './rows'
import { documentShape } from './serialize'

export const document = resource({
  record: {
    object: 'document',
    prefix: 'docu',
    shape: () => documentShape,
    rows: (world) => world.documents,
    reader: { name: 'documents' },
    rules: () => documentRules,
  },
  routes: documentRoutes,
})
