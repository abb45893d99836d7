import { routesOf } from '../../http/route'
import { resource } from '../resource'
import { createToken, findToken, tokenCreate } from './operations'
import { tokenRecord } from './record'

const tokens = routesOf(tokenRecord)

export const token = resource({
  record: { shape: tokenRecord, rows: (world) => world.tokens, reader: { name: 'tokens' } },
  routes: [
    tokens.post('/tokens', '4.3', 'Turn card data into a single-use token', {
      input: () => tokenCreate(),
      host: 'vault',
      key: 'public',
      examples: {
        card: {
          summary: 'A test card that pays',
          value: {
            card: {
              name: 'Somchai Prasert',
              number: '4242424242424242',
              expiration_month: 12,
              expiration_year: 2030,
              security_code: '123',
            },
          },
        },
      },
      invalid: 'invalid_card',
      errors: ['missing_card', 'invalid_card', 'invalid_domain'],
      run: ({ world, input }) => createToken(world, input.card),
    }),
    tokens.get('/tokens/:id', '4.3', 'Retrieve a token', ({ world, id }) => findToken(world, id), {
      host: 'both',
      key: 'any',
    }),
  ],
})
