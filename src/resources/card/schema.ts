import * as z from 'zod'
import { once } from '../../kernel/json'
import { text } from '../../kernel/wire'

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
  expiration_month: text().optional(),
  expiration_year: text().optional(),
  security_code: text().optional(),
  email: text().optional(),
  ...addressFields(),
}))

export const cardUpdate = once(() =>
  z.object({
    name: text().optional(),
    expiration_month: text().optional(),
    expiration_year: text().optional(),
    ...addressFields(),
  }),
)
