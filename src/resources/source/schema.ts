import * as z from 'zod'
import { once } from '../../kernel/json'
import { amount, array, bool, currency, int, object, oneOf, text, unlessZero } from '../../kernel/wire'

const address = () =>
  object({
    country: text().optional(),
    city: text().optional(),
    postal_code: text().optional(),
    state: text().optional(),
    street1: text().optional(),
    street2: text().optional(),
  })

const item = () =>
  object({
    amount: int({ min: 0 }).optional(),
    sku: text().optional(),
    name: text().optional(),
    quantity: unlessZero(int({ min: 1 })),
    category: text().optional(),
    brand: text().optional(),
    item_uri: text().optional(),
    image_uri: text().optional(),
  })

/** The parameters of a source, without amount and currency. */
const details = once(() => ({
  type: text({ required: true }),
  name: text().optional(),
  email: text().optional(),
  phone_number: text().optional(),
  mobile_number: text().optional(),
  bank: text().optional(),
  barcode: text().optional(),
  installment_term: unlessZero(int({ min: 1 })),
  zero_interest_installments: bool().optional(),
  ip: text().optional(),
  platform_type: oneOf(['WEB', 'IOS', 'ANDROID']).optional(),
  store_id: text().optional(),
  store_name: text().optional(),
  terminal_id: text().optional(),
  promotion_code: text().optional(),
  billing: address().optional(),
  shipping: address().optional(),
  items: array(item(), { max: 100 }).optional(),
}))

export const sourceCreate = once(() =>
  z.object({ currency: currency(), amount: amount({ error: null }), ...details() }),
)
export type SourceInput = z.output<ReturnType<typeof sourceCreate>>

/** Inside a charge, whose amount and currency it takes. */
export const inlineSource = once(() => object(details()))
export type SourceDetailsInput = z.output<ReturnType<typeof inlineSource>>
