import { resource } from '../resource'
import { sourceRecord } from './record'
import { sourceRoutes } from './routes'
import { sourceTriggers } from './triggers'

export const source = resource({
  record: {
    object: 'source',
    prefix: 'src',
    shape: () => sourceRecord,
    rows: (world) => world.sources,
    reader: { name: 'sources' },
  },
  routes: sourceRoutes,
  triggers: () => sourceTriggers,
})
