import { isObject } from '../../../kernel/json'
import { allows } from '../../../kernel/machine'
import { one, type Route, route, routesOf } from '../../http/route'
import { count, flag, money, searchable, time, word } from '../../search/scope'
import { takesCard } from '../../simulation/methods'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { findCustomer } from '../customer/operations'
import type { DisputeRow } from '../dispute/model'
import type { RefundRow } from '../refund/model'
import { type Maker, makeToken, recipe, resource, type Triggers } from '../resource'
import type { SourceRow } from '../source/model'
import { markAsFailed, markAsPaid, onExpiryDue, payCharge } from './actions'
import { chargeMachine, flagsOf, waitsForPayer } from './machine'
import type { ChargeRow } from './model'
import {
  captureCharge,
  createCharge,
  declineOf,
  expireByMerchant,
  findCharge,
  reverseCharge,
  updateCharge,
} from './operations'
import { chargeRecord, sourceOfFund } from './record'
import { chargeCapture, chargeCreate, chargeFail, chargeUpdate } from './schema'

const charges = routesOf(chargeRecord)

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

const chargeRoutes = [
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
    run: ({ world, id }) => expireByMerchant(world, id),
  }),
  charges.post('/charges/:id/mark_as_paid', 'wire', 'Test mode: the payer of a waiting charge pays', {
    testOnly: true,
    errors: ['not_found', 'bad_request'],
    run: ({ world, id }) => markAsPaid(world, id),
  }),
  charges.post('/charges/:id/mark_as_failed', 'wire', 'Test mode: the payment of a waiting charge fails', {
    testOnly: true,
    input: () => chargeFail(),
    errors: ['not_found', 'bad_request'],
    run: ({ world, id, input }) => markAsFailed(world, id, input.failure_code),
  }),
  charges.list('/customers/:id/charges', '4.2', 'List the charges of a customer', ({ world, id }) =>
    world.charges.by('customer', findCustomer(world, id).id),
  ),
]

/** The card that paid a charge. */
const cardOf = (world: World, charge: ChargeRow | undefined): CardRow | null =>
  charge === undefined || charge.card === null ? null : (world.cards.get(charge.card) ?? null)

/** The card that paid the charge of a refund or a dispute. */
export const cardFor = (world: World, { charge }: RefundRow | DisputeRow): CardRow | null =>
  cardOf(world, world.charges.get(charge))

/** What pays a charge otherwise. */
const sourceFor = (world: World, { source }: ChargeRow): SourceRow | null =>
  source === null ? null : (world.sources.get(source) ?? null)

const termOf = (world: World, charge: ChargeRow): number | null =>
  sourceFor(world, charge)?.details.installmentTerm ?? null

const chargeSearch = searchable<ChargeRow>({
  scope: 'charge',
  kept: (world) => world.charges,
  shows: (world) => [world.cards],
  filters: {
    amount: money((charge) => charge),
    authorized: flag((charge) => flagsOf(charge).authorized),
    capture: flag((charge) => charge.capture),
    captured: flag((charge) => flagsOf(charge).paid),
    captured_at: time((charge) => charge.paidAt),
    created: time((charge) => charge.createdAt),
    credit_card_brand: word((charge, world) => cardOf(world, charge)?.brand ?? null),
    card_last_digits: word((charge, world) => cardOf(world, charge)?.lastDigits ?? null),
    currency: word((charge) => charge.currency),
    failure_code: word((charge) => charge.failureCode),
    source_of_fund: word((charge, world) => sourceOfFund(sourceFor(world, charge))),
    source_type: word((charge, world) => sourceFor(world, charge)?.type ?? null),
    status: word((charge) => flagsOf(charge).status),
    disputed: flag((charge) => charge.disputed),
    fraud: flag((charge) => charge.failureCode === 'failed_fraud_check'),
    is_installment: flag((charge, world) => termOf(world, charge) !== null),
    refunded: flag((charge) => charge.refundedAmount > 0),
    scheduled: flag((charge) => charge.schedule !== null),
    voided: flag((charge) => charge.voided),
    refund_amount: money(({ refundedAmount, currency }) => ({ amount: refundedAmount, currency })),
    installment_terms: count((charge, world) => termOf(world, charge)),
  },
  queries: {
    id: (charge) => charge.id,
    card_bank: (charge, world) => cardOf(world, charge)?.bank ?? null,
    card_name: (charge, world) => cardOf(world, charge)?.name ?? null,
    description: (charge) => charge.description,
    failure_message: (charge) => charge.failureMessage,
    metadata: (charge) => charge.metadata,
  },
})

/** `card` may be a token or, for short, the parameters of a token. */
export const makeCharge: Maker<ChargeRow> = (context, given) => {
  const { card, ...rest } = given
  const { source, customer } = rest
  const type = isObject(source) ? source.type : context.world.sources.get(String(source))?.type
  const needsCard =
    card === undefined && customer === undefined && (source === undefined || takesCard(String(type)))
  const paying =
    needsCard || isObject(card) ? { card: makeToken(context, isObject(card) ? card : {}) } : { card }
  const made = context.call('POST /charges', {
    amount: 100_000,
    currency: context.world.account.currency,
    ...(paying.card === undefined ? {} : paying),
    ...rest,
  })
  return findCharge(context.world, made.id)
}

/** A charge that no longer waits for its payer. */
export const makeDecidedCharge: Maker<ChargeRow> = (context, given) => {
  const made = makeCharge(context, given)
  return waitsForPayer(made) ? payCharge(context.world, made.id) : made
}

const chargeTriggers: Triggers = {
  'charge.create': recipe('A charge is made', 'POST /charges', makeCharge),
  'charge.decide': recipe('A charge is decided', 'POST /charges', makeDecidedCharge),
  'charge.complete': recipe('The payer of a waiting charge pays', 'POST /charges', (context, given) => {
    makeDecidedCharge(context, { ...(given.source === undefined && { authentication: '3DS' }), ...given })
  }),
  'charge.capture': recipe('An authorized charge is captured', 'POST /charges', (context, given) => {
    const { id } = makeDecidedCharge(context, { capture: false, ...given })
    context.call('POST /charges/:id/capture', {}, id)
  }),
  'charge.update': recipe('A charge changes', 'PATCH /charges/:id', (context, given) => {
    const { id } = makeDecidedCharge(context, {})
    context.call('PATCH /charges/:id', { description: 'Order 1', ...given }, id)
  }),
  'charge.reverse': recipe('An authorized charge is reversed', 'POST /charges', (context, given) => {
    const { id } = makeDecidedCharge(context, { capture: false, ...given })
    context.call('POST /charges/:id/reverse', {}, id)
  }),
  'charge.expire': recipe('A waiting charge expires', 'POST /charges', (context, given) => {
    const { id } = makeCharge(context, { authentication: '3DS', ...given })
    context.call('POST /charges/:id/expire', {}, id)
  }),
}

export const charge = resource({
  record: { shape: chargeRecord, rows: (world) => world.charges, reader: { name: 'charges' } },
  routes: chargeRoutes,
  scopes: [chargeSearch],
  jobs: {
    'charge.lapse': {
      applies: (world, id) => allows(chargeMachine, findCharge(world, id).state, 'lapse'),
      run: (world, id) => onExpiryDue(world, id),
    },
  },
  triggers: chargeTriggers,
})
