import { dateText, dayMs } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { payCharge } from '../../resources/charge/levers'
import type { ChargeRow } from '../../resources/charge/model'
import { findCharge } from '../../resources/charge/operations'
import { decideDispute, openDispute } from '../../resources/dispute/levers'
import type { DeliveryKey, EventKey } from '../../resources/event/model'
import { runSchedule } from '../../resources/schedule/levers'
import { findSource } from '../../resources/source/operations'
import { sendTransfer, verifyRecipient } from '../../resources/transfer/levers'
import { failSource, payAtLink, paySource } from '../../simulation/outside'
import { callApi, type Desk, inputOf, type OperationName } from './api-call'

/** Parameters of the operation that `takes` names, in place of the recipe's own. */
export type TriggerParameters = { readonly [parameter: string]: unknown }

/** Makes happen, in an account where nothing has to be there yet, what emits one kind of event. */
export interface Recipe {
  readonly summary: string
  readonly takes: OperationName
  readonly run: (desk: Desk, given: TriggerParameters) => void
}

/** Those of webhooks need a receiver, and wait for it: see trigger.ts. */
export type OperationKey = Exclude<EventKey, DeliveryKey>

const newDispute = 'POST /charges/:id/disputes'

const none: TriggerParameters = Object.freeze({})

const amountIn = (given: TriggerParameters, otherwise: number): number => Number(given.amount ?? otherwise)

const nextYear = ({ world }: Desk): number => Number(dateText(world.now()).slice(0, 4)) + 1

const tokenOf = (desk: Desk, card: object = {}): string =>
  callApi(desk, 'POST /tokens', {
    card: {
      name: 'Somchai Prasert',
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: nextYear(desk),
      security_code: '123',
      ...card,
    },
  }).id

/** `card` may be a token or, for short, what a token is made of. */
const charge = (desk: Desk, given: TriggerParameters): ChargeRow => {
  const { card, ...rest } = given
  const asksForCard = card === undefined && rest.customer === undefined && rest.source === undefined
  const means = asksForCard || isObject(card) ? { card: tokenOf(desk, isObject(card) ? card : {}) } : { card }
  const made = callApi(desk, 'POST /charges', {
    amount: 100_000,
    currency: desk.world.account.currency,
    ...(means.card === undefined ? {} : means),
    ...rest,
  })
  return findCharge(desk.world, made.id)
}

/** One that waited for its payer waits no more. */
const decided = (desk: Desk, given: TriggerParameters): ChargeRow => {
  const made = charge(desk, given)
  const waits = made.state === 'authorizing' || made.state === 'awaiting_payment'
  return waits ? payCharge(desk.world, made.id) : made
}

const customer = (desk: Desk, given: TriggerParameters, card: object = {}): string =>
  callApi(desk, 'POST /customers', {
    email: 'somchai@example.com',
    card: tokenOf(desk, card),
    ...given,
  }).id

const transfer = (desk: Desk, given: TriggerParameters): string => {
  const amount = amountIn(given, 100_000)
  decided(desk, { amount: Math.max(1_000_000, amount * 2) })
  return callApi(desk, 'POST /transfers', { amount, ...given }).id
}

type DisputeInput = Parameters<typeof openDispute>[2]

/** By hand: the operation whose parameters it takes exists in test mode only. */
const dispute = (desk: Desk, given: TriggerParameters): string => {
  const { reason_code, message }: DisputeInput = inputOf(newDispute, given)
  return openDispute(desk.world, decided(desk, none).id, { reason_code, message }).id
}

/** What the payer is shown something for at once, where the currency has that. */
const sourceOf: {
  readonly [currency: string]: { readonly type: string; readonly [parameter: string]: unknown }
} = {
  thb: { type: 'promptpay' },
  sgd: { type: 'paynow' },
  myr: { type: 'duitnow_qr' },
  jpy: {
    type: 'econtext',
    amount: 10_000,
    name: 'Taro Abe',
    email: 'taro@example.com',
    phone_number: '01234567890',
  },
}

const source = (desk: Desk, given: TriggerParameters): string => {
  const currency = String(given.currency ?? desk.world.account.currency).toLowerCase()
  const usual = given.type === undefined ? (sourceOf[currency] ?? { type: 'alipay_cn' }) : {}
  return callApi(desk, 'POST /sources', { amount: 100_000, currency, ...usual, ...given }).id
}

/** A source that its merchant has charged. */
const charged = (desk: Desk, given: TriggerParameters): string => {
  const { id, amount, currency } = findSource(desk.world, source(desk, given))
  const return_uri = 'https://shop.example.com/thanks'
  callApi(desk, 'POST /charges', { amount, currency, source: id, return_uri })
  return id
}

const link = (desk: Desk, given: TriggerParameters): string =>
  callApi(desk, 'POST /links', {
    amount: 100_000,
    currency: desk.world.account.currency,
    title: 'Tea',
    description: 'A box of green tea',
    ...given,
  }).id

const recipient = (desk: Desk, given: TriggerParameters): string =>
  callApi(desk, 'POST /recipients', {
    name: 'Shop Ltd',
    type: 'corporation',
    bank_account: { brand: 'test', number: '1234567890', name: 'Shop Ltd' },
    ...given,
  }).id

const schedule = (desk: Desk, given: TriggerParameters, card: object = {}): string => {
  const { world } = desk
  const what =
    given.charge === undefined && given.transfer === undefined
      ? {
          charge: { customer: customer(desk, none, card), amount: 100_000, currency: world.account.currency },
        }
      : {}
  return callApi(desk, 'POST /schedules', {
    every: 1,
    period: 'day',
    start_on: dateText(world.now() + dayMs),
    end_on: dateText(world.now() + 30 * dayMs),
    ...what,
    ...given,
  }).id
}

