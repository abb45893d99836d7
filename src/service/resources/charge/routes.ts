import { one, type Route, route, routesOf } from '../../http/route'
import { findCustomer } from '../customer/operations'
import { markAsFailed, markAsPaid } from './levers'
import {
  captureCharge,
  createCharge,
  declineOf,
  expireCharge,
  findCharge,
  reverseCharge,
  updateCharge,
} from './operations'
import { chargeRecord } from './record'
import { chargeCapture, chargeCreate, chargeFail, chargeUpdate } from './schema'

const charges = routesOf('charge', () => chargeRecord.schema())

const createExamples: Route['examples'] = {
  card: {
    summary: 'A card that was made a token',
    value: { amount: 100_000, currency: 'thb', card: 'tokn_test_example', metadata: { order: 'A-1001' } },
  },
  customer: {
    summary: 'The default card of a customer',
    value: { amount: 100_000, currency: 'thb', customer: 'cust_test_example' },
  },
  hold: {
    summary: 'Authorize now, capture later',
    value: { amount: 100_000, currency: 'thb', card: 'tokn_test_example', capture: false },
  },
  qr: {
    summary: 'A PromptPay QR code',
    value: { amount: 100_000, currency: 'thb', source: { type: 'promptpay' } },
  },
  redirect: {
    summary: 'A payment on another page',
    value: {
      amount: 100_000,
      currency: 'thb',
      source: { type: 'internet_banking_bay' },
      return_uri: 'https://shop.example.com/orders/A-1001',
    },
  },
}

export const chargeRoutes = [
  route({
    method: 'post',
    path: '/charges',
    summary: 'Charge a card: a token, or a saved card of a customer',
    spec: '4.2',
    input: () => chargeCreate(),
    examples: createExamples,
    invalid: 'invalid_charge',
    returns: () => chargeRecord.schema(),
    errors: [
      'invalid_charge',
      'invalid_amount',
      'invalid_card_token',
      'missing_card',
      'used_token',
      'not_found',
      'payment_declined',
      'insufficient_fund',
      'stolen_or_lost_card',
      'failed_processing',
      'payment_rejected',
      'declined_invalid_card',
      'payment_cancelled',
      'payment_expired',
      'backend_error',
      'brand_not_supported',
      'failed_fraud_check',
      'failed_multi_currency',
      'feature_not_supported',
    ],
    run: ({ world, input }) => {
      const charge = createCharge(world, input)
      return one('charge', charge, declineOf(charge))
    },
  }),
  charges.list('/charges', '4.2', 'List charges', ({ world }) => world.charges),
  charges.get('/charges/:id', '4.2', 'Retrieve a charge', ({ world, id }) => findCharge(world, id)),
  charges.patch('/charges/:id', '4.2', 'Change the description or metadata of a charge', {
    input: () => chargeUpdate(),
    examples: { metadata: { summary: 'Replace the metadata', value: { metadata: { order: 'A-1002' } } } },
    errors: ['not_found'],
    run: ({ world, id, input }) => updateCharge(world, id, input),
  }),
  charges.post('/charges/:id/capture', '4.2', 'Capture an authorized charge, or part of it', {
    input: () => chargeCapture(),
    invalid: 'failed_capture',
    errors: [
      'not_found',
      'invalid_charge_state',
      'failed_capture',
      'expired_charge',
      'invalid_amount',
      'backend_error',
    ],
    run: ({ world, id, input }) => captureCharge(world, id, input.capture_amount),
  }),
  charges.post('/charges/:id/reverse', 'wire', 'Release an authorized charge without capturing it', {
    errors: ['not_found', 'failed_reverse', 'expired_charge', 'backend_error'],
    run: ({ world, id }) => reverseCharge(world, id),
  }),
  charges.post('/charges/:id/expire', 'wire', 'Expire a charge that waits for its cardholder', {
    errors: ['not_found', 'failed_expire', 'backend_error'],
    run: ({ world, id }) => expireCharge(world, id),
  }),
  charges.post('/charges/:id/mark_as_paid', 'wire', 'Test mode: the payer of a waiting charge pays', {
    errors: ['not_found', 'bad_request'],
    run: ({ world, id }) => markAsPaid(world, id),
  }),
  charges.post('/charges/:id/mark_as_failed', 'wire', 'Test mode: the payment of a waiting charge fails', {
    input: () => chargeFail(),
    errors: ['not_found', 'bad_request'],
    run: ({ world, id, input }) => markAsFailed(world, id, input.failure_code),
  }),
  charges.list('/customers/:id/charges', '4.2', 'List the charges of a customer', ({ world, id }) =>
    world.charges.by('customer', findCustomer(world, id).id),
  ),
]
