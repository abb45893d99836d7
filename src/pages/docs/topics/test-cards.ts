import { limits } from '../../../kernel/limits'
import { currencyCodes, moneyText } from '../../../kernel/money'
import { type CatalogueCard, catalogue, type MagicValue } from '../../../sandbox/coverage/catalogue'
import { failureCodes } from '../../../service/resources/charge/model'
import { type Method, methods } from '../../../service/simulation/methods'
import { commandOf } from '../commands'
import {
  type CommandTarget,
  code,
  codes,
  type TopicContent,
  type TopicEntry,
  type TopicSection,
} from '../content'
import { expiryText } from './states'

const stepTexts = {
  charge: 'its charges fail with',
  enrolment: 'a charge with 3-D Secure fails at once with',
  validation: 'a charge with 3-D Secure fails, once the cardholder has confirmed, with',
} as const

const effectOf = ({ outcome, step }: CatalogueCard): string =>
  outcome === null ? 'its charges succeed' : `${stepTexts[step ?? 'charge']} ${code(outcome)}`

const cardEntry = (card: CatalogueCard): TopicEntry => ({
  id: `card-${card.number}`,
  name: card.number,
  copied: card.number,
  label: card.brand,
  text: effectOf(card),
})

const cards = (title: string, succeeds: boolean): TopicSection => ({
  id: succeeds ? 'paying' : 'failing',
  title,
  entries: catalogue('spec')
    .testCards.filter(({ outcome }) => (outcome === null) === succeeds)
    .map(cardEntry),
})

const use = (target: CommandTarget): TopicSection => ({
  id: 'use',
  title: 'How to use them',
  text:
    'A card goes to the vault and becomes a token; a token pays once. Any security code and any future expiry ' +
    "will do. In the library: `sandbox.token('insufficient_fund')`, or a number, or a brand.",
  entries: [
    {
      id: 'charge-a-card',
      name: 'Charge a test card',
      text: '',
      commands: [
        commandOf(
          {
            on: 'vault',
            key: 'public',
            path: '/tokens',
            send: {
              card: {
                name: 'Somchai Prasert',
                number: '4242424242424242',
                expiration_month: 12,
                expiration_year: 2030,
              },
            },
            as: ['card', 'tokn'],
          },
          target,
        ),
        commandOf({ path: '/charges', send: { amount: 10_000, currency: 'thb', card: '$card' } }, target),
      ],
    },
    {
      id: 'three-d-secure',
      name: '3-D Secure',
      text:
        'A charge with `authentication=3DS` waits at its `authorize_uri`: open it in a browser, or send `result=success` ' +
        'or `result=failure` to it by POST. `expires_at` says until when.',
      facts: [],
    },
  ],
})

/** A magic value as it is pasted into a request. */
const pasted = ({ in: place, value }: MagicValue): string => {
  if (place.startsWith('header ')) return `${place.slice('header '.length)}: ${value}`
  const [parameter] = place.split(' ')
  return `${parameter}=${value.replace('…', '123456')}`
}

/** What a reader must also know, by the place of the values. */
const placeTexts: Readonly<Record<string, string>> = {
  'bank_account[number]': 'Any number with these last four digits.',
  'metadata[sandbox_fail] of a charge':
    'A parameter of the request that creates the charge, such as `metadata[sandbox_fail]=timeout`. `backend_error` refuses the creation itself: for a later step, set it with `PATCH /charges/{id}`.',
  'header Sandbox-Fault':
    'Several are separated by `;`, as in `status=503; delay_ms=200`. `delay_ms` waits before the operation; `hold_ms` waits after it, so that webhooks go out before the answer.',
}

/** The magic values by where they are given. */
const magic = (): readonly TopicSection[] => {
  const groups = new Map<string, MagicValue[]>()
  for (const value of catalogue('spec').magicValues)
    groups.set(value.in, [...(groups.get(value.in) ?? []), value])
  return [...groups].map(([place, values], i) => ({
    id: `magic-${i + 1}`,
    title: place,
    ...(placeTexts[place] === undefined ? {} : { text: placeTexts[place] }),
    entries: values.map((value, at) => ({
      id: `magic-${i + 1}-${at + 1}`,
      name: value.value,
      copied: pasted(value),
      text: value.effect,
    })),
  }))
}

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
    id: `source-${type}`,
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

const sources = (): TopicSection => ({
  id: 'sources',
  title: 'Payment methods',
  text:
    'The types of a source. A charge with `source[type]` waits for its payer: open its `authorize_uri`, or use ' +
    '`POST /_sandbox/simulate/pay-charge`, `fail-charge` or `expire-charge`. A code has no `authorize_uri`: the ' +
    `dashboard leads to its page. ${expiryText()} A bill, a barcode or a voucher says ` +
    `that it is valid for ${limits.payerNumbersHours} hours, if its charge does not expire before; the sandbox takes the payment until the charge expires.`,
  entries: methods.map(methodEntry),
})

const failures = (): TopicSection => ({
  id: 'failure-codes',
  title: 'Failure codes',
  text: 'The values of `failure_code` of a charge: of test cards, `metadata[sandbox_fail]`, `fail-charge` and fixtures.',
  entries: failureCodes.map((name) => ({ id: `failure-${name}`, name, text: '' })),
})

export const testCardsTopic = (target: CommandTarget): TopicContent => ({
  text: 'Card numbers and other values that decide what happens. Any other valid number of a known brand succeeds.',
  sections: [
    use(target),
    cards('Cards that pay', true),
    cards('Cards that fail', false),
    ...magic(),
    sources(),
    failures(),
  ],
})
