import { makeDecidedCharge } from '../charge/triggers'
import { resource } from '../resource'
import { amountIn, type RecipesFor, recipe } from '../trigger'
import type { refundEvents } from './model'
import { refundRecord } from './record'
import { refundRoutes } from './routes'
import { refundSearch } from './search'

const create = 'POST /charges/:id/refunds'

export const refund = resource({
  record: {
    object: 'refund',
    prefix: 'rfnd',
    shape: () => refundRecord,
    rows: (world) => world.refunds,
    reader: { name: 'refunds' },
  },
  routes: refundRoutes,
  scopes: () => [refundSearch],
  triggers: (): RecipesFor<typeof refundEvents> => ({
    'refund.create': recipe('A charge is refunded', create, (context, given) => {
      const { id } = makeDecidedCharge(context, { amount: Math.max(100_000, amountIn(given, 0)) })
      context.call(create, given, id)
    }),
  }),
})
