import * as z from 'zod/mini'
import { optional } from '../../kernel/wire'

/** The card of a payer at a payment link or a hosted checkout, as an action takes it. */

const numberOrText = (what: string) =>
  optional(what, z.union([z.string(), z.int()], 'must be a text or a whole number'))

const payerCard = () =>
  z.strictObject({
    number: optional('Number of the card, as text', z.string('must be a text of digits')),
    name: optional('Name of the cardholder', z.string('must be a text')),
    expiration_month: numberOrText('Last month in which the card is valid, from 1 to 12'),
    expiration_year: numberOrText('Year of that month, with four digits'),
    security_code: optional('Three or four digits, as text', z.string('must be a text')),
  })

export const cardField = {
  about: 'The card that pays. Default: one that succeeds, also for each field that is left out',
  type: payerCard,
}

/** Its fields as a form has them. */
export const textsOf = (card: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(card).map(([field, value]) => [field, String(value)]))
