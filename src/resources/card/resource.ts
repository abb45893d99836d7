import { resource } from '../resource'
import { cardRecord } from './record'
import { cardRoutes } from './routes'
import { cardRules } from './rows'

export const card = resource({
  record: {
    object: 'card',
    prefix: 'card',
    shape: () => cardRecord,
    rows: (world) => world.cards,
    reader: { name: 'cards' },
    rules: () => cardRules,
  },
  routes: cardRoutes,
})
