import { resource } from '../resource'
import { sourceRoutes } from './routes'
import { sourceShape } from './serialize'

export const source = resource({
  record: { prefix: 'src', shape: sourceShape, rows: (world) => world.sources },
  routes: sourceRoutes,
})
