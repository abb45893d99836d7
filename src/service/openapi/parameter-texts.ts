import { currencyText } from '../../kernel/wire'
import { type FieldTexts, within } from './field-texts'

/** The texts of the parameters that have none in their schema, by operation. */

const unchanged = 'Default: unchanged'

const address: FieldTexts = {
  country: 'Country, two letters such as `th`. Default: none',
  city: 'Town or city. Default: none',
  state: 'State or province. Default: none',
  postal_code: 'Postal code, as text. Default: none',
  street1: 'First line of the address: the street with its number. Default: none',
  street2: 'Second line of the address. Default: none',
}

const currency = currencyText
const ip = 'IP address of the payer; kept and shown, not checked. Default: none'

const source: FieldTexts = {
  type: 'Name of the payment method, such as `promptpay`. Each has its own currencies, limits and required parameters',
  name: 'Name of the payer. `econtext` needs it, with at most 10 characters. Default: none',
  email: 'Email address of the payer. `econtext` needs it. Default: none',
  phone_number:
    'Phone number of the payer, 10 or 11 digits. `truemoney`, `atome` and `econtext` need it. Default: none',
  mobile_number: 'The same as `phone_number`, under an older name. If both are given, `phone_number` counts',
  bank: 'Bank of the payer, such as `affin`. `fpx` needs it. Default: none',
  barcode: '16 to 24 digits from the app of the payer. `barcode_alipay` needs it. Default: none',
  installment_term:
    'Number of months of the plan. Each method that begins with `installment_` needs one of its own list; 0 counts as left out',
  zero_interest_installments:
    'Whether the merchant bears the interest of the plan, unless the charge says otherwise. Default: false',
  ip,
  platform_type:
    'Where the payer is. With `WEB` a wallet opens a page in place of its app. Default: none, which opens the app',
  store_id: 'Id of the shop where the payer pays; kept and shown. Default: none',
  store_name: 'Name of that shop; kept and shown. Default: none',
  terminal_id: 'Id of the terminal where the payer pays; kept and shown. Default: none',
  promotion_code: 'Code of a promotion; kept and shown. Default: none',
  billing: 'Address of the bill; kept and shown. Default: none',
  ...within('billing', address),
  shipping: 'Address of the delivery; kept and shown. `atome` needs it. Default: none',
  ...within('shipping', address),
  items: 'What is bought, at most 100 items; kept and shown. `atome` needs at least one. Default: none',
  ...within('items', {
    amount: 'Price of one piece, in subunits of the currency. Default: none',
    sku: 'Number of the article in the shop, as text. Default: none',
    name: 'Name of the article. Default: none',
    quantity: 'Number of pieces, at least 1; 0 counts as left out. Default: none',
    category: 'Group of articles that it belongs to. Default: none',
    brand: 'Brand of the article. Default: none',
    item_uri: 'Address of a page about the article. Default: none',
    image_uri: 'Address of a picture of the article. Default: none',
  }),
}

const charge: FieldTexts = {
  currency,
  card: 'Id of a token, which can be used once; with `customer` the id of one of its cards. Default: the default card of `customer`',
  customer: 'Id of a customer, whose saved card pays. Default: none',
  source: 'Id of a source, or the parameters of a new one, which pays in place of a card. Default: none',
  ...within('source', source),
  linked_account: 'Refused with `feature_not_supported`: the sandbox has no linked accounts',
  description: 'Text of the merchant. Default: none',
  capture: 'false only reserves the money, until it is captured or released. Default: true',
  authorization_type:
    '`pre_auth` allows the capture of less than the reserved amount, `final_auth` of all of it only. Default: none, the same as `final_auth`',
  authentication:
    '`3DS` waits at `authorize_uri` until the cardholder confirms; `PASSKEY` has confirmed already. Default: as the card and the account require',
  ip,
  return_uri:
    'Address to which the page of the bank or wallet sends the payer afterwards. Default: the payer stays there',
  webhook_endpoints:
    'At most two addresses that get the events of the charge, its refunds and disputes in place of those of the account; in live mode https only. Default: those of the account',
  zero_interest_installments:
    'Whether the merchant bears the interest of an instalment plan. Default: as its source says, otherwise false',
  platform_fee: 'The share of a platform; kept and shown, and no money moves for it. Default: none',
  ...within('platform_fee', {
    fixed: 'Fixed share, in subunits of the currency. Default: none',
    amount: 'Share, in subunits of the currency. Default: none',
    percentage: 'Share in percent of the amount, from 0 to 100. Default: none',
  }),
  first_charge: 'Id of the first charge of a series. Accepted, and without effect',
  transaction_indicator:
    'Who starts the payment: `CIT` for the customer, `MIT` for the merchant. Accepted, and without effect',
  recurring_reason: 'Why the merchant charges a saved card again. Accepted, and without effect',
}

export const parameterTexts: { readonly [operation: string]: FieldTexts } = {
  createCharge: charge,
  updateCharge: { description: `Text of the merchant. ${unchanged}` },
  markChargeAsFailed: {
    failure_code: 'Why it fails, such as `insufficient_fund`. Default: `failed_processing`',
  },
  createSource: { currency, ...source },
}
