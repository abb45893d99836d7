import { resource } from '../resource'
import { tokenRecord } from './record'
import { tokenRoutes } from './routes'

export const token = resource({
  record: {
    object: 'token',
    prefix: 'tokn',
    shape: () => tokenRecord,
    rows: (world) => world.tokens,
    reader: { name: 'tokens' },
  },
  routes: tokenRoutes,
})
