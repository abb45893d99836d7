/** What happens to customers, recipients and transfers. */
import { makeToken } from './acts-charges'
import { balanceOf } from './model/balance'
import { failingCards, payingCards } from './model/cards'
import { attach, createCustomer, deleteCard, deleteCustomer, liveCards } from './model/customers'
import { emit } from './model/events'
import {
  changeRecipient,
  changeTransfer,
  createTransfer,
  deleteTransfer,
  failTransfer,
  payTransfer,
  sendTransfer,
  verifyRecipient,
} from './model/payouts'
import { suspendOrphans } from './model/schedules'
import { type Customer, type Recipient, refused, type Transfer } from './model/world'
import type { Turn } from './turn'

const anyCard = ({ random }: Turn) => random.pick([...payingCards, ...payingCards, random.pick(failingCards)])

const makeCustomer = async (turn: Turn): Promise<void> => {
  const token = turn.random.chance(85) ? await makeToken(turn, anyCard(turn)) : null
  const email = `payer${turn.random.below(100)}@example.com`
  const card = token === null ? {} : { card: token.id }
  const answer = await turn.change('POST', '/customers', { email, ...card })
  turn.expect(answer, createCustomer(turn.world, email, token))
}

/** A deleted customer cannot be changed, and is not found. */
const expectNothingLeft = async (turn: Turn, { id }: Customer): Promise<void> => {
  const email = 'payer@example.com'
  turn.expectRefusal(
    await turn.change('PATCH', `/customers/${id}`, { email }),
    refused(422, 'invalid_customer'),
  )
  for (const path of ['', '/cards', '/charges'])
    turn.expectRefusal(await turn.get(`/customers/${id}${path}`), refused(404, 'not_found'))
}

const changeCustomer = async (turn: Turn): Promise<void> => {
  const { world, random } = turn
  const customer = turn.choose(world.customers, ({ deleted }) => !deleted, 95)
  if (customer === undefined) return
  if (customer.deleted) return expectNothingLeft(turn, customer)
  const token = random.chance(50) ? await makeToken(turn, anyCard(turn)) : null
  const cards = liveCards(customer)
  const standard = token === null && cards.length > 0 && random.chance(50) ? random.pick(cards) : null
  const email = `payer${random.below(100)}@example.com`
  const answer = await turn.change('PATCH', `/customers/${customer.id}`, {
    email,
    ...(token === null ? {} : { card: token.id }),
    ...(standard === null ? {} : { default_card: standard.id }),
  })
  customer.email = email
  if (token !== null) attach(customer, token)
  if (standard !== null) customer.standard = standard
  emit(world, customer, 'customer.update')
  if (token !== null) emit(world, customer, 'customer.update.card')
  turn.expect(answer, customer)
}

const removeCard = async (turn: Turn): Promise<void> => {
  const customer = turn.choose(turn.world.customers, ({ standard }) => standard !== null, 100)
  const cards = customer === undefined ? [] : liveCards(customer)
  if (customer === undefined || cards.length === 0) return
  const card = turn.random.pick(cards)
  const answer = await turn.ask('DELETE', `/customers/${customer.id}/cards/${card.id}`)
  deleteCard(turn.world, customer, card)
  turn.expect(answer, card)
}

const removeCustomer = async (turn: Turn): Promise<void> => {
  const customer = turn.choose(turn.world.customers, ({ deleted }) => !deleted, 100)
  if (customer === undefined) return
  const answer = await turn.ask('DELETE', `/customers/${customer.id}`)
  deleteCustomer(turn.world, customer)
  turn.expect(answer, customer)
}

const numbers = ['1234567890', '2345678901', '3456780001', '4567890004', '5678900005'] as const
const bank = (number: string) => ({ brand: 'bbl', number, name: 'Shop Ltd' })

const makeRecipient = async (turn: Turn): Promise<void> => {
  const { world, random } = turn
  const number = random.pick(numbers)
  const params = { name: 'Shop Ltd', type: 'corporation', bank_account: bank(number) }
  const answer = await turn.change('POST', '/recipients', params)
  const recipient: Recipient = {
    ...{ kind: 'recipient', id: '', at: world.clock.now, standard: false, number, description: null },
    ...{ verified: false, active: false, failure: null, deleted: false },
  }
  world.recipients.push(recipient)
  emit(world, recipient, 'recipient.create')
  turn.expect(answer, recipient)
}

const isNew = ({ verified, standard, failure, deleted }: Recipient): boolean =>
  !verified && !standard && failure === null && !deleted

const verify = async (turn: Turn): Promise<void> => {
  const { world, mode } = turn
  const recipient = turn.choose(world.recipients, isNew, 100)
  if (recipient === undefined) return
  if (world.live)
    return turn.pull(
      `verifyRecipient ${recipient.id}`,
      () => mode.simulate.verifyRecipient(recipient.id),
      () => verifyRecipient(world, recipient),
    )
  const answer = await turn.change('POST', `/recipients/${recipient.id}/verify`)
  turn.expect(answer, verifyRecipient(world, recipient))
}

const isOwn = ({ standard, deleted }: Recipient): boolean => !standard && !deleted

