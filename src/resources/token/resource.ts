import { resource } from '../resource'
import { tokenRoutes } from './routes'
import { tokenShape } from './serialize'

export const token = resource({
  record: { prefix: 'tokn', shape: tokenShape, rows: (world) => world.tokens, reader: { name: 'tokens' } },
  routes: tokenRoutes,
})
