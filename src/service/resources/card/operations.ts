import * as z from 'zod/mini'
import { monthIsOver } from '../../../kernel/calendar'
import { keyedHash } from '../../../kernel/digest'
import { catalogue } from '../../../kernel/error-catalogue'
import { type ApiError, failInvalid, failNotFound, type Problem } from '../../../kernel/errors'
import { documented } from '../../../kernel/schema'
import { about, optional, text, unlessZero } from '../../../kernel/wire'
import { brandOf, digitsOf, issuerOf, passesLuhn, testCardOf } from '../../simulation/cards'
import type { World } from '../../world'
import type { CardAddress, CardRow } from './model'

/** A number that is read as text. */
const digits = (minimum: number, maximum: number) =>
  documented(text(), { type: ['integer', 'string'], minimum, maximum })

/** Card data arrives as text; the checks below report problems in the service's own words. */
export const cardFields = () => ({
  name: optional('Name of the cardholder, as on the card', text()),
  number: optional(
    '12 to 19 digits, as text; spaces and dashes are dropped. Only the last four are kept',
    text(),
  ),
  expiration_month: optional('Last month in which the card is valid, from 1 to 12', digits(1, 12)),
  expiration_year: optional(
    'Year of that month, with four digits, or with two for this century',
    digits(2000, 2099),
  ),
  security_code: optional('Three or four digits on the card, as text; never kept. May be left out', text()),
  email: optional(
    'Email address of the cardholder, which 3-D Secure needs; it is not shown. Default: none',
    text(),
  ),
  country: optional(
    'Country of the billing address, two letters such as `th`. Default: that of the bank of the card',
    text(),
  ),
  street1: optional('First line of the address: the street with its number. Default: none', text()),
  street2: optional('Second line of the address. Default: none', text()),
  city: optional('Town or city. Default: none', text()),
  state: optional('State or province. Default: none', text()),
  postal_code: optional('Postal code, as text. Default: none', text()),
  phone_number: optional('Phone number of the cardholder, as text. Default: none', text()),
})
export type CardInput = z.output<z.ZodMiniObject<ReturnType<typeof cardFields>>>

export const cardUpdate = () =>
  z.object({
    name: optional('Name of the cardholder. Default: unchanged', text()),
    expiration_month: about(
      'Last month in which the card is valid, from 1 to 12; 0 counts as left out. Default: unchanged',
      unlessZero(digits(1, 12)),
    ),
    expiration_year: about(
      'Year of that month, with four digits, or with two for this century; 0 counts as left out. Default: unchanged',
      unlessZero(digits(2000, 2099)),
    ),
    country: optional('Country of the billing address, two letters such as `th`. Default: unchanged', text()),
    street1: optional('First line of the billing address. Default: unchanged', text()),
    street2: optional('Second line of the billing address. Default: unchanged', text()),
    city: optional('Town or city of the billing address. Default: unchanged', text()),
    state: optional('State or province of the billing address. Default: unchanged', text()),
    postal_code: optional('Postal code of the billing address, as text. Default: unchanged', text()),
    phone_number: optional('Phone number of the cardholder, as text. Default: unchanged', text()),
  })

const problem = (field: string, text: string, code = 'invalid'): Problem => ({
  field: `card[${field}]`,
  code,
  message: `${field.replaceAll('_', ' ')} ${text}`,
})

/** The refusal of a request without a card. */
export const missingCard = (): ApiError =>
  failInvalid('missing_card', [{ field: 'card', code: 'required', message: catalogue.missing_card.message }])

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

/** Months 1 to 12; a year of four digits, or of two for this century. `NaN` where the text is neither. */
const monthOf = (text: string): number => (/^(0?[1-9]|1[0-2])$/.test(text.trim()) ? Number(text) : Number.NaN)
const yearOf = (text: string): number => {
  const digits = text.trim()
  if (/^\d\d$/.test(digits)) return 2000 + Number(digits)
  return /^2\d{3}$/.test(digits) ? Number(digits) : Number.NaN
}

const expiryProblems = (month: string | undefined, year: string | undefined, now: number): Problem[] => {
  const found: Problem[] = []
  if (month === undefined || isBlank(month))
    found.push(problem('expiration_month', "can't be blank", 'required'))
  else if (Number.isNaN(monthOf(month))) found.push(problem('expiration_month', 'is not between 1 and 12'))
  if (year === undefined || isBlank(year))
    found.push(problem('expiration_year', "can't be blank", 'required'))
  else if (Number.isNaN(yearOf(year))) found.push(problem('expiration_year', 'is invalid'))
  else if (month !== undefined && !isBlank(month)) {
    if (Number.isNaN(monthOf(month))) found.push(problem('expiration_date', 'is invalid'))
    else if (monthIsOver(yearOf(year), monthOf(month), now))
      found.push(problem('expiration_date', 'cannot be in the past'))
  }
  return found
}

