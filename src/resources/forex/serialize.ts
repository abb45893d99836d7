import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { type Currency, rateOf } from '../../kernel/money'
import { livemodeField, locationField, objectField } from '../fields'
import type { Scene } from '../shape'

/** The value of one unit of `base` in the account's currency (assumption `fixed-exchange-rates`). */
export const forexSchema = once(() =>
  z.strictObject({
    object: objectField('forex'),
    rate: z.number().check(z.describe('Units of `quote` for one unit of `base`')),
    location: locationField('/forex/<base>'),
    livemode: livemodeField(),
    base: z.string().check(z.describe('Currency code in lower case')),
    quote: z.string().check(z.describe('Currency of the account, in lower case')),
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
