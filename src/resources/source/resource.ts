import { resource } from '../resource'
import { sourceRoutes } from './routes'
import { sourceRules } from './rows'
import { sourceShape } from './serialize'
import { sourceTriggers } from './triggers'

export const source = resource({
  record: {
    object: 'source',
    prefix: 'src',
    shape: () => sourceShape,
    rows: (world) => world.sources,
    reader: { name: 'sources' },
    rules: () => sourceRules,
  },
  routes: sourceRoutes,
  triggers: () => sourceTriggers,
})
