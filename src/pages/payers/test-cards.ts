import { dateText } from '../../kernel/calendar'
import type { CardInput } from '../../service/resources/card/operations'
import type { Authentication, FailureCode } from '../../service/resources/charge/model'
import { failingCards, successfulCards, type TestCard } from '../../service/simulation/cards'
import { declines } from './declines'

/** A test card that a person chooses by what it does. */
export interface TestChoice {
  /** What a form sends, such as `insufficient_fund`. */
  readonly value: string
  readonly name: string
  readonly kind: 'paid' | 'asked' | 'declined'
  readonly number: string
  /** Why its charge fails; `null` where it pays. */
  readonly failure: FailureCode | null
  readonly authentication?: Authentication
}

const nameInForm = ({ outcome, step }: TestCard): string =>
  step === 'charge' ? outcome : `${outcome}_at_${step}`

/** By step: the name of a card that fails then. */
const names = {
  charge: ({ outcome }: TestCard) => declines[outcome].name,
  enrolment: () => 'Not enrolled in 3-D Secure',
  validation: () => 'Fails after 3-D Secure',
} as const

const [number = ''] = successfulCards
const paid = { kind: 'paid', number, failure: null } as const

/** One card for each outcome: the first of the table. */
export const testChoices: readonly TestChoice[] = [
  { ...paid, value: 'successful', name: 'Pays' },
  { ...paid, value: 'three_d_secure', name: 'Pays after 3-D Secure', kind: 'asked', authentication: '3DS' },
  ...failingCards
    .filter((card, i) => failingCards.findIndex((other) => nameInForm(other) === nameInForm(card)) === i)
    .map(
      (card): TestChoice => ({
        value: nameInForm(card),
        name: names[card.step](card),
        kind: card.step === 'validation' ? 'asked' : 'declined',
        number: card.number,
        failure: card.outcome,
      }),
    ),
]

/** Those of a hosted checkout, whose cardholders may have a passkey too. */
export const checkoutChoices: readonly TestChoice[] = testChoices.flatMap((choice) =>
  choice.value === 'three_d_secure'
    ? [choice, { ...choice, value: 'passkey', name: 'Pays by passkey', authentication: 'PASSKEY' as const }]
    : [choice],
)

export const testChoiceOf = (value: unknown, choices = testChoices): TestChoice | undefined =>
  choices.find((choice) => choice.value === value)

/** The data of the card, valid until the end of the next year. */
export const cardOf = ({ number }: TestChoice, now: number): CardInput => ({
  name: 'Somchai Prasert',
  number,
  expiration_month: '12',
  expiration_year: String(Number(dateText(now).slice(0, 4)) + 1),
  security_code: '123',
})