const change = async (turn: Turn): Promise<void> => {
  const recipient = turn.choose(turn.world.recipients, isOwn, 100)
  if (recipient === undefined) return
  const number = turn.random.pick(numbers)
  const rest = { description: `shop ${turn.random.below(9)}` }
  const answer = await turn.change('PATCH', `/recipients/${recipient.id}`, {
    ...rest,
    bank_account: bank(number),
  })
  turn.expect(answer, changeRecipient(turn.world, recipient, { number, ...rest }))
}

const removeRecipient = async (turn: Turn): Promise<void> => {
  const { world } = turn
  const recipient = turn.choose(world.recipients, ({ deleted }) => !deleted, 100)
  if (recipient === undefined) return
  const answer = await turn.ask('DELETE', `/recipients/${recipient.id}`)
  if (recipient.standard) return turn.expectRefusal(answer, refused(422, 'failed_deletion'))
  if (recipient.active) emit(world, recipient, 'recipient.deactivate')
  Object.assign(recipient, { deleted: true, active: false, verified: false })
  emit(world, recipient, 'recipient.destroy')
  turn.expect(answer, recipient)
  suspendOrphans(world)
}

const someAmount = ({ random, world }: Turn): number => {
  const { transferable } = balanceOf(world)
  const fees = world.account.transferFee + world.account.transferVat
  return random.pick([
    fees,
    fees + 1,
    Math.max(1, transferable + 1),
    ...Array(8).fill(random.between(fees + 1, fees * 4)),
  ])
}

const makeTransfer = async (turn: Turn): Promise<void> => {
  const { world, random } = turn
  const recipient = turn.choose(world.recipients, ({ verified, active }) => verified && active, 60)
  if (recipient === undefined) return
  const amount = random.chance(12) ? null : someAmount(turn)
  const failFast = random.chance(25)
  const answer = await turn.change('POST', '/transfers', {
    ...(amount === null ? {} : { amount }),
    ...(recipient.standard ? {} : { recipient: recipient.id }),
    ...(failFast ? { fail_fast: true } : {}),
  })
  if (recipient.deleted) return turn.expectRefusal(answer, refused(404, 'not_found'))
  turn.expect(answer, createTransfer(world, { recipient, amount, failFast }))
}

const isWaiting = ({ state }: Transfer): boolean => state === 'waiting'

const changeIt = async (turn: Turn): Promise<void> => {
  const transfer = turn.choose(turn.world.transfers, isWaiting)
  if (transfer === undefined) return
  const amount = someAmount(turn)
  const answer = await turn.change('PATCH', `/transfers/${transfer.id}`, { amount })
  turn.expect(answer, changeTransfer(turn.world, transfer, amount))
}

const send = async (turn: Turn): Promise<void> => {
  const { world, mode } = turn
  const transfer = turn.choose(world.transfers, isWaiting, 80)
  if (transfer === undefined) return
  if (!world.live) {
    const answer = await turn.change('POST', `/transfers/${transfer.id}/mark_as_sent`)
    turn.expect(answer, sendTransfer(world, transfer))
    return
  }
  turn.pull(
    `sendTransfer ${transfer.id}`,
    () => mode.simulate.sendTransfer(transfer.id),
    () => sendTransfer(world, transfer),
  )
}

const arrive = async (turn: Turn): Promise<void> => {
  const { world, mode, random } = turn
  const transfer = turn.choose(world.transfers, ({ state }) => state === 'sent', 85)
  if (transfer === undefined) return
  const fails = random.chance(25)
  if (world.live) {
    const way = fails ? 'failTransfer' : 'payTransfer'
    turn.pull(
      `${way} ${transfer.id}`,
      () => mode.simulate[way](transfer.id),
      () => (fails ? failTransfer(world, transfer, 'transfer_failed') : payTransfer(world, transfer)),
    )
  } else if (fails) {
    const params = { success: false, failure_code: 'transfer_failed' }
    const answer = await turn.change('PATCH', `/transfers/${transfer.id}`, params)
    turn.expect(answer, failTransfer(world, transfer, 'transfer_failed'))
  } else {
    const answer = await turn.change('POST', `/transfers/${transfer.id}/mark_as_paid`)
    turn.expect(answer, payTransfer(world, transfer))
  }
}

const callOff = async (turn: Turn): Promise<void> => {
  const transfer = turn.choose(turn.world.transfers, isWaiting)
  if (transfer === undefined) return
  const answer = await turn.ask('DELETE', `/transfers/${transfer.id}`)
  turn.expect(answer, deleteTransfer(turn.world, transfer))
}

/** How often each happens, in comparison with the others. */
export const otherActs = {
  'make a customer': [4, makeCustomer],
  'change a customer': [3, changeCustomer],
  'remove a card': [1, removeCard],
  'remove a customer': [1, removeCustomer],
  'make a recipient': [2, makeRecipient],
  'verify a recipient': [2, verify],
  'change a recipient': [1, change],
  'remove a recipient': [1, removeRecipient],
  'make a transfer': [5, makeTransfer],
  'change a transfer': [2, changeIt],
  'send a transfer': [4, send],
  'a transfer arrives': [4, arrive],
  'call a transfer off': [1, callOff],
} as const
