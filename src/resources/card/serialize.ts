import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Scene, Shape } from '../shape'
import type { CardRow } from './model'

/** A card (spec 2.3). Never its number or security code. */
export const cardSchema = once(() =>
  z.strictObject({
    object: z.literal('card'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string().nullable(),
    deleted: z.boolean(),
    street1: z.string().nullable(),
    street2: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    phone_number: z.string().nullable(),
    postal_code: z.string().nullable(),
    country: z.string(),
    financing: z.string(),
    bank: z.string(),
    brand: z.string(),
    fingerprint: z.string(),
    first_digits: z.string().nullable(),
    last_digits: z.string(),
    name: z.string(),
    expiration_month: z.int(),
    expiration_year: z.int(),
    security_code_check: z.boolean(),
    tokenization_method: z.string().nullable(),
    created_at: isoTime(),
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
  object: 'card',
  related: () => null,
  render: (card, _, scene) => renderCard(card, scene),
  expandable: {},
  schema: cardSchema,
}
