import { resource } from '../resource'
import { tokenRoutes } from './routes'
import { tokenRules } from './rows'
import { tokenShape } from './serialize'

export const token = resource({
  record: {
    object: 'token',
    prefix: 'tokn',
    shape: () => tokenShape,
    rows: (world) => world.tokens,
    reader: { name: 'tokens' },
    rules: () => tokenRules,
  },
  routes: tokenRoutes,
})
