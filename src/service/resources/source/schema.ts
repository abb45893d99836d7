import * as z from 'zod/mini'
import {
  about,
  amount,
  array,
  bool,
  currency,
  currencyText,
  int,
  object,
  oneOf,
  text,
  unlessZero,
} from '../../../kernel/wire'
import { payerIpText } from './model'

/** Apart from the rules of sources: a charge takes these parameters, too. */

const address = () =>
  object(() => ({
    country: about('Country, two letters such as `th`. Default: none', z.optional(text())),
    city: about('Town or city. Default: none', z.optional(text())),
    postal_code: about('Postal code, as text. Default: none', z.optional(text())),
    state: about('State or province. Default: none', z.optional(text())),
    street1: about(
      'First line of the address: the street with its number. Default: none',
      z.optional(text()),
    ),
    street2: about('Second line of the address. Default: none', z.optional(text())),
  }))

const item = () =>
  object(() => ({
    amount: about(
      'Price of one piece, in subunits of the currency. Default: none',
      z.optional(int({ min: 0 })),
    ),
    sku: about('Number of the article in the shop, as text. Default: none', z.optional(text())),
    name: about('Name of the article. Default: none', z.optional(text())),
    quantity: about(
      'Number of pieces, at least 1; 0 counts as left out. Default: none',
      unlessZero(int({ min: 1 })),
    ),
    category: about('Group of articles that it belongs to. Default: none', z.optional(text())),
    brand: about('Brand of the article. Default: none', z.optional(text())),
    item_uri: about('Address of a page about the article. Default: none', z.optional(text())),
    image_uri: about('Address of a picture of the article. Default: none', z.optional(text())),
  }))

/** What the payer and the place of the payment are. */
const payerFields = () => ({
  name: about(
    'Name of the payer. `econtext` needs it, with at most 10 characters. Default: none',
    z.optional(text()),
  ),
  email: about('Email address of the payer. `econtext` needs it. Default: none', z.optional(text())),
  phone_number: about(
    'Phone number of the payer, 10 or 11 digits. `truemoney`, `atome` and `econtext` need it. Default: none',
    z.optional(text()),
  ),
  mobile_number: about(
    'The same as `phone_number`, under an older name. If both are given, `phone_number` counts',
    z.optional(text()),
  ),
  bank: about('Bank of the payer, such as `affin`. `fpx` needs it. Default: none', z.optional(text())),
  barcode: about(
    '16 to 24 digits from the app of the payer. `barcode_alipay` needs it. Default: none',
    z.optional(text()),
  ),
})

/** The parameters of a source without amount and currency, which one inside of a charge takes from it. */
export const sourceDetails = () => ({
  type: about(
    'Name of the payment method, such as `promptpay`. Each has its own currencies, limits and required parameters',
    text({ required: true }),
  ),
  ...payerFields(),
  installment_term: about(
    'Number of months of the plan. Each method that begins with `installment_` needs one of its own list; 0 counts as left out',
    unlessZero(int({ min: 1 })),
  ),
  zero_interest_installments: about(
    'Whether the merchant bears the interest of the plan, unless the charge says otherwise. Default: false',
    z.optional(bool()),
  ),
  ip: about(payerIpText, z.optional(text())),
  platform_type: about(
    'Where the payer is. With `WEB` a wallet opens a page in place of its app. Default: none, which opens the app',
    z.optional(oneOf(['WEB', 'IOS', 'ANDROID'])),
  ),
  store_id: about('Id of the shop where the payer pays; kept and shown. Default: none', z.optional(text())),
  store_name: about('Name of that shop; kept and shown. Default: none', z.optional(text())),
  terminal_id: about(
    'Id of the terminal where the payer pays; kept and shown. Default: none',
    z.optional(text()),
  ),
  promotion_code: about('Code of a promotion; kept and shown. Default: none', z.optional(text())),
  billing: about('Address of the bill; kept and shown. Default: none', z.optional(address())),
  shipping: about(
    'Address of the delivery; kept and shown. `atome` needs it. Default: none',
    z.optional(address()),
  ),
  items: about(
    'What is bought, at most 100 items; kept and shown. `atome` needs at least one. Default: none',
    z.optional(array(item(), { max: 100 })),
  ),
})

export const sourceCreate = () =>
  z.object({ currency: about(currencyText, currency()), amount: amount({ error: null }), ...sourceDetails() })
export type SourceInput = z.output<ReturnType<typeof sourceCreate>>

export type SourceDetailsInput = z.output<z.ZodMiniObject<ReturnType<typeof sourceDetails>>>
