import { routesOf } from '../../http/route'
import { resource } from '../resource'
import { endSession } from './actions'
import { createSession, findSession } from './operations'
import { checkoutSessionRecord } from './record'
import { sessionCreate } from './schema'

const sessions = routesOf(checkoutSessionRecord)

export const checkoutSession = resource({
  record: {
    shape: checkoutSessionRecord,
    rows: (world) => world.checkoutSessions,
    reader: { name: 'checkoutSessions' },
  },
  routes: [
    sessions.post(
      '/api/sessions',
      'wire',
      'Make a hosted checkout, where a payer pays an order (profile `omise`)',
      {
        profile: 'omise',
        input: () => sessionCreate(),
        examples: {
          order: {
            summary: 'An order, by card or PromptPay',
            value: {
              amount: 100_000,
              currency: 'thb',
              order_id: 'A-1001',
              description: 'Order A-1001',
              payment_methods: ['card', 'promptpay'],
              redirect_urls: {
                complete_url: 'https://shop.example/orders/A-1001/return',
                cancel_url: 'https://shop.example/cart',
              },
              metadata: { order: 'A-1001' },
              style: { theme_color: '#173799', text_color: '#ffffff' },
              locale: 'th',
            },
          },
        },
        run: ({ world, input }) => createSession(world, input),
      },
    ),
    sessions.get(
      '/api/sessions/:id',
      'wire',
      'Retrieve a hosted checkout with its charges (profile `omise`)',
      ({ world, id }) => findSession(world, id),
      { profile: 'omise' },
    ),
  ],
  jobs: {
    'checkout_session.expire': {
      applies: (world, id) => world.checkoutSessions.get(id)?.state === 'open',
      run: (world, id) => void endSession(world, findSession(world, id), 'expired'),
    },
  },
})
