import { readInput } from '../../http/inputs'
import { one, route } from '../../http/route'
import { resource } from '../resource'
import { createToken, findToken, tokenCreate } from './operations'
import { tokenRecord } from './record'

export const token = resource({
  record: {
    object: 'token',
    prefix: 'tokn',
    shape: () => tokenRecord,
    rows: (world) => world.tokens,
    reader: { name: 'tokens' },
  },
  routes: [
    route({
      method: 'post',
      path: '/tokens',
      host: 'vault',
      key: 'public',
      summary: 'Turn card data into a single-use token',
      spec: '4.3',
      input: () => tokenCreate(),
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
      returns: () => tokenRecord.schema(),
      errors: ['missing_card', 'invalid_card', 'invalid_domain'],
      run: ({ world, input }) => one('token', createToken(world, input.card)),
    }),
    route({
      method: 'get',
      path: '/tokens/:id',
      host: 'both',
      key: 'any',
      summary: 'Retrieve a token',
      spec: '4.3',
      input: readInput,
      returns: () => tokenRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id }) => one('token', findToken(world, id)),
    }),
  ],
})
