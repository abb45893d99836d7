import { chargeCard } from '../../../kernel/error-catalogue'
import { currencyCodes, moneyText } from '../../../kernel/money'
import { profileOf } from '../../../options/profiles'
import { type CatalogueCard, catalogue, type MagicValue } from '../../../sandbox/coverage/catalogue'
import { type Method, methods } from '../../../service/simulation/methods'
import { commandOf } from '../commands'
import { type CommandTarget, code, codes, type TopicEntry } from '../content'

const spec = { profile: profileOf('spec'), profileName: 'spec' } as const

const stepTexts = {
  charge: 'its charges fail with',
  enrolment: 'a charge with 3-D Secure fails at once with',
  validation: 'a charge with 3-D Secure fails, once the cardholder has confirmed, with',
} as const

const effectOf = ({ outcome, step }: CatalogueCard): string =>
  outcome === null ? 'its charges succeed' : `${stepTexts[step ?? 'charge']} ${code(outcome)}`

const cardEntry = (card: CatalogueCard): TopicEntry => ({
  id: card.number,
  name: card.number,
  copied: card.number,
  label: card.brand,
  text: effectOf(card),
})

export const cardEntries = (succeeds: boolean): readonly TopicEntry[] =>
  catalogue(spec)
    .testCards.filter(({ outcome }) => (outcome === null) === succeeds)
    .map(cardEntry)

/** The commands that make a token of a card, and charge it. */
export const cardPayment = (target: CommandTarget): readonly TopicEntry[] => [
  {
    id: 'charge-a-card',
    name: 'Charge a test card',
    text: '',
    commands: chargeCard().map((step) => commandOf(step, target)),
  },
]

/** A magic value as it is pasted into a request. */
const pasted = ({ in: place, value }: MagicValue): string => {
  if (place.startsWith('header ')) return `${place.slice('header '.length)}: ${value}`
  const [parameter] = place.split(' ')
  return `${parameter}=${value.replace('…', '123456')}`
}

/** The magic values that are given in this place, such as `bank_account[number]`. */
export const magicEntries = (place: string): readonly TopicEntry[] =>
  catalogue(spec)
    .magicValues.filter((one) => one.in === place)
    .map((one, i) => ({ id: String(i + 1), name: one.value, copied: pasted(one), text: one.effect }))

const flowTexts = {
  offline: 'the payer pays elsewhere',
  redirect: 'the payer is sent to `authorize_uri`',
  app_redirect: 'the payer confirms in an app',
} as const
const showTexts = { qr: 'a QR code', bill: 'a bill', barcode: 'a barcode', voucher: 'a voucher' } as const
const refundTexts = {
  any: 'any amount',
  whole: 'the whole amount only',
  none: 'none at the real service',
} as const

/** Such as `from THB 20.00 to THB 50,000.00`; empty for a method with the limits of its currencies. */
const amounts = ({ limits = {} }: Method): string =>
  currencyCodes
    .flatMap((currency) => {
      const { min, max } = limits[currency] ?? {}
      const bounds = [
        ...(min === undefined ? [] : [`from ${moneyText(min, currency)}`]),
        ...(max === undefined ? [] : [`to ${moneyText(max, currency)}`]),
      ]
      return bounds.length === 0 ? [] : [bounds.join(' ')]
    })
    .join(', ')

const methodEntry = (method: Method): TopicEntry => {
  const { type, flow, currencies, requires, terms, refunds, shows, lifetimeMs, withCard } = method
  return {
    id: type,
    name: type,
    copied: type,
    text: `${flowTexts[flow]}${shows === undefined ? '' : `, with ${showTexts[shows]}`}${withCard === true ? '; the charge takes a card as well' : ''}; ${currencies.map((currency) => currency.toUpperCase()).join(', ')}; refunds: ${refundTexts[refunds]}${[
      ...(requires.length === 0 ? [] : [['needs', codes(requires)] as const]),
      ...(terms === undefined ? [] : [['months', terms.join(', ')] as const]),
      ...(lifetimeMs === undefined
        ? []
        : [['minutes to pay, with `expiry: by-method`', String(lifetimeMs / 60_000)] as const]),
      ...(amounts(method) === '' ? [] : [['amount', amounts(method)] as const]),
    ]
      .map(([name, text]) => `; ${name}: ${text}`)
      .join('')}`,
  }
}

export const methodEntries = (): readonly TopicEntry[] => methods.map(methodEntry)
