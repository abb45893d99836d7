import * as z from 'zod/mini'
import { type Currency, rateOf } from '../../../kernel/money'
import * as field from '../field'
import { record, type Shown } from '../record'

/** The value of one unit of `base` in the account's currency (assumption `fixed-exchange-rates`). */
export const forexRecord = record<{ readonly base: Currency; readonly quote: Currency }>()({
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
