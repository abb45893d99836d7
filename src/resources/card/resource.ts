import { resource } from '../resource'
import { cardRoutes } from './routes'
import { cardRules } from './rows'
import { cardShape } from './serialize'

export const card = resource({
  record: {
    object: 'card',
    prefix: 'card',
    shape: () => cardShape,
    rows: (world) => world.cards,
    reader: { name: 'cards' },
    rules: () => cardRules,
  },
  routes: cardRoutes,
})
