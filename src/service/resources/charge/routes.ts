import { listInput, readInput } from '../../http/inputs'
import { list, one, type Route, route } from '../../http/route'
import { findCustomer } from '../customer/operations'
import { listSchema } from '../list'
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

const charges = () => listSchema(chargeRecord.schema())

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
  route({
    method: 'get',
    path: '/charges',
    summary: 'List charges',
    spec: '4.2',
    input: listInput,
    returns: charges,
    run: ({ world }) => list('charge', world.charges),
  }),
  route({
    method: 'get',
    path: '/charges/:id',
    summary: 'Retrieve a charge',
    spec: '4.2',
    input: readInput,
    returns: () => chargeRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('charge', findCharge(world, id)),
  }),
  route({
    method: 'patch',
    path: '/charges/:id',
    summary: 'Change the description or metadata of a charge',
    spec: '4.2',
    input: () => chargeUpdate(),
    examples: { metadata: { summary: 'Replace the metadata', value: { metadata: { order: 'A-1002' } } } },
    returns: () => chargeRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id, input }) => one('charge', updateCharge(world, id, input)),
  }),
  route({
    method: 'post',
    path: '/charges/:id/capture',
    summary: 'Capture an authorized charge, or part of it',
    spec: '4.2',
    input: () => chargeCapture(),
    invalid: 'failed_capture',
    returns: () => chargeRecord.schema(),
    errors: [
      'not_found',
      'invalid_charge_state',
      'failed_capture',
      'expired_charge',
      'invalid_amount',
      'backend_error',
    ],
    run: ({ world, id, input }) => one('charge', captureCharge(world, id, input.capture_amount)),
  }),
  route({
    method: 'post',
    path: '/charges/:id/reverse',
    summary: 'Release an authorized charge without capturing it',
    spec: 'wire',
    returns: () => chargeRecord.schema(),
    errors: ['not_found', 'failed_reverse', 'expired_charge', 'backend_error'],
    run: ({ world, id }) => one('charge', reverseCharge(world, id)),
  }),
  route({
    method: 'post',
    path: '/charges/:id/expire',
    summary: 'Expire a charge that waits for its cardholder',
    spec: 'wire',
    returns: () => chargeRecord.schema(),
    errors: ['not_found', 'failed_expire', 'backend_error'],
    run: ({ world, id }) => one('charge', expireCharge(world, id)),
  }),
  route({
    method: 'post',
    path: '/charges/:id/mark_as_paid',
    summary: 'Test mode: the payer of a waiting charge pays',
    spec: 'wire',
    returns: () => chargeRecord.schema(),
    errors: ['not_found', 'bad_request'],
    run: ({ world, id }) => one('charge', markAsPaid(world, id)),
  }),
  route({
    method: 'post',
    path: '/charges/:id/mark_as_failed',
    summary: 'Test mode: the payment of a waiting charge fails',
    spec: 'wire',
    input: () => chargeFail(),
    returns: () => chargeRecord.schema(),
    errors: ['not_found', 'bad_request'],
    run: ({ world, id, input }) => one('charge', markAsFailed(world, id, input.failure_code)),
  }),
  route({
    method: 'get',
    path: '/customers/:id/charges',
    summary: 'List the charges of a customer',
    spec: '4.2',
    input: listInput,
    returns: charges,
    errors: ['not_found'],
    run: ({ world, id }) => list('charge', world.charges.by('customer', findCustomer(world, id).id)),
  }),
]
