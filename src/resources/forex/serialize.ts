import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { type Currency, rateOf } from '../../kernel/money'
import { field } from '../fields'
import type { Scene } from '../shape'

/** The value of one unit of `base` in the account's currency (assumption `fixed-exchange-rates`). */
export const forexSchema = once(() =>
  z.strictObject({
    object: field.always('forex'),
    rate: z.number().check(z.describe('Units of `quote` for one unit of `base`')),
    location: field.location('/forex/<base>'),
    livemode: field.livemode(),
    base: field.text('Currency code in lower case'),
    quote: field.text('Currency of the account, in lower case'),
  }),
)
export type Forex = z.infer<ReturnType<typeof forexSchema>>

export const renderForex = (base: Currency, quote: Currency, scene: Scene): Forex => ({
  object: 'forex',
  rate: rateOf(base, quote),
  location: `/forex/${base}`,
  livemode: scene.livemode,
  base,
  quote,
})
