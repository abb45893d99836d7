import * as z from 'zod/mini'
import { documented } from '../../../kernel/schema'
import {
  about,
  amount,
  array,
  bool,
  currency,
  currencyText,
  metadata,
  object,
  oneOf,
  optional,
  preprocess,
  text,
  unlessBlank,
  url,
  words,
} from '../../../kernel/wire'
import { cardFields } from '../card/operations'
import { authentications } from '../charge/model'
import { sourceDetails } from '../source/schema'
import { locales } from './model'

const color = () =>
  documented(
    text().check(
      z.refine((value) => /^#[0-9a-f]{6}$/i.test(String(value)), 'must be a colour such as #1a56f0'),
    ),
    { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
  )

/** Without it, what is missing is the address within. */
const redirectUrls = () =>
  preprocess(
    (given) => given ?? {},
    object(() => ({
      complete_url: about(
        'Where the payer returns after a payment, successful or not. `chargeId` is added to its query',
        preprocess((given) => given ?? '', text({ required: true })).check(
          z.refine((given) => z.safeParse(url(), given).success, 'is invalid'),
        ),
      ),
      cancel_url: about(
        'Where the payer returns without a payment. Default: the page offers no way back',
        unlessBlank(url()),
      ),
    })),
  )

const readLocale = (given: unknown): unknown =>
  typeof given === 'string'
    ? (locales.find((one) => given.trim().toLowerCase().slice(0, 2) === one) ?? 'en')
    : given

/** Each wrong parameter is 400 `bad_request`. */
export const sessionCreate = () =>
  z.object({
    amount: about('In subunits of the currency, within the limits of charges', amount({ error: null })),
    currency: about(currencyText, currency()),
    order_id: optional('Number of the order in the shop, as text. Default: none', text({ max: 255 })),
    description: optional('What is paid for: on the page, and of the charge. Default: none', words()),
    payment_methods: about(
      '`card`, types of sources such as `promptpay`, and families such as `mobile_banking`. Default: what the capability lists for the currency',
      unlessBlank(array(text({ required: true }))),
    ),
    redirect_urls: redirectUrls(),
    metadata: z.optional(metadata()),
    style: optional(
      'Colours of the page',
      object(() => ({
        theme_color: about('Background of its main button, `#rrggbb`. Default: green', unlessBlank(color())),
        text_color: about('Text on that button, `#rrggbb`. Default: white', unlessBlank(color())),
      })),
    ),
    locale: about(
      'Language of the page: `en`, `th` or `ja`; any other is read as `en`. Default: `en`',
      unlessBlank(preprocess(readLocale, oneOf(locales))),
    ),
    auto_capture: optional(
      'false only reserves the money of a card, until the charge is captured. Default: true',
      bool(),
    ),
    is_upa: optional('Sent by the official plugins; kept and shown. Default: false', bool()),
  })
export type CheckoutSessionInput = z.output<ReturnType<typeof sessionCreate>>

/** The form that a payer posts to `redirect_url`; that of a payment link has more fields. */
export const checkoutPay = () =>
  z.object({
    /** A token, or the data of a card. */
    card: z.optional(z.union([z.string(), object(cardFields)])),
    /** Id of a source, or the parameters of a new one. */
    source: z.optional(z.union([z.string(), object(() => sourceDetails())])),
    /** How the cardholder is authenticated, as for a charge. */
    authentication: z.optional(oneOf(authentications)),
  })
export type CheckoutPayment = z.output<ReturnType<typeof checkoutPay>>
