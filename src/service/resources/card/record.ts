import * as z from 'zod/mini'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { CardRow } from './model'

/** A card (spec 2.3). Never its number or security code. */
export const cardRecord = record<CardRow>()({
  object: field.always('card'),
  id: field.id('card'),
  livemode: field.livemode,
  location: field.textOrNull(
    'Path `/customers/<customer>/cards/<id>`; null before it belongs to a customer',
    ({ id, customer }) => (customer === null ? null : `/customers/${customer}/cards/${id}`),
  ),
  deleted: field.flag('Whether it was removed from its customer'),
  street1: field.textOrNull('First line of the billing address; null when not given', 'address'),
  street2: field.textOrNull('Second line of the billing address; null when not given', 'address'),
  city: field.textOrNull('City of the billing address; null when not given', 'address'),
  state: field.textOrNull('State or province of the billing address; null when not given', 'address'),
  phone_number: field.textOrNull('Phone number of the cardholder; null when not given', 'address'),
  postal_code: field.textOrNull('Postal code of the billing address; null when not given', 'address'),
  country: field.text('Country of the card, ISO 3166 code in lower case'),
  financing: field.text('`credit`, `debit` or `prepaid`; empty when unknown'),
  bank: field.text('Name of the issuing bank; empty when unknown'),
  brand: field.text('Brand of the card, such as `Visa`'),
  fingerprint: field.text('Equal for equal card numbers within an account'),
  first_digits: field.fixed(() => z.nullable(z.string()), 'Always null in the sandbox', null),
  last_digits: field.text('Last 4 digits of the number'),
  name: field.text('Name of the cardholder'),
  expiration_month: field.int('1 to 12'),
  expiration_year: field.int('4 digits'),
  security_code_check: field.flag('Whether the security code was given and accepted'),
  tokenization_method: field.fixed(() => z.nullable(z.string()), 'Always null in the sandbox', null),
  created_at: field.createdAt,
})
export type Card = Shown<typeof cardRecord>