const newCharge = 'POST /charges'
const newCustomer = 'POST /customers'
const newTransfer = 'POST /transfers'
const newSource = 'POST /sources'
const newLink = 'POST /links'
const newRecipient = 'POST /recipients'
const newSchedule = 'POST /schedules'

const recipe = (summary: string, takes: OperationName, run: Recipe['run']): Recipe => ({
  summary,
  takes,
  run,
})

/** By the event; the summary says what happens. */
export const recipes: { readonly [key in OperationKey]: Recipe } = {
  'charge.create': recipe('A charge is made', newCharge, charge),
  'charge.complete': recipe('A charge is decided', newCharge, decided),
  'charge.update': recipe('An authorized charge is captured', newCharge, (desk, given) => {
    callApi(desk, 'POST /charges/:id/capture', {}, decided(desk, { capture: false, ...given }).id)
  }),
  'refund.create': recipe('A charge is refunded', 'POST /charges/:id/refunds', (desk, given) => {
    const { id } = decided(desk, { amount: Math.max(100_000, amountIn(given, 0)) })
    callApi(desk, 'POST /charges/:id/refunds', given, id)
  }),
  'customer.create': recipe('A customer is made', newCustomer, customer),
  'customer.update': recipe('A customer changes', 'PATCH /customers/:id', (desk, given) => {
    callApi(desk, 'PATCH /customers/:id', { description: 'A regular', ...given }, customer(desk, none))
  }),
  'customer.destroy': recipe('A customer is deleted', newCustomer, (desk, given) => {
    callApi(desk, 'DELETE /customers/:id', {}, customer(desk, given))
  }),
  'transfer.create': recipe('A transfer is made', newTransfer, transfer),
  'transfer.update': recipe('A transfer leaves for the bank', newTransfer, (desk, given) => {
    sendTransfer(desk.world, transfer(desk, given))
  }),
  'transfer.destroy': recipe('A transfer is called off', newTransfer, (desk, given) => {
    callApi(desk, 'DELETE /transfers/:id', {}, transfer(desk, given))
  }),
  'charge.dispute.create': recipe('A cardholder disputes a charge', newDispute, dispute),
  'charge.dispute.update': recipe('Evidence is sent', 'PATCH /disputes/:id', (desk, given) => {
    callApi(desk, 'PATCH /disputes/:id', { message: 'It was delivered', ...given }, dispute(desk, none))
  }),
  'charge.dispute.close': recipe('The bank decides for the cardholder', newDispute, (desk, given) => {
    decideDispute(desk.world, dispute(desk, given), 'lost')
  }),
  'source.create': recipe('A source is made', newSource, source),
  'source.update': recipe('The payer of a source pays', newSource, (desk, given) => {
    paySource(desk.world, charged(desk, given))
  }),
  'source.successful': recipe('The payer of a source pays', newSource, (desk, given) => {
    paySource(desk.world, charged(desk, given))
  }),
  'source.failed': recipe('The payer of a source does not pay', newSource, (desk, given) => {
    failSource(desk.world, charged(desk, given), 'payment_cancelled')
  }),
  'link.create': recipe('A link is made', newLink, link),
  'link.payment.create': recipe('Somebody pays at a link', newLink, payLink),
  'link.payment.complete': recipe('Somebody pays at a link', newLink, payLink),
  'recipient.create': recipe('A recipient is made', newRecipient, recipient),
  'recipient.update': recipe('A recipient changes', 'PATCH /recipients/:id', (desk, given) => {
    callApi(desk, 'PATCH /recipients/:id', { email: 'shop@example.com', ...given }, recipient(desk, none))
  }),
  'recipient.verify': recipe('The bank checks a recipient', newRecipient, (desk, given) => {
    verifyRecipient(desk.world, recipient(desk, given))
  }),
  'recipient.destroy': recipe('A recipient is deleted', newRecipient, (desk, given) => {
    callApi(desk, 'DELETE /recipients/:id', {}, recipient(desk, given))
  }),
  'schedule.create': recipe('A schedule is made', newSchedule, schedule),
  'schedule.suspend': recipe('A schedule is paused', newSchedule, (desk, given) => {
    callApi(desk, 'POST /schedules/:id/suspend', {}, schedule(desk, given))
  }),
  'schedule.activate': recipe('A paused schedule goes on', newSchedule, (desk, given) => {
    const id = schedule(desk, given)
    callApi(desk, 'POST /schedules/:id/suspend', {}, id)
    callApi(desk, 'POST /schedules/:id/activate', {}, id)
  }),
  'schedule.destroy': recipe('A schedule is deleted', newSchedule, (desk, given) => {
    callApi(desk, 'DELETE /schedules/:id', {}, schedule(desk, given))
  }),
  'schedule.occurrence.scheduled': recipe('A schedule is made', newSchedule, schedule),
  'schedule.occurrence.successful': recipe('The day of a schedule comes', newSchedule, (desk, given) => {
    runSchedule(desk.world, schedule(desk, given))
  }),
  'schedule.occurrence.failed': recipe('Its day comes and the card is empty', newSchedule, (desk, given) => {
    runSchedule(desk.world, schedule(desk, given, { number: '4111111111140011' }))
  }),
}

function payLink(desk: Desk, given: TriggerParameters): void {
  const { id } = payAtLink(desk.world, link(desk, given), {}, desk.scene.baseUrl)
  const made = findCharge(desk.world, id)
  if (made.state === 'authorizing') payCharge(desk.world, id)
}
