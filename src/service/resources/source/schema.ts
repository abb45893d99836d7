import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { amount, array, bool, currency, int, object, oneOf, text, unlessZero } from '../../../kernel/wire'

const address = () =>
  object({
    country: z.optional(text()),
    city: z.optional(text()),
    postal_code: z.optional(text()),
    state: z.optional(text()),
    street1: z.optional(text()),
    street2: z.optional(text()),
  })

const item = () =>
  object({
    amount: z.optional(int({ min: 0 })),
    sku: z.optional(text()),
    name: z.optional(text()),
    quantity: unlessZero(int({ min: 1 })),
    category: z.optional(text()),
    brand: z.optional(text()),
    item_uri: z.optional(text()),
    image_uri: z.optional(text()),
  })

/** The parameters of a source, without amount and currency. */
const details = once(() => ({
  type: text({ required: true }),
  name: z.optional(text()),
  email: z.optional(text()),
  phone_number: z.optional(text()),
  mobile_number: z.optional(text()),
  bank: z.optional(text()),
  barcode: z.optional(text()),
  installment_term: unlessZero(int({ min: 1 })),
  zero_interest_installments: z.optional(bool()),
  ip: z.optional(text()),
  platform_type: z.optional(oneOf(['WEB', 'IOS', 'ANDROID'])),
  store_id: z.optional(text()),
  store_name: z.optional(text()),
  terminal_id: z.optional(text()),
  promotion_code: z.optional(text()),
  billing: z.optional(address()),
  shipping: z.optional(address()),
  items: z.optional(array(item(), { max: 100 })),
}))

export const sourceCreate = once(() =>
  z.object({ currency: currency(), amount: amount({ error: null }), ...details() }),
)
export type SourceInput = z.output<ReturnType<typeof sourceCreate>>

/** Inside a charge, whose amount and currency it takes. */
export const inlineSource = once(() => object(details()))
export type SourceDetailsInput = z.output<ReturnType<typeof inlineSource>>
