import { collection, type Row } from '../../../kernel/collection'

/** A card, without its number and security code. */
export interface CardRow extends Row {
  /** Set once the card is attached. */
  readonly customer: string | null
  readonly deleted: boolean
  readonly name: string
  readonly lastDigits: string
  readonly brand: string
  readonly bank: string
  readonly financing: string
  readonly country: string
  /** Equal for equal numbers within an account. */
  readonly fingerprint: string
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly securityCodeCheck: boolean
  readonly address: CardAddress
  /** As it was given; for 3-D Secure, and never shown. */
  readonly email: string | null
  /** The failure of a failing test card (service/simulation/cards.ts). */
  readonly outcome: CardOutcome | null
}

export interface CardOutcome {
  readonly code: string
  readonly step: 'charge' | 'enrolment' | 'validation'
}

export interface CardAddress {
  readonly street1: string | null
  readonly street2: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
  readonly phoneNumber: string | null
}

export const cards = collection<CardRow, 'customer'>({
  name: 'cards',
  by: { customer: (card) => (card.deleted ? null : card.customer) },
})
