import { resource } from '../resource'
import { linkRecord } from './record'
import { linkRoutes } from './routes'
import { linkSearch } from './search'
import { linkTriggers } from './triggers'

export const link = resource({
  record: {
    object: 'link',
    prefix: 'link',
    shape: () => linkRecord,
    rows: (world) => world.links,
    reader: { name: 'links' },
  },
  routes: linkRoutes,
  scopes: () => [linkSearch],
  triggers: () => linkTriggers,
})
