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
  optional,
  text,
  unlessZero,
} from '../../../kernel/wire'
import { imageTypes, payerIpText } from './model'

/** Apart from the rules of sources: a charge takes these parameters, too. */

const address = () =>
  object(() => ({
    country: optional('Country, two letters such as `th`. Default: none', text()),
    city: optional('Town or city. Default: none', text()),
    postal_code: optional('Postal code, as text. Default: none', text()),
    state: optional('State or province. Default: none', text()),
    street1: optional('First line of the address: the street with its number. Default: none', text()),
    street2: optional('Second line of the address. Default: none', text()),
  }))

const item = () =>
  object(() => ({
    amount: optional('Price of one piece, in subunits of the currency. Default: none', int({ min: 0 })),
    sku: optional('Number of the article in the shop, as text. Default: none', text()),
    name: optional('Name of the article. Default: none', text()),
    quantity: about(
      'Number of pieces, at least 1; 0 counts as left out. Default: none',
      unlessZero(int({ min: 1 })),
    ),
    category: optional('Group of articles that it belongs to. Default: none', text()),
    brand: optional('Brand of the article. Default: none', text()),
    item_uri: optional('Address of a page about the article. Default: none', text()),
    image_uri: optional('Address of a picture of the article. Default: none', text()),
  }))

/** What the payer and the place of the payment are. */
const payerFields = () => ({
  name: optional('Name of the payer. `econtext` needs it, with at most 10 characters. Default: none', text()),
  email: optional('Email address of the payer. `econtext` needs it. Default: none', text()),
  phone_number: optional(
    'Phone number of the payer, 10 or 11 digits. `truemoney`, `atome`, `atome_qr` and `econtext` need it. Default: none',
    text(),
  ),
  mobile_number: optional(
    'The same as `phone_number`, under an older name. If both are given, `phone_number` counts',
    text(),
  ),
  bank: optional(
    'Bank of the payer, such as `affin`. `fpx` and `duitnow_obw` need it. Default: none',
    text(),
  ),
  barcode: optional(
    '16 to 24 digits from the app of the payer. `barcode_alipay`, `barcode_wechat`, `alipayplus_upm` and `wechat_pay_upm` need it. Default: none',
    text(),
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
  zero_interest_installments: optional(
    'Whether the merchant bears the interest of the plan, unless the charge says otherwise. Default: false',
    bool(),
  ),
  ip: optional(payerIpText, text()),
  platform_type: optional(
    'Where the payer is. With `WEB` a wallet opens a page, otherwise its app. Default: none',
    oneOf(['WEB', 'IOS', 'ANDROID']),
  ),
  store_id: optional('Id of the shop where the payer pays; kept and shown. Default: none', text()),
  store_name: optional('Name of that shop; kept and shown. Default: none', text()),
  terminal_id: optional('Id of the terminal where the payer pays; kept and shown. Default: none', text()),
  qr_settings: optional(
    'How the QR code is drawn. Default: as an SVG',
    object(() => ({ image_type: optional('Format of the picture. Default: `svg`', oneOf(imageTypes)) })),
  ),
  promotion_code: optional('Code of a promotion; kept and shown. Default: none', text()),
  billing: optional('Address of the bill; kept and shown. Default: none', address()),
  shipping: optional(
    'Address of the delivery; kept and shown. `atome` and `atome_qr` need it. Default: none',
    address(),
  ),
  items: optional(
    'What is bought, at most 100 items; kept and shown. `atome` and `atome_qr` need at least one. Default: none',
    array(item(), { max: 100 }),
  ),
})

export const sourceCreate = () =>
  z.object({ currency: about(currencyText, currency()), amount: amount({ error: null }), ...sourceDetails() })
export type SourceInput = z.output<ReturnType<typeof sourceCreate>>

export type SourceDetailsInput = z.output<z.ZodMiniObject<ReturnType<typeof sourceDetails>>>
