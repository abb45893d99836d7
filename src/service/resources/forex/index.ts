import * as z from 'zod/mini'
import { failNotFound } from '../../../kernel/errors'
import { type Currency, isCurrency, rateOf } from '../../../kernel/money'
import { plain, route } from '../../http/route'
import * as field from '../field'
import { record, type Shown } from '../record'
import { resource } from '../resource'

interface CurrencyPair {
  readonly base: Currency
  /** The currency of the account. */
  readonly quote: Currency
}

/** The value of one unit of `base` in the account's currency (assumption `fixed-exchange-rates`). */
const forexRecord = record<CurrencyPair>()({
  object: field.always('forex'),
  rate: field.of(z.number)('Units of `quote` for one unit of `base`', ({ base, quote }) =>
    rateOf(base, quote),
  ),
  location: field.location('/forex/<base>'),
  livemode: field.livemode,
  base: field.text('Currency code in lower case'),
  quote: field.text('Currency of the account, in lower case'),
})
export type Forex = Shown<typeof forexRecord>

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
      run: ({ world, id, scene }) => {
        const currency = id.toLowerCase()
        if (!isCurrency(currency)) throw failNotFound('forex', id)
        return plain(forexRecord.render({ base: currency, quote: world.account.currency }, null, scene))
      },
    }),
  ],
})