const unknownBrand: Problem = {
  field: 'card[number]',
  code: 'not_supported',
  message: 'brand not supported (unknown)',
}

const numberProblems = (number: string | undefined): Problem[] => {
  if (isBlank(number)) return [problem('number', "can't be blank", 'required')]
  const digits = digitsOf(number ?? '')
  const found: Problem[] = []
  if (!passesLuhn(digits) || !/^\d{12,19}$/.test(digits)) found.push(problem('number', 'is invalid'))
  if (brandOf(digits) === null) found.push(unknownBrand)
  return found
}

/** All problems with new card data. */
const cardProblems = (input: CardInput, now: number): readonly Problem[] => [
  ...expiryProblems(input.expiration_month, input.expiration_year, now),
  ...(isBlank(input.name) ? [problem('name', "can't be blank", 'required')] : []),
  ...numberProblems(input.number),
  ...(isBlank(input.security_code) || /^\d{3,4}$/.test(input.security_code ?? '')
    ? []
    : [problem('security_code', 'is invalid')]),
]

/** The order in which the real service names what is wrong with a card. */
const recordedOrder = ['expiration_month', 'name', 'expiration_year', 'expiration_date', 'number']

const rankOf = ({ field }: Problem): number => {
  const rank = recordedOrder.findIndex((name) => field === `card[${name}]`)
  return rank === -1 ? recordedOrder.length : rank
}

/** The same problems as recorded of the real service, which names what a blank field is not, too. */
const asRecorded = (problems: readonly Problem[], input: CardInput): readonly Problem[] => {
  const isWrongMonth = !isBlank(input.expiration_month) && Number.isNaN(monthOf(input.expiration_month ?? ''))
  const more = [
    ...(isBlank(input.expiration_month) ? [problem('expiration_month', 'is not between 1 and 12')] : []),
    ...(isWrongMonth ? [problem('expiration_date', 'is invalid')] : []),
    ...(isBlank(input.number) ? [unknownBrand] : []),
  ]
  const missing = more.filter(({ message }) => problems.every((one) => one.message !== message))
  return [...problems, ...missing].sort((one, other) => rankOf(one) - rankOf(other))
}

const addressOf = (input: CardInput, before?: CardAddress): CardAddress => ({
  street1: input.street1 ?? before?.street1 ?? null,
  street2: input.street2 ?? before?.street2 ?? null,
  city: input.city ?? before?.city ?? null,
  state: input.state ?? before?.state ?? null,
  postalCode: input.postal_code ?? before?.postalCode ?? null,
  phoneNumber: input.phone_number ?? before?.phoneNumber ?? null,
})

/** Creates the card of a token. The number is checked here and not kept. */
export const createCard = (world: World, input: CardInput): CardRow => {
  const problems = cardProblems(input, world.now())
  if (problems.length > 0)
    throw failInvalid('invalid_card', world.profile.name === 'omise' ? asRecorded(problems, input) : problems)
  const digits = digitsOf(input.number ?? '')
  const issuer = issuerOf(digits)
  const test = testCardOf(digits)
  return world.cards.insert({
    id: world.newId('card'),
    createdAt: world.now(),
    customer: null,
    deleted: false,
    name: input.name ?? '',
    lastDigits: digits.slice(-4),
    brand: brandOf(digits) ?? '',
    bank: issuer.bank,
    financing: issuer.financing,
    country: input.country?.toLowerCase() ?? issuer.country,
    fingerprint: keyedHash(world.key, digits),
    expirationMonth: monthOf(input.expiration_month ?? ''),
    expirationYear: yearOf(input.expiration_year ?? ''),
    securityCodeCheck: test?.outcome !== 'invalid_security_code',
    address: addressOf(input),
    email: isBlank(input.email) ? null : (input.email ?? null),
    outcome: test === null ? null : { code: test.outcome, step: test.step },
  })
}

/** An existing card of the customer. */
export const findCard = (world: World, customerId: string, id: string): CardRow => {
  const card = world.cards.get(id)
  if (card === undefined || card.deleted || card.customer !== customerId) throw failNotFound('card', id)
  return card
}

/** Changes name, expiry and address; never the number. */
export const changeCard = (world: World, card: CardRow, input: CardInput): CardRow => {
  const name = input.name ?? card.name
  const month = input.expiration_month ?? String(card.expirationMonth)
  const year = input.expiration_year ?? String(card.expirationYear)
  const changesExpiry = input.expiration_month !== undefined || input.expiration_year !== undefined
  const problems = changesExpiry ? expiryProblems(month, year, world.now()) : []
  if (isBlank(name)) problems.push(problem('name', "can't be blank", 'required'))
  if (problems.length > 0) throw failInvalid('invalid_card', problems)
  return world.cards.update(card, {
    name,
    expirationMonth: monthOf(month),
    expirationYear: yearOf(year),
    country: input.country?.toLowerCase() ?? card.country,
    address: addressOf(input, card.address),
  })
}
