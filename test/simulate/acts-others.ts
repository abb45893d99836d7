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
import { type Act, on, type Turn } from './turn'

const anyCard = ({ random }: Turn) => random.pick([...payingCards, ...payingCards, random.pick(failingCards)])

const isThere = ({ deleted }: Customer | Recipient): boolean => !deleted

const makeCustomer: Act = async (turn) => {
  const token = turn.random.chance(85) ? await makeToken(turn, anyCard(turn)) : null
  const email = `payer${turn.random.below(100)}@example.com`
  const card = token === null ? {} : { card: token.id }
  await turn.change(['POST', '/customers', { email, ...card }], () =>
    createCustomer(turn.world, email, token),
  )
}

/** A deleted customer cannot be changed, and is not found. */
const expectNothingLeft = async (turn: Turn, { id }: Customer): Promise<void> => {
  const email = 'payer@example.com'
  await turn.change(['PATCH', `/customers/${id}`, { email }], () => refused(422, 'invalid_customer'))
  for (const path of ['', '/cards', '/charges'])
    turn.expectRefusal(await turn.get(`/customers/${id}${path}`), refused(404, 'not_found'))
}

const changeCustomer = on('customers', isThere, 95, async (turn, customer) => {
  const { world, random } = turn
  if (customer.deleted) return expectNothingLeft(turn, customer)
  const token = random.chance(50) ? await makeToken(turn, anyCard(turn)) : null
  const cards = liveCards(customer)
  const standard = token === null && cards.length > 0 && random.chance(50) ? random.pick(cards) : null
  const email = `payer${random.below(100)}@example.com`
  const params = {
    email,
    ...(token === null ? {} : { card: token.id }),
    ...(standard === null ? {} : { default_card: standard.id }),
  }
  await turn.change(['PATCH', `/customers/${customer.id}`, params], () => {
    customer.email = email
    if (token !== null) attach(customer, token)
    if (standard !== null) customer.standard = standard
    emit(world, customer, 'customer.update')
    if (token !== null) emit(world, customer, 'customer.update.card')
    return customer
  })
})

const hasCard = ({ standard }: Customer): boolean => standard !== null

const removeCard = on('customers', hasCard, 100, (turn, customer) => {
  const card = turn.random.pick(liveCards(customer))
  return turn.change(['DELETE', `/customers/${customer.id}/cards/${card.id}`], () => {
    deleteCard(turn.world, customer, card)
    return card
  })
})

const removeCustomer = on('customers', isThere, 100, (turn, customer) =>
  turn.change(['DELETE', `/customers/${customer.id}`], () => {
    deleteCustomer(turn.world, customer)
    return customer
  }),
)

const numbers = ['1234567890', '2345678901', '3456780001', '4567890004', '5678900005'] as const
const bank = (number: string) => ({ brand: 'bbl', number, name: 'Shop Ltd' })

const makeRecipient: Act = async (turn) => {
  const { world, random } = turn
  const number = random.pick(numbers)
  const params = { name: 'Shop Ltd', type: 'corporation', bank_account: bank(number) }
  await turn.change(['POST', '/recipients', params], () => {
    const recipient: Recipient = {
      ...{ kind: 'recipient', id: '', at: world.clock.now, standard: false, number, description: null },
      ...{ verified: false, active: false, failure: null, deleted: false },
    }
    world.recipients.push(recipient)
    emit(world, recipient, 'recipient.create')
    return recipient
  })
}

const isNew = ({ verified, standard, failure, deleted }: Recipient): boolean =>
  !verified && !standard && failure === null && !deleted

const verify = on('recipients', isNew, 100, (turn, recipient) =>
  turn.outside(['verifyRecipient', recipient.id], ['POST', `/recipients/${recipient.id}/verify`], () =>
    verifyRecipient(turn.world, recipient),
  ),
)

const isOwn = ({ standard, deleted }: Recipient): boolean => !standard && !deleted

const change = on('recipients', isOwn, 100, (turn, recipient) => {
  const number = turn.random.pick(numbers)
  const rest = { description: `shop ${turn.random.below(9)}` }
  const params = { ...rest, bank_account: bank(number) }
  return turn.change(['PATCH', `/recipients/${recipient.id}`, params], () =>
    changeRecipient(turn.world, recipient, { number, ...rest }),
  )
})

const removeRecipient = on('recipients', isThere, 100, async (turn, recipient) => {
  const { world } = turn
  await turn.change(['DELETE', `/recipients/${recipient.id}`], () => {
    if (recipient.standard) return refused(422, 'failed_deletion')
    if (recipient.active) emit(world, recipient, 'recipient.deactivate')
    Object.assign(recipient, { deleted: true, active: false, verified: false })
    emit(world, recipient, 'recipient.destroy')
    return recipient
  })
  suspendOrphans(world)
})

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

const isPayable = ({ verified, active }: Recipient): boolean => verified && active

const makeTransfer = on('recipients', isPayable, 60, (turn, recipient) => {
  const { world, random } = turn
  const amount = random.chance(12) ? null : someAmount(turn)
  const failFast = random.chance(25)
  const params = {
    ...(amount === null ? {} : { amount }),
    ...(recipient.standard ? {} : { recipient: recipient.id }),
    ...(failFast ? { fail_fast: true } : {}),
  }
  return turn.change(['POST', '/transfers', params], () =>
    recipient.deleted ? refused(404, 'not_found') : createTransfer(world, { recipient, amount, failFast }),
  )
})

const isWaiting = ({ state }: Transfer): boolean => state === 'waiting'

const changeIt = on('transfers', isWaiting, 75, (turn, transfer) => {
  const amount = someAmount(turn)
  return turn.change(['PATCH', `/transfers/${transfer.id}`, { amount }], () =>
    changeTransfer(turn.world, transfer, amount),
  )
})

const send = on('transfers', isWaiting, 80, (turn, transfer) =>
  turn.outside(['sendTransfer', transfer.id], ['POST', `/transfers/${transfer.id}/mark_as_sent`], () =>
    sendTransfer(turn.world, transfer),
  ),
)

const isSent = ({ state }: Transfer): boolean => state === 'sent'

const arrive = on('transfers', isSent, 85, (turn, transfer) => {
  const { world, random } = turn
  const path = `/transfers/${transfer.id}`
  const failed = { success: false, failure_code: 'transfer_failed' }
  return random.chance(25)
    ? turn.outside(['failTransfer', transfer.id], ['PATCH', path, failed], () =>
        failTransfer(world, transfer, 'transfer_failed'),
      )
    : turn.outside(['payTransfer', transfer.id], ['POST', `${path}/mark_as_paid`], () =>
        payTransfer(world, transfer),
      )
})

const callOff = on('transfers', isWaiting, 75, (turn, transfer) =>
  turn.change(['DELETE', `/transfers/${transfer.id}`], () => deleteTransfer(turn.world, transfer)),
)

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
