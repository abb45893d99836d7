import type { JsonSchema } from '../kernel/json-schema'

/**
 * What requests look like, by method and path. Ids end in `_example`: put your own there. The tests send every
 * one of them.
 */
const card = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2030,
  security_code: '123',
}

const example = (summary: string, value: object): JsonSchema => ({ summary, value })

const message = { message: 'The parcel was delivered on 12 January, see the signature attached' }

export const requestExamples: { readonly [operation: string]: { readonly [name: string]: JsonSchema } } = {
  'post /tokens': { card: example('A test card that pays', { card }) },
  'post /charges': {
    card: example('A card that was made a token', {
      amount: 100_000,
      currency: 'thb',
      card: 'tokn_test_example',
      metadata: { order: 'A-1001' },
    }),
    customer: example('The default card of a customer', {
      amount: 100_000,
      currency: 'thb',
      customer: 'cust_test_example',
    }),
    hold: example('Authorize now, capture later', {
      amount: 100_000,
      currency: 'thb',
      card: 'tokn_test_example',
      capture: false,
    }),
    qr: example('A PromptPay QR code', { amount: 100_000, currency: 'thb', source: { type: 'promptpay' } }),
    redirect: example('A payment on another page', {
      amount: 100_000,
      currency: 'thb',
      source: { type: 'internet_banking_bay' },
      return_uri: 'https://shop.example.com/orders/A-1001',
    }),
  },
  'patch /charges/:id': { metadata: example('Replace the metadata', { metadata: { order: 'A-1002' } }) },
  'post /charges/:id/refunds': { part: example('A part of the charge', { amount: 25_000 }) },
  'post /charges/:id/disputes': {
    fraud: example('A claim of fraud', { reason_code: 'unauthorized_charge' }),
  },
  'post /customers': {
    card: example('With a card', { email: 'somchai@example.com', card: 'tokn_test_example' }),
  },
  'patch /customers/:id': { card: example('Attach another card', { card: 'tokn_test_example' }) },
  'post /sources': {
    promptpay: example('A QR code', { type: 'promptpay', amount: 45_000, currency: 'thb' }),
  },
  'post /recipients': {
    company: example('A company with a Thai bank account', {
      name: 'Shop Ltd',
      type: 'corporation',
      bank_account: { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' },
    }),
  },
  'patch /recipients/:id': { email: example('Change the address', { email: 'shop@example.com' }) },
  'post /transfers': { amount: example('To the default recipient', { amount: 5_000 }) },
  'patch /transfers/:id': { amount: example('Change the amount', { amount: 4_000 }) },
  'post /schedules': {
    charge: example('A subscription on the first of each month', {
      every: 1,
      period: 'month',
      on: { days_of_month: [1] },
      start_on: '2030-01-01',
      end_on: '2030-12-31',
      charge: { customer: 'cust_test_example', amount: 19_900 },
    }),
  },
  'post /links': {
    coffee: example('A coffee, many times', {
      amount: 20_000,
      currency: 'thb',
      title: 'Coffee',
      description: 'A cup of it',
      multiple: true,
    }),
  },
  'patch /disputes/:id': { message: example('Answer with a message', message) },
  'patch /disputes/:id/close': { won: example('Test mode: the bank decides for you', { status: 'won' }) },
  'patch /account': {
    webhooks: example('Where events go', { webhook_uri: 'http://127.0.0.1:3000/webhooks' }),
  },
}
