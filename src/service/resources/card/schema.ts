import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { documented } from '../../../kernel/json-schema'
import { text, unlessZero } from '../../../kernel/wire'

/** A number that is read as text. */
const digits = (minimum: number, maximum: number) =>
  documented(text(), { type: ['integer', 'string'], minimum, maximum })

const addressFields = once(() => ({
  country: z.optional(text()),
  street1: z.optional(text()),
  street2: z.optional(text()),
  city: z.optional(text()),
  state: z.optional(text()),
  postal_code: z.optional(text()),
  phone_number: z.optional(text()),
}))

/** Card data arrives as text; operations.ts says what is wrong with it, in the service's own words. */
export const cardFields = once(() => ({
  name: z.optional(text()),
  number: z.optional(text()),
  expiration_month: z.optional(digits(1, 12)),
  expiration_year: z.optional(digits(2000, 2099)),
  security_code: z.optional(text()),
  email: z.optional(text()),
  ...addressFields(),
}))
export type CardInput = z.output<z.ZodMiniObject<ReturnType<typeof cardFields>>>

export const cardUpdate = once(() =>
  z.object({
    name: z.optional(text()),
    expiration_month: unlessZero(digits(1, 12)),
    expiration_year: unlessZero(digits(2000, 2099)),
    ...addressFields(),
  }),
)
