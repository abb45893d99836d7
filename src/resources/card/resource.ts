import { resource } from '../resource'
import { cardRoutes } from './routes'
import { cardShape } from './serialize'

export const card = resource({
  record: { prefix: 'card', shape: cardShape, rows: (world) => world.cards, reader: { name: 'cards' } },
  routes: cardRoutes,
})
