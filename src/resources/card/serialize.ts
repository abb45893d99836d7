import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene, Shape } from '../shape'
import type { CardRow } from './model'

/** A card (spec 2.3). Never its number or security code. */
export const cardSchema = once(() =>
  z.strictObject({
    object: field.always('card'),
    id: field.id('card'),
    livemode: field.livemode(),
    location: field.textOrNull(
      'Path `/customers/<customer>/cards/<id>`; null before it belongs to a customer',
    ),
    deleted: field.flag('Whether it was removed from its customer'),
    street1: field.textOrNull('First line of the billing address; null when not given'),
    street2: field.textOrNull('Second line of the billing address; null when not given'),
    city: field.textOrNull('City of the billing address; null when not given'),
    state: field.textOrNull('State or province of the billing address; null when not given'),
    phone_number: field.textOrNull('Phone number of the cardholder; null when not given'),
    postal_code: field.textOrNull('Postal code of the billing address; null when not given'),
    country: field.text('Country of the card, ISO 3166 code in lower case'),
    financing: field.text('`credit`, `debit` or `prepaid`; empty when unknown'),
    bank: field.text('Name of the issuing bank; empty when unknown'),
    brand: field.text('Brand of the card, such as `Visa`'),
    fingerprint: field.text('Equal for equal card numbers within an account'),
    first_digits: field.textOrNull('Always null in the sandbox'),
    last_digits: field.text('Last 4 digits of the number'),
    name: field.text('Name of the cardholder'),
    expiration_month: field.int('1 to 12'),
    expiration_year: field.int('4 digits'),
    security_code_check: field.flag('Whether the security code was given and accepted'),
    tokenization_method: field.textOrNull('Always null in the sandbox'),
    created_at: field.createdAt(),
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
