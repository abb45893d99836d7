/** The events of the operations of `emitting.ts` with the event keys of the real service. */
import { expired, gone, good, lapsed, type Operation, paid, poor, reversed } from './emitting'

export type Emitted = Operation extends readonly [string, unknown, unknown, ...infer E] ? E : never

const active = { object: 'recipient', active: true }
const card = { object: 'card' }

/** What the real service tells instead; all other operations emit the same there. */
export const otherwise: Readonly<Record<string, Emitted>> = {
  'a charge is paid at once': [['charge.create', paid]],
  'a charge is declined': [['charge.create', poor]],
  'a charge is captured': [['charge.capture', paid]],
  'a charge is reversed': [['charge.reverse', reversed]],
  'a charge is expired': [['charge.expire', expired]],
  'an authorization lapses': [['charge.expire', lapsed]],
  'a card is attached': [
    ['customer.update', { cards: { total: 2 } }],
    ['customer.update.card', { object: 'customer', cards: { total: 2 } }],
  ],
  'a card is changed': [['card.update', { ...card, name: 'New' }]],
  'a card is deleted': [['card.destroy', { ...card, deleted: true }]],
  'a customer files a dispute': [['dispute.create', { object: 'dispute', status: 'open' }]],
  'a dispute is answered': [['dispute.update', { object: 'dispute', status: 'pending' }]],
  'a dispute is accepted': [['dispute.accept', { object: 'dispute', status: 'lost' }]],
  'the bank decides a dispute': [['dispute.close', { object: 'dispute', status: 'lost' }]],
  'a source is made': [],
  'the payer pays': [['charge.complete', paid]],
  'the payer refuses': [['charge.complete', { object: 'charge', status: 'failed' }]],
  'the bank is asked to pay': [['transfer.send', { object: 'transfer', sent: true, paid: false }]],
  'a code is expired': [['charge.expire', { source: { charge_status: 'expired' } }]],
  'a transfer arrives': [['transfer.pay', { object: 'transfer', paid: true }]],
  'a transfer comes back': [['transfer.fail', { object: 'transfer', failure_code: 'transfer_failed' }]],
  'a payer pays a link': [['charge.create', paid]],
  'a recipient is verified': [
    ['recipient.verify', good],
    ['recipient.activate', active],
  ],
  'an active recipient is deleted': [
    ['recipient.deactivate', gone('recipient')],
    ['recipient.destroy', gone('recipient')],
  ],
  'charges are scheduled': [['schedule.create', { object: 'schedule', active: true }]],
  'a schedule is activated': [],
  'a schedule is activated after its day': [],
  'a schedule ends': [
    ['charge.create', paid],
    ['schedule.expire', { object: 'schedule', status: 'expired' }],
  ],
  'the day comes': [['charge.create', paid]],
  'the day comes and the card is empty': [['charge.create', poor]],
  'an event is delivered, and delivered again where that failed': [],
}
