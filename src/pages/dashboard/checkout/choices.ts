import type { Currency } from '../../../kernel/money'
import { methods } from '../../../service/simulation/methods'
import { testChoices } from '../../payers/test-cards'
import { wordsOfMethod } from '../../payers/words'

/** A way to pay that a person chooses. */
export interface Choice {
  readonly value: string
  readonly name: string
  /** The number of a card, or what the payer does. */
  readonly note: string
}

export interface ChoiceGroup {
  readonly name: string
  /** Shown without being asked for. */
  readonly isUsual: boolean
  readonly choices: readonly Choice[]
}

const cardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

const cards = (isFailing: boolean): readonly Choice[] =>
  testChoices()
    .filter(({ kind }) => (kind === 'declined') === isFailing)
    .map(({ value, name, number }) => ({ value, name, note: cardNumber(number) }))

/** By the icon of a method on its page for payers. */
const groups: readonly (readonly [name: string, icons: readonly string[]])[] = [
  ['QR code', ['qr', 'barcode']],
  ['Wallet', ['phone']],
  ['Bank', ['bank']],
  ['Installments', ['calendar']],
  ['Counter', ['store']],
]

const groupOf = (type: string): string => {
  if (type.startsWith('mobile_banking')) return 'Bank'
  const { icon } = wordsOfMethod(type)
  return groups.find(([, icons]) => icons.includes(icon))?.[0] ?? 'Wallet'
}

/** Everything that a payment in this currency can be made with. */
export const choicesIn = (currency: Currency): readonly ChoiceGroup[] => {
  const possible = methods.filter(({ currencies }) => currencies.includes(currency))
  const byGroup = groups.map(([name]) => ({
    name,
    isUsual: name === 'QR code',
    choices: possible
      .filter(({ type }) => groupOf(type) === name)
      .map(({ type }) => ({ value: type, name: wordsOfMethod(type).method, note: type })),
  }))
  return [
    { name: 'Card', isUsual: true, choices: cards(false) },
    { name: 'Card that is declined', isUsual: true, choices: cards(true) },
    ...byGroup.filter(({ choices }) => choices.length > 0),
  ]
}
