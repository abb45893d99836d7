/** The auditor's rules for recipients and transfers, from the JSON of a snapshot alone. */
import type { EntryRow, EventRow, Row } from './auditor-rows'

interface RecipientRow extends Row {
  state: string
  isDefault: boolean
  bankAccount: { number: string; name: string; bankCode: string }
  failureCode: string | null
  verifiedAt: number | null
  activatedAt: number | null
}

interface TransferRow extends Row {
  state: string
  amount: number
  fee: number
  feeVat: number
  recipient: string
  transactions: string[]
  failureCode: string | null
  failureMessage: string | null
  sentAt: number | null
  paidAt: number | null
}

export interface PayoutBooks {
  eventKeys: 'spec' | 'omise'
  now: number | null
  recipients?: RecipientRow[]
  transfers?: TransferRow[]
  transactions: EntryRow[]
  bookings?: EntryRow[]
  events: EventRow[]
}

type Report = (fault: string) => void

const keptMs = 90 * 86_400_000

/** Says how many events of these keys a row has, while they are kept. */
const eventsOf = ({ events, now }: PayoutBooks, row: Row, keys: readonly string[]): number | null =>
  now !== null && row.createdAt <= now - keptMs
    ? null
    : events.filter((event) => event.subject.row.id === row.id && keys.includes(event.key)).length

const expectEvents = (books: PayoutBooks, row: Row, key: string, count: number, report: Report): void => {
  const found = eventsOf(books, row, [key])
  if (found !== null && found !== count) report(`${row.id} has ${found} events ${key}, not ${count}`)
}

/** What is set in each state: verified, failed. */
const recipientStates: Record<string, readonly [verified: boolean, failed: boolean]> = {
  unverified: [false, false],
  verified: [true, false],
  failed: [false, true],
}

export const auditRecipients = (books: PayoutBooks, report: Report): void => {
  const recipients = books.recipients ?? []
  if (recipients.filter((row) => row.isDefault).length > 1) report('there are two default recipients')
  for (const row of recipients) {
    const facts = recipientStates[row.state]
    if (facts === undefined && row.state !== 'deleted') report(`${row.id} is ${row.state}`)
    if (facts !== undefined && (row.verifiedAt !== null) !== facts[0])
      report(`${row.id} is ${row.state} and was verified at ${row.verifiedAt}`)
    if (facts !== undefined && (row.failureCode !== null) !== facts[1])
      report(`${row.id} is ${row.state} with ${row.failureCode}`)
    if (row.verifiedAt !== null && row.activatedAt === null) report(`${row.id} is verified, not active`)
    if (row.isDefault && row.state === 'deleted') report(`${row.id} is the default and was deleted`)
    if (!/^\d{4,20}$/.test(row.bankAccount.number)) report(`${row.id} has no bank account`)
    expectEvents(books, row, 'recipient.create', row.isDefault ? 0 : 1, report)
    expectEvents(books, row, 'recipient.destroy', row.state === 'deleted' ? 1 : 0, report)
  }
}

/** What is set in each state: sent, paid, failed. */
const transferStates: Record<string, readonly [sent: boolean | null, paid: boolean, failed: boolean]> = {
  pending: [false, false, false],
  sent: [true, false, false],
  paid: [true, true, false],
  failed: [null, false, true],
  deleted: [false, false, false],
}

/** Every transfer against its entries; what is in transit is what was sent and has not arrived. */
export const auditTransfers = (books: PayoutBooks, report: Report): void => {
  const entries = [...books.transactions, ...(books.bookings ?? [])]
  let inTransit = 0
  for (const row of books.transfers ?? []) {
    const say = (fault: string): void => report(`${row.id} (${row.state}) ${fault}`)
    const facts = transferStates[row.state]
    if (facts === undefined) {
      say('is in no known state')
      continue
    }
    const [sent, paid, failed] = facts
    const net = row.amount - row.fee - row.feeVat
    if (net <= 0) say(`leaves ${net} to its recipient`)
    if (sent !== null && (row.sentAt !== null) !== sent) say('disagrees with sentAt')
    if ((row.paidAt !== null) !== paid) say('disagrees with paidAt')
    if ((row.failureCode !== null) !== failed || (row.failureMessage !== null) !== failed)
      say(`has the failure ${row.failureCode}: ${row.failureMessage}`)
    const expected = [
      ...(row.sentAt === null ? [] : [['transfer.sent.debit', row.amount]]),
      ...(row.sentAt === null || !failed ? [] : [['transfer.failed.credit', -row.amount]]),
      ...(paid ? [['transfer.paid', 0]] : []),
    ]
    const own = entries.filter((entry) => entry.origin === row.id)
    const booked = own.map((entry) => [entry.key, entry.lines.merchant ?? 0])
    if (JSON.stringify(booked) !== JSON.stringify(expected)) say(`was booked as ${JSON.stringify(booked)}`)
    const named = own.filter((entry) => entry.lines.merchant !== undefined).map((entry) => entry.id)
    if (JSON.stringify(named) !== JSON.stringify(row.transactions)) say('does not name its transactions')
    if (row.state === 'sent') inTransit += net
    if (!(books.recipients ?? []).some((recipient) => recipient.id === row.recipient)) say('has no recipient')
    expectEvents(books, row, 'transfer.create', 1, report)
    const [back, off] = [failed, row.state === 'deleted'].map(Number) as [number, number]
    const isSpec = books.eventKeys === 'spec'
    expectEvents(books, row, 'transfer.destroy', isSpec ? back + off : off, report)
    if (!isSpec) {
      expectEvents(books, row, 'transfer.send', row.sentAt === null ? 0 : 1, report)
      expectEvents(books, row, 'transfer.pay', Number(paid), report)
      expectEvents(books, row, 'transfer.fail', back, report)
    }
  }
  const held = -entries.reduce((sum, entry) => sum + (entry.lines.in_transit ?? 0), 0)
  if (held !== inTransit) report(`${held} is in transit, yet sent transfers sum to ${inTransit}`)
  for (const { id, key, origin } of entries)
    if (key.startsWith('transfer.') && !(books.transfers ?? []).some((row) => row.id === origin))
      report(`${id} comes from ${origin}, which does not exist`)
}
