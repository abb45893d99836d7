import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import { makeToken } from '../../service/resources/resource'
import { findToken } from '../../service/resources/token/operations'
import { type Token, tokenRecord } from '../../service/resources/token/record'
import { brandOf, type CardFailureCode, failingCards, successfulCards } from '../../service/simulation/cards'
import { type ActionContext, actOn, checkNames, operationContext } from './api-call'
import type { PayerCard } from './simulate'

/** The card data that the vault takes. Default for each field: that of a test card that succeeds. */
export interface TokenCard extends PayerCard {
  readonly email?: string
  /** Of the billing address: two letters such as `th`. Default: that of the bank of the card. */
  readonly country?: string
  readonly street1?: string
  readonly street2?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  readonly phone_number?: string
}

export type { CardFailureCode }

/** A brand with a test card that succeeds. */
export type CardBrand =
  | 'visa'
  | 'mastercard'
  | 'jcb'
  | 'amex'
  | 'american express'
  | 'diners club'
  | 'discover'
  | 'unionpay'

/** A card number, a brand, the failure code of a test card, or card data. */
export type TokenInput = CardBrand | CardFailureCode | (string & {}) | TokenCard

/** Compared without spaces, marks and case: `Diners Club` is `diners_club`. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

/** The first test card of each brand and of each failure code, by its name. */
export const testCards = (): ReadonlyMap<string, string> => {
  const cards = [
    ...successfulCards.map((number) => ({ number, name: brandOf(number) ?? '' })),
    ...failingCards.map(({ number, outcome }) => ({ number, name: outcome })),
  ]
  const numbers = new Map<string, string>()
  for (const { number, name } of cards) if (!numbers.has(name)) numbers.set(name, number)
  return numbers
}

/** The number that a number, a brand or a failure code means. @throws SandboxError `refused` */
export const testCardNumber = (text: string): string => {
  if (/\d/.test(text)) return text
  const numbers = testCards()
  const letters = lettersOf(text) === 'amex' ? 'americanexpress' : lettersOf(text)
  for (const [name, number] of numbers) if (lettersOf(name) === letters) return number
  const names = [...numbers.keys()].map((name) => (name.includes('_') ? name : name.toLowerCase()))
  throw new SandboxError(
    'refused',
    `"${text.slice(0, 80)}" is not a card number, the brand of a test card or the failure code of one${meant(text.toLowerCase(), names)}`,
  )
}

export const tokenOn = (context: ActionContext, card: TokenInput = {}): Token => {
  if (typeof card !== 'string') checkObject(card, 'card')
  const fields = typeof card === 'string' ? { number: testCardNumber(card) } : card
  checkNames('POST /tokens', { card: fields })
  return actOn(context)(tokenRecord, (world) =>
    findToken(world, makeToken(operationContext(world, context.renderContext()), fields)),
  )
}
