import { failNotFound } from '../../../kernel/errors'
import { isCurrency } from '../../../kernel/money'
import { plain, route } from '../../http/route'
import { resource } from '../resource'
import { forexRecord } from './record'

export const forex = resource({
  routes: [
    route({
      method: 'get',
      path: '/forex/:id',
      params: { id: 'Currency code, such as `usd`' },
      summary: 'The rate at which a currency becomes that of the account',
      spec: 'wire',
      returns: () => forexRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id, renderContext }) => {
        const currency = id.toLowerCase()
        if (!isCurrency(currency)) throw failNotFound('forex', id)
        return plain(
          forexRecord.render({ base: currency, quote: world.account.currency }, null, renderContext),
        )
      },
    }),
  ],
})
