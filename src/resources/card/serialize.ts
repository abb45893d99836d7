import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { createdAtField, idField, livemodeField, objectField } from '../fields'
import type { Scene, Shape } from '../shape'
import type { CardRow } from './model'

/** A card (spec 2.3). Never its number or security code. */
export const cardSchema = once(() =>
  z.strictObject({
    object: objectField('card'),
    id: idField('card'),
    livemode: livemodeField(),
    location: z
      .nullable(z.string())
      .check(z.describe('Path `/customers/<customer>/cards/<id>`; null before it belongs to a customer')),
    deleted: z.boolean().check(z.describe('Whether it was removed from its customer')),
    street1: z
      .nullable(z.string())
      .check(z.describe('First line of the billing address; null when not given')),
    street2: z
      .nullable(z.string())
      .check(z.describe('Second line of the billing address; null when not given')),
    city: z.nullable(z.string()).check(z.describe('City of the billing address; null when not given')),
    state: z
      .nullable(z.string())
      .check(z.describe('State or province of the billing address; null when not given')),
    phone_number: z
      .nullable(z.string())
      .check(z.describe('Phone number of the cardholder; null when not given')),
    postal_code: z
      .nullable(z.string())
      .check(z.describe('Postal code of the billing address; null when not given')),
    country: z.string().check(z.describe('Country of the card, ISO 3166 code in lower case')),
    financing: z.string().check(z.describe('`credit`, `debit` or `prepaid`; empty when unknown')),
    bank: z.string().check(z.describe('Name of the issuing bank; empty when unknown')),
    brand: z.string().check(z.describe('Brand of the card, such as `Visa`')),
    fingerprint: z.string().check(z.describe('Equal for equal card numbers within an account')),
    first_digits: z.nullable(z.string()).check(z.describe('Always null in the sandbox')),
    last_digits: z.string().check(z.describe('Last 4 digits of the number')),
    name: z.string().check(z.describe('Name of the cardholder')),
    expiration_month: z.int().check(z.describe('1 to 12')),
    expiration_year: z.int().check(z.describe('4 digits')),
    security_code_check: z.boolean().check(z.describe('Whether the security code was given and accepted')),
    tokenization_method: z.nullable(z.string()).check(z.describe('Always null in the sandbox')),
    created_at: createdAtField(),
  }),
)
export type Card = z.infer<ReturnType<typeof cardSchema>>

export const renderCard = (card: CardRow, scene: Scene): Card => ({
  object: 'card',
  id: card.id,
  livemode: scene.livemode,
  location: card.customer === null ? null : `/customers/${card.customer}/cards/${card.id}`,
  deleted: card.deleted,
  street1: card.address.street1,
  street2: card.address.street2,
  city: card.address.city,
  state: card.address.state,
  phone_number: card.address.phoneNumber,
  postal_code: card.address.postalCode,
  country: card.country,
  financing: card.financing,
  bank: card.bank,
  brand: card.brand,
  fingerprint: card.fingerprint,
  first_digits: null,
  last_digits: card.lastDigits,
  name: card.name,
  expiration_month: card.expirationMonth,
  expiration_year: card.expirationYear,
  security_code_check: card.securityCodeCheck,
  tokenization_method: null,
  created_at: iso(card.createdAt),
})

export const cardShape: Shape<CardRow, null, Card> = {
  related: () => null,
  render: (card, _, scene) => renderCard(card, scene),
  expandable: {},
  schema: cardSchema,
}
