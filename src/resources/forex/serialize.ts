import * as z from 'zod'
import { once } from '../../kernel/json'
import { type Currency, rateOf } from '../../kernel/money'
import type { Scene } from '../shape'

/** The value of one unit of `base` in the account's currency (assumption `fixed-exchange-rates`). */
export const forexSchema = once(() =>
  z.strictObject({
    object: z.literal('forex'),
    rate: z.number(),
    location: z.string(),
    livemode: z.boolean(),
    base: z.string(),
    quote: z.string(),
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
