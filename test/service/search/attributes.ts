/** The attributes of every scope, read off the records as the library shows them. */
import type { Mode } from '../../../src/index'

interface Shown {
  readonly object: string
  readonly id: string
  readonly created_at: string
  readonly [field: string]: unknown
}

type Attributes = Readonly<Record<string, unknown>>

export interface Known {
  readonly record: Shown
  readonly filters: Attributes
  readonly queries: Attributes
}

const text = (value: unknown): string => String(value ?? '')
export const part = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Attributes)[field] : undefined

const inUnits = (amount: unknown, currency: unknown): number | null =>
  typeof amount === 'number' ? amount / (currency === 'jpy' ? 1 : 100) : null

const cardAttributes = (card: unknown): Attributes => ({
  card_id: part(card, 'id'),
  card_bank: part(card, 'bank'),
  card_brand: part(card, 'brand'),
  card_name: part(card, 'name'),
})

/** Every record of each scope with its attributes, in the order of their making. */
export const tables: { readonly [scope: string]: (mode: Mode) => readonly Known[] } = {
  charge: (mode) =>
    mode.charges.list().map((charge) => ({
      record: { ...charge },
      filters: {
        ...charge,
        amount: inUnits(charge.amount, charge.currency),
        created: charge.created_at,
        captured_at: charge.paid_at,
        credit_card_brand: charge.card?.brand,
        card_last_digits: charge.card?.last_digits,
        source_type: charge.source?.type,
        disputed: charge.dispute !== null && ['open', 'pending', 'lost'].includes(charge.dispute.status),
        fraud: charge.failure_code === 'failed_fraud_check',
        is_installment: /^installment_/.test(charge.source?.type ?? ''),
        refunded: charge.refunded_amount > 0,
        refund_amount: inUnits(charge.refunded_amount, charge.currency),
        installment_terms: charge.source?.installment_term,
        scheduled: charge.schedule !== null,
      },
      queries: { ...charge, ...cardAttributes(charge.card) },
    })),
  customer: (mode) =>
    mode.customers.list({ deleted: false }).map((customer) => ({
      record: { ...customer },
      filters: { created: customer.created_at },
      queries: { ...customer },
    })),
  dispute: (mode) =>
    mode.disputes.list().map((dispute) => {
      const card = mode.charges.get(dispute.charge)?.card
      return {
        record: { ...dispute },
        filters: {
          ...dispute,
          amount: inUnits(dispute.amount, dispute.currency),
          card_last_digits: card?.last_digits,
          charge_id: dispute.charge,
          created: dispute.created_at,
          fraud: dispute.reason_code === 'unauthorized_charge_aka_fraud',
        },
        queries: { ...dispute, ...cardAttributes(card) },
      }
    }),
  link: (mode) =>
    mode.links.list({ deleted: false }).map((link) => ({
      record: { ...link },
      filters: { ...link, amount: inUnits(link.amount, link.currency), created: link.created_at },
      queries: { ...link, link_reference: link.payment_uri.replace(/^.*\//, '') },
    })),
  recipient: (mode) =>
    mode.recipients.list().map((recipient) => ({
      record: { ...recipient },
      filters: {
        ...recipient,
        bank_last_digits: recipient.bank_account.last_digits,
        created: recipient.created_at,
      },
      queries: {
        ...recipient,
        bank_name: recipient.bank_account.name,
        bank_brand: [recipient.bank_account.brand, recipient.bank_account.bank_code],
      },
    })),
  refund: (mode) =>
    mode.refunds.list().map((refund) => ({
      record: { ...refund },
      filters: {
        ...refund,
        amount: inUnits(refund.amount, refund.currency),
        card_last_digits: refund.charge.card?.last_digits,
        charge_id: refund.charge.id,
        created: refund.created_at,
      },
      queries: {
        ...refund,
        ...cardAttributes(refund.charge.card),
        charge_description: refund.charge.description,
      },
    })),
  transfer: (mode) =>
    mode.transfers.list({ deleted: false }).map((transfer) => {
      const recipient = mode.recipients.get(transfer.recipient)
      return {
        record: { ...transfer },
        filters: {
          ...transfer,
          amount: inUnits(transfer.amount, transfer.currency),
          fee: inUnits(transfer.fee, transfer.currency),
          created: transfer.created_at,
        },
        queries: {
          ...transfer,
          bank_name: transfer.bank_account.name,
          bank_brand: [transfer.bank_account.brand, transfer.bank_account.bank_code],
          recipient_email: recipient?.email,
          recipient_id: transfer.recipient,
          recipient_name: recipient?.name,
          transaction_id: transfer.transactions.map(({ id }) => id),
        },
      }
    }),
  transaction: (mode) =>
    mode.transactions.list().map((transaction) => ({
      record: { ...transaction },
      filters: {
        ...transaction,
        amount: inUnits(transaction.amount, transaction.currency),
        created: transaction.created_at,
        hold_until: transaction.transferable_at,
        kind: [transaction.key, transaction.direction, transaction.key.split('.')[0]],
      },
      queries: { id: transaction.id, record_id: transaction.origin },
    })),
  charge_schedule: (mode) =>
    mode.schedules.list({ deleted: false }).flatMap((schedule) => {
      const { charge } = schedule
      if (charge === undefined) return []
      const card = mode.cards.get(text(charge.card))
      return {
        record: { ...schedule },
        filters: {
          ...schedule,
          amount: inUnits(charge.amount, charge.currency),
          created: schedule.created_at,
          card_last_digits: card?.last_digits,
        },
        queries: {
          recurrence_id: schedule.id,
          currency: charge.currency,
          description: charge.description,
          customer_email: mode.customers.get(charge.customer)?.email,
          ...cardAttributes(card),
        },
      }
    }),
  transfer_schedule: (mode) =>
    mode.schedules.list({ deleted: false }).flatMap((schedule) =>
      schedule.transfer === undefined
        ? []
        : {
            record: { ...schedule },
            filters: { ...schedule, created: schedule.created_at },
            queries: {
              recurrence_id: schedule.id,
              recipient_name: mode.recipients.get(schedule.transfer.recipient)?.name,
            },
          },
    ),
}
