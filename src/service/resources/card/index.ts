import { resource } from '../resource'
import { cardRecord } from './record'
import { cardRoutes } from './routes'

export const card = resource({
  record: {
    object: 'card',
    prefix: 'card',
    shape: () => cardRecord,
    rows: (world) => world.cards,
    reader: { name: 'cards' },
  },
  routes: cardRoutes,
})
