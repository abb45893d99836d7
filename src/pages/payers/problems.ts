import { catalogue } from '../../kernel/error-catalogue'
import type { ApiError } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { currencies, moneyText } from '../../kernel/money'
import type { Parameters } from '../../service/http/form'
import { smallestCharge } from '../../service/resources/charge/schema'
import type { LinkRow } from '../../service/resources/link/model'
import type { World } from '../../service/world'
import { declines } from './declines'

/** The fields of the form, by their names in it and in their order. */
export const fieldNames = [
  'amount_in_units',
  'card[number]',
  'card[name]',
  'card[expiration_month]',
  'card[expiration_year]',
  'card[security_code]',
] as const
export type FieldName = (typeof fieldNames)[number]

/** What is paid: a link, or an order with an amount and a currency. */
export interface FoundPrice {
  readonly world: World
  readonly link: Pick<LinkRow, 'amount' | 'currency'>
}

type FieldTexts = { readonly [F in FieldName]?: string }

/** Why a link was not paid, as its payer reads it. */
export interface Complaint {
  readonly status: number
  readonly text: string
  readonly fields: FieldTexts
  /** What the payer entered and sees again; never the number of a card or its code. */
  readonly entered: FieldTexts
}

/** A field of the form, and what to do there: by the code of the error, or `*` for all others. */
type Advice = readonly [FieldName, { readonly [code: string]: string }]

/** By field of the error. */
const advice: { readonly [field: string]: Advice } = {
  'card[number]': [
    'card[number]',
    {
      required: 'Enter the number on your card.',
      not_supported: 'Cards of this brand are not accepted. Try another card.',
      '*': 'This is not a card number. Check the digits.',
    },
  ],
  'card[name]': ['card[name]', { '*': 'Enter the name on your card.' }],
  'card[expiration_month]': ['card[expiration_month]', { '*': 'Enter the month, such as 12.' }],
  'card[expiration_year]': ['card[expiration_year]', { '*': 'Enter the year, such as 2030.' }],
  'card[expiration_date]': ['card[expiration_year]', { '*': 'This card has expired. Try another card.' }],
  'card[security_code]': ['card[security_code]', { '*': 'Enter the 3 or 4 digits.' }],
}

/** What was wrong with the input, or why the bank declined the card; else the message of the service. */
export const complaintOf = (error: ApiError, found: FoundPrice, body: Parameters): Complaint => {
  const { status } = catalogue[error.refusal]
  const entered = enteredIn(body)
  const declined = found.world.charges.get(error.context.charge_id ?? '')?.failureCode ?? null
  if (declined !== null) return { status, entered, fields: {}, text: declines[declined].sentence }
  const fields: { [F in FieldName]?: string } = {}
  for (const { field, code } of error.context.validation_errors ?? []) {
    // A month that is none makes no date either.
    if (field === 'card[expiration_date]' && fields['card[expiration_month]'] !== undefined) continue
    const [name, texts] = adviceOn(field, found) ?? []
    if (name !== undefined && texts !== undefined) fields[name] ??= texts[code] ?? texts['*'] ?? ''
  }
  const isKnown = Object.keys(fields).length > 0
  const own = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`
  return { status, entered, fields, text: isKnown ? 'Nothing was paid yet. Check the marked fields.' : own }
}

const kept = ['name', 'expiration_month', 'expiration_year'] as const

const enteredIn = ({ card, amount_in_units: amount }: Parameters): FieldTexts => {
  const given: Parameters = isObject(card) ? card : {}
  const entries = [['amount_in_units', amount], ...kept.map((name) => [`card[${name}]`, given[name]])]
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
}

const adviceOn = (field: string, { world, link }: FoundPrice): Advice | undefined => {
  const { amount, currency } = link
  // The payer chooses the amount only of a link without one.
  if (field !== 'amount' || amount !== 0) return advice[field]
  const { chargeMax, exponent } = currencies[currency]
  const texts = {
    too_small: `Enter at least ${moneyText(smallestCharge(world, currency), currency)}.`,
    too_large: `Enter at most ${moneyText(chargeMax, currency)}.`,
    '*': `Enter an amount, such as ${exponent === 0 ? '1,500' : '1,500.50'}.`,
  }
  return ['amount_in_units', texts]
}
