import type {
  Card,
  Customer,
  Occurrence,
  Recipient,
  Schedule,
  Token,
  Transaction,
  Transfer,
} from 'payment-sandbox'
import { dateText, dayMs } from '../kernel/calendar'
import { testCardNumber } from '../library/actions/token'
import { cardFields } from '../resources/card/schema'
import { makeDecidedCharge } from '../resources/charge/triggers'
import { makeCustomer } from '../resources/customer/triggers'
import { openDispute } from '../resources/dispute/levers'
import { makeRecipient } from '../resources/recipient/triggers'
import { runSchedule } from '../resources/schedule/levers'
import { makeSchedule } from '../resources/schedule/triggers'
import { makeToken } from '../resources/token/triggers'
import type { TransactionKey } from '../resources/transaction/model'
import { failTransfer, payTransfer, sendTransfer, verifyRecipient } from '../resources/transfer/levers'
import { makeTransfer } from '../resources/transfer/triggers'
import type {
  CardFactory,
  CustomerFactory,
  OccurrenceFactory,
  RecipientFactory,
  ScheduleFactory,
  TokenFactory,
  TransactionFactory,
  TransferFactory,
} from './kinds'
import { maker, withTraits } from './maker'
import type { FactoryContext, FactoryStage, Make } from './stage'

/** Makes a record and then does something with it. */
const then =
  (make: Make, act: (making: FactoryContext, id: string) => unknown): Make =>
  (making) => {
    const id = make(making)
    act(making, id)
    return id
  }

const deletedBy = (operation: `DELETE /${string}`, make: Make): Make =>
  then(make, ({ call }, id) => call(operation, {}, id))

/** The fields of a card that are card data, for the vault. */
const cardData = (card: object = {}): object =>
  Object.fromEntries(
    Object.entries(card).filter(([name, value]) => Object.hasOwn(cardFields(), name) && value !== null),
  )

export const customerFactory = (stage: FactoryStage): CustomerFactory => {
  const make = maker<Customer>(stage, 'customer', 'POST /customers')
  const customer: Make = (making) => makeCustomer(making, making.given)
  return withTraits<CustomerFactory>((overrides) => make(overrides, customer), {
    withoutCard: (overrides) =>
      make(
        overrides,
        ({ call, given }) => call('POST /customers', { email: 'somchai@example.com', ...given }).id,
      ),
    deleted: (overrides) => make(overrides, deletedBy('DELETE /customers/:id', customer)),
  })
}

export const cardFactory = (stage: FactoryStage): CardFactory => {
  const make = maker<Card>(stage, 'card', 'POST /customers')
  const card =
    (overrides: object | undefined, more: object = {}): Make =>
    (making) => {
      const customer = makeCustomer(making, {}, { ...cardData(overrides), ...more })
      return making.world.cards.by('customer', customer).at(0).id
    }
  return withTraits<CardFactory>((overrides) => make(overrides, card(overrides)), {
    of: (kind, overrides) => make(overrides, card(overrides, { number: testCardNumber(kind) })),
  })
}

export const tokenFactory = (stage: FactoryStage): TokenFactory => {
  const make = maker<Token>(stage, 'token', 'POST /tokens')
  const token =
    (overrides: { readonly card?: object | null } | undefined, more: object = {}): Make =>
    (making) =>
      makeToken(making, { ...cardData(overrides?.card ?? {}), ...more })
  return withTraits<TokenFactory>((overrides) => make(overrides, token(overrides)), {
    of: (kind, overrides) => make(overrides, token(overrides, { number: testCardNumber(kind) })),
    used: (overrides) =>
      make(
        overrides,
        then(token(overrides), (making, card) => makeDecidedCharge(making, { card })),
      ),
  })
}

export const recipientFactory = (stage: FactoryStage): RecipientFactory => {
  const make = maker<Recipient>(stage, 'recipient', 'POST /recipients')
  const recipient: Make = (making) => makeRecipient(making, making.given)
  const verify = ({ world }: FactoryContext, id: string) => verifyRecipient(world, id)
  /** The bank does not verify this account number (assumption `magic-bank-accounts`). */
  const account = { brand: 'test', number: '1234560001', name: 'Shop Ltd' }
  const unknown: Make = (making) => makeRecipient(making, { bank_account: account, ...making.given })
  return withTraits<RecipientFactory>((overrides) => make(overrides, recipient), {
    verified: (overrides) => make(overrides, then(recipient, verify)),
    rejected: (overrides) => make(overrides, then(unknown, verify)),
    deleted: (overrides) => make(overrides, deletedBy('DELETE /recipients/:id', recipient)),
  })
}

