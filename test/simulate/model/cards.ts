/** Test cards, and what becomes of a charge of each. */
export interface TestCard {
  readonly number: string
  /** Visa and Mastercard pay in other currencies too. */
  readonly foreign: boolean
  readonly failure: string | null
  /** It always asks for its cardholder, and fails although the cardholder confirms. */
  readonly failsLater: boolean
}

const paying = (number: string, foreign = true): TestCard => ({
  number,
  foreign,
  failure: null,
  failsLater: false,
})
const failing = (number: string, failure: string): TestCard => ({
  number,
  foreign: true,
  failure,
  failsLater: false,
})

export const payingCards = [
  paying('4242424242424242'),
  paying('4111111111111111'),
  paying('5555555555554444'),
  paying('3530111333300000', false),
  paying('378282246310005', false),
] as const

export const failingCards = [
  failing('4111111111140011', 'insufficient_fund'),
  failing('5555551111100012', 'stolen_or_lost_card'),
  failing('4111111111120013', 'failed_processing'),
  failing('5555551111180014', 'payment_rejected'),
  failing('4111111111190016', 'failed_fraud_check'),
  failing('5555551111150017', 'invalid_account_number'),
] as const

export const askingCard: TestCard = {
  number: '4111111111140003',
  foreign: true,
  failure: 'payment_rejected',
  failsLater: true,
}

const all: readonly TestCard[] = [...payingCards, ...failingCards, askingCard]

export const testCard = (number: string): TestCard => {
  const card = all.find((one) => one.number === number)
  if (card === undefined) throw new Error(`the model knows no card ${number}`)
  return card
}

/** Codes that a decline has of its own (spec 7.1, 402); all others are `payment_declined`. */
const ownCodes = [
  'insufficient_fund',
  'invalid_card',
  'stolen_or_lost_card',
  'failed_processing',
  'payment_cancelled',
  'payment_expired',
  'payment_rejected',
]

export const declineCode = (failure: string): string =>
  ownCodes.includes(failure) ? failure : 'payment_declined'
