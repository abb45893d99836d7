import { dateText } from '../../kernel/calendar'
import type { FailureCode } from '../resources/charge/model'

/** Card brands by number range and length, and the test cards with their results. */
interface Brand {
  readonly name: string
  readonly pattern: RegExp
}

const brands: readonly Brand[] = [
  { name: 'Visa', pattern: /^4\d{12}(\d{3}){0,2}$/ },
  { name: 'MasterCard', pattern: /^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/ },
  { name: 'JCB', pattern: /^35(2[89]|[3-8]\d)\d{12,15}$/ },
  { name: 'American Express', pattern: /^3[47]\d{13}$/ },
  { name: 'Diners Club', pattern: /^3(0[0-5]|[689]\d)\d{11,16}$/ },
  { name: 'Discover', pattern: /^6(011|4[4-9]\d|5\d\d)\d{12,15}$/ },
  { name: 'UnionPay', pattern: /^62\d{14,17}$/ },
]

export const cardBrands = brands.map((brand) => brand.name)

/** The digits of a card number, without spaces and dashes. */
export const digitsOf = (number: string): string => number.replace(/[\s-]/g, '')

/** `null` for a number that belongs to none of the brands. */
export const brandOf = (digits: string): string | null =>
  brands.find((brand) => brand.pattern.test(digits))?.name ?? null

/** The check digit of a card number (ISO/IEC 7812-1, Luhn). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** The failure codes that a test card has. */
export type CardFailureCode = Extract<
  FailureCode,
  | 'failed_fraud_check'
  | 'failed_processing'
  | 'insufficient_fund'
  | 'invalid_account_number'
  | 'invalid_security_code'
  | 'payment_rejected'
  | 'stolen_or_lost_card'
>

/**
 * The result of charging a test card. `step` is the time of the failure: `charge` at once, `enrolment` at the creation
 * of a 3-D Secure charge, `validation` after the cardholder has confirmed.
 */
export interface TestCard {
  readonly number: string
  readonly outcome: CardFailureCode
  readonly step: 'charge' | 'enrolment' | 'validation'
}

const declined = (outcome: CardFailureCode, ...numbers: readonly string[]): TestCard[] =>
  numbers.map((number) => ({ number, outcome, step: 'charge' }))

export const failingCards: readonly TestCard[] = [
  ...declined('insufficient_fund', '4111111111140011', '5555551111110011', '3530111111190011'),
  ...declined('insufficient_fund', '6250947000000014', '4000000000000101'),
  ...declined('stolen_or_lost_card', '4111111111130012', '5555551111100012', '3530111111180012'),
  ...declined('stolen_or_lost_card', '6250947000000022', '4000000000000127', '4000000000000135'),
  ...declined('failed_processing', '4111111111120013', '5555551111190013', '3530111111170013'),
  ...declined('failed_processing', '377138160000009', '6447032400001111005', '36021042111108'),
  ...declined('failed_processing', '6250947000000030', '4000000000000119'),
  ...declined('payment_rejected', '4111111111110014', '5555551111180014', '3530111111160014'),
  ...declined('failed_fraud_check', '4111111111190016', '5555551111160016', '3530111111140016'),
  ...declined('invalid_account_number', '4111111111180017', '5555551111150017', '3530111111130017'),
  ...declined('invalid_security_code', '4111111111160001', '5555551111130001', '3530111111110001'),
  { number: '4111111111150002', outcome: 'payment_rejected', step: 'enrolment' },
  { number: '5555551111120002', outcome: 'payment_rejected', step: 'enrolment' },
  { number: '3530111111100002', outcome: 'payment_rejected', step: 'enrolment' },
  { number: '4111111111140003', outcome: 'payment_rejected', step: 'validation' },
  { number: '5555551111110003', outcome: 'payment_rejected', step: 'validation' },
  { number: '3530111111190003', outcome: 'payment_rejected', step: 'validation' },
]

/** The published test cards. Any other valid number of a known brand succeeds. */
export const successfulCards: readonly string[] = [
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '5454545454545454',
  '3530111333300000',
  '3566111111111113',
  '378282246310005',
  '6447032400000000001',
  '36021042000004',
  '6250947000000006',
]

/** The data of a card that pays, as parameters of a token. */
export const payingCard = (now: number) => ({
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: '12',
  expiration_year: String(Number(dateText(now).slice(0, 4)) + 1),
  security_code: '123',
})

const failing = new Map(failingCards.map((card) => [card.number, card]))

export const testCardOf = (digits: string): TestCard | null => failing.get(digits) ?? null

/** Issuer by the first digits of a card number: plausible data for a few, none for others. */
interface Issuer {
  readonly prefix: string
  readonly country: string
  readonly bank: string
  readonly financing: string
}

const issuers: readonly Issuer[] = [
  { prefix: '424242', country: 'us', bank: 'JPMORGAN CHASE BANK N.A.', financing: 'credit' },
  { prefix: '411111', country: 'us', bank: 'JPMORGAN CHASE BANK N.A.', financing: 'credit' },
  { prefix: '555555', country: 'gb', bank: 'CIAGROUP', financing: 'credit' },
  { prefix: '353011', country: 'jp', bank: 'JCB', financing: 'credit' },
]

const unknownIssuer: Issuer = { prefix: '', country: '', bank: '', financing: '' }

export const issuerOf = (digits: string): Issuer =>
  issuers.find((issuer) => digits.startsWith(issuer.prefix)) ?? unknownIssuer
