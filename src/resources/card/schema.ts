import * as z from 'zod'
import { once } from '../../kernel/json'
import { documented } from '../../kernel/json-schema'
import { text, unlessZero } from '../../kernel/wire'

/** A number that is read as text. */
const digits = (minimum: number, maximum: number) =>
  documented(text(), { type: ['integer', 'string'], minimum, maximum })

const addressFields = once(() => ({
  country: text().optional(),
  street1: text().optional(),
  street2: text().optional(),
  city: text().optional(),
  state: text().optional(),
  postal_code: text().optional(),
  phone_number: text().optional(),
}))

/** Card data arrives as text; operations.ts says what is wrong with it, in the service's own words. */
export const cardFields = once(() => ({
  name: text().optional(),
  number: text().optional(),
  expiration_month: digits(1, 12).optional(),
  expiration_year: digits(2000, 2099).optional(),
  security_code: text().optional(),
  email: text().optional(),
  ...addressFields(),
}))
export type CardInput = z.output<z.ZodObject<ReturnType<typeof cardFields>>>

export const cardUpdate = once(() =>
  z.object({
    name: text().optional(),
    expiration_month: unlessZero(digits(1, 12)),
    expiration_year: unlessZero(digits(2000, 2099)),
    ...addressFields(),
  }),
)
