import { resource } from '../resource'
import { linkRoutes } from './routes'
import { linkRules } from './rows'
import { linkSearch } from './search'
import { linkShape } from './serialize'
import { linkTriggers } from './triggers'

export const link = resource({
  record: {
    object: 'link',
    prefix: 'link',
    shape: () => linkShape,
    rows: (world) => world.links,
    reader: { name: 'links' },
    rules: () => linkRules,
  },
  routes: linkRoutes,
  scopes: () => [linkSearch],
  triggers: () => linkTriggers,
})
