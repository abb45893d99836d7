import { plain, route } from '../../http/route'
import { failNotFound } from '../../kernel/errors'
import { isCurrency } from '../../kernel/money'
import { forexSchema, renderForex } from './serialize'

export const forexRoutes = [
  route({
    method: 'get',
    path: '/forex/:id',
    summary: 'The rate at which a currency becomes that of the account',
    spec: 'wire',
    returns: () => forexSchema(),
    errors: ['not_found'],
    run: ({ world, id, scene }) => {
      const currency = id.toLowerCase()
      if (!isCurrency(currency)) throw failNotFound('forex', id)
      return plain(renderForex(currency, world.account.currency, scene))
    },
  }),
]