export const transferFactory = (stage: FactoryStage): TransferFactory => {
  const make = maker<Transfer>(stage, 'transfer', 'POST /transfers')
  const transfer: Make = (making) => makeTransfer(making, making.given)
  const sent = then(transfer, ({ world }, id) => sendTransfer(world, id))
  return withTraits<TransferFactory>((overrides) => make(overrides, transfer), {
    sent: (overrides) => make(overrides, sent),
    paid: (overrides) =>
      make(
        overrides,
        then(sent, ({ world }, id) => payTransfer(world, id)),
      ),
    failed: (code = 'transfer_failed', overrides) =>
      make(
        overrides,
        then(sent, ({ world }, id) => failTransfer(world, id, { code })),
      ),
    deleted: (overrides) => make(overrides, deletedBy('DELETE /transfers/:id', transfer)),
  })
}

const schedule: Make = (making) => makeSchedule(making, making.given)
const runNext = ({ world }: FactoryContext, id: string) => runSchedule(world, id)

export const scheduleFactory = (stage: FactoryStage): ScheduleFactory => {
  const make = maker<Schedule>(stage, 'schedule', 'POST /schedules')
  const ofTransfers: Make = (making) => {
    const recipient = makeRecipient(making, {})
    verifyRecipient(making.world, recipient)
    return makeSchedule(making, { transfer: { recipient, amount: 100_000 }, ...making.given })
  }
  const ofOneDay: Make = (making) => {
    const day = dateText(making.world.now() + dayMs)
    return makeSchedule(making, { start_on: day, end_on: day, ...making.given })
  }
  return withTraits<ScheduleFactory>((overrides) => make(overrides, schedule), {
    ofTransfers: (overrides) => make(overrides, ofTransfers),
    suspended: (overrides) =>
      make(
        overrides,
        then(schedule, ({ call }, id) => call('POST /schedules/:id/suspend', {}, id)),
      ),
    expired: (overrides) => make(overrides, then(ofOneDay, runNext)),
    deleted: (overrides) => make(overrides, deletedBy('DELETE /schedules/:id', schedule)),
  })
}

export const occurrenceFactory = (stage: FactoryStage): OccurrenceFactory => {
  const make = maker<Occurrence>(stage, 'occurrence', 'POST /schedules')
  const first = ({ world }: FactoryContext, id: string): string =>
    world.occurrences.by('schedule', id).at(0).id
  const ran =
    (card: object): Make =>
    (making) =>
      runSchedule(making.world, makeSchedule(making, making.given, card)).id
  return withTraits<OccurrenceFactory>(
    (overrides) => make(overrides, (making) => first(making, schedule(making))),
    {
      successful: (overrides) => make(overrides, ran({})),
      failed: (overrides) => make(overrides, ran({ number: testCardNumber('insufficient_fund') })),
    },
  )
}

export const transactionFactory = (stage: FactoryStage): TransactionFactory => {
  const make = maker<Transaction>(stage, 'transaction', 'POST /charges')
  /** The latest one of this kind, after what makes it. */
  const latest =
    (key: TransactionKey, act: (making: FactoryContext) => unknown): Make =>
    (making) => {
      act(making)
      const { transactions } = making.world
      for (let i = transactions.length - 1; i >= 0; i -= 1)
        if (transactions.at(i).key === key) return transactions.at(i).id
      throw new Error(`there is no transaction ${key}`)
    }
  const charged = (making: FactoryContext): string => makeDecidedCharge(making, making.given).id
  const refund = (making: FactoryContext): void => {
    const id = charged(making)
    making.catchUp()
    making.call('POST /charges/:id/refunds', {}, id)
  }
  return withTraits<TransactionFactory>(
    (overrides) => make(overrides, latest('charge.captured.net', charged)),
    {
      ofRefund: (overrides) => make(overrides, latest('refund.created.debit', refund), dayMs),
      ofDispute: (overrides) =>
        make(
          overrides,
          latest('dispute.started.debit', (making) => openDispute(making.world, charged(making))),
        ),
      ofTransfer: (overrides) =>
        make(
          overrides,
          latest('transfer.sent.debit', (making) =>
            sendTransfer(making.world, makeTransfer(making, making.given)),
          ),
        ),
    },
  )
}
