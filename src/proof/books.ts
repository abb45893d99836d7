/** Checks the ledger: the recipes give exactly these entries for each record. */
import { rowsOf } from '../kernel/collection'
import { feesGivenBack, noFees } from '../ledger/fees'
import { holdMs } from '../ledger/post'
import { type LedgerFacts, type LedgerLines, recipes } from '../ledger/recipes'
import { disputeFlagsOf } from '../resources/dispute/machine'
import type { BookingKey, BookingRow, TransactionKey, TransactionRow } from '../resources/transaction/model'
import type { World } from '../world'
import type { ReportRow } from './finding'

/** An entry that a record causes. */
type Expected = readonly [key: TransactionKey | BookingKey, facts: LedgerFacts]

export const checkBooks = (world: World, reportRow: ReportRow): void => {
  const byOrigin = new Map<string, (TransactionRow | BookingRow)[]>()
  for (const entry of [...rowsOf(world.transactions), ...rowsOf(world.bookings)]) {
    const own = byOrigin.get(entry.origin)
    if (own === undefined) byOrigin.set(entry.origin, [entry])
    else own.push(entry)
    if (entry.currency !== world.account.currency)
      reportRow(nameOf(entry), entry, `is in ${entry.currency}, the account has ${world.account.currency}`)
    if ('transferableAt' in entry && entry.transferableAt !== entry.createdAt + holdMs(world, entry.key))
      reportRow(
        'transactions',
        entry,
        `can be transferred at ${entry.transferableAt}, not ${holdMs(world, entry.key)} ms after it was made`,
      )
  }
  for (const [collection, row, expected, named] of recordsIn(world)) {
    const entries = byOrigin.get(row.id) ?? []
    byOrigin.delete(row.id)
    const keys = entries.map(({ key }) => key).sort()
    if (
      keys.join() !==
      expected
        .map(([key]) => key)
        .sort()
        .join()
    )
      reportRow(
        collection,
        row,
        `has the entries ${keys.join(', ') || 'none'}, not ${expected.map(([key]) => key).join(', ') || 'none'}`,
      )
    for (const [key, facts] of expected)
      checkLines(
        entries.find((entry) => entry.key === key),
        recipes[key](facts),
        reportRow,
      )
    const shown = entries.filter((entry) => 'transferableAt' in entry).map(({ id }) => id)
    if ([...shown].sort().join() !== [...named].sort().join())
      reportRow(collection, row, 'does not name its own transactions')
  }
  for (const entry of [...byOrigin.values()].flat())
    reportRow(nameOf(entry), entry, `comes from ${entry.origin}, which does not exist`)
}

const nameOf = (entry: TransactionRow | BookingRow): string =>
  'transferableAt' in entry ? 'transactions' : 'bookings'

const checkLines = (
  entry: TransactionRow | BookingRow | undefined,
  right: LedgerLines,
  reportRow: ReportRow,
): void => {
  if (entry === undefined) return
  const { lines } = entry
  const names = new Set([...Object.keys(right), ...Object.keys(lines)]) as Set<keyof LedgerLines>
  for (const name of names)
    if (lines[name] !== right[name])
      reportRow(
        nameOf(entry),
        entry,
        `books ${lines[name] ?? 'nothing'} on ${name}, not ${right[name] ?? 'nothing'}`,
      )
}

type Booked = readonly [
  collection: string,
  row: { readonly id: string },
  entries: readonly Expected[],
  named: readonly string[],
]

function* recordsIn(world: World): Generator<Booked> {
  for (const charge of rowsOf(world.charges)) {
    const facts = { ...charge, gross: charge.fundingAmount }
    yield [
      'charges',
      charge,
      charge.capturedAmount > 0 ? [['charge.captured.net', facts]] : [],
      charge.transaction === null ? [] : [charge.transaction],
    ]
  }
  for (const refund of rowsOf(world.refunds)) {
    const charge = world.charges.get(refund.charge)
    const fees = charge === undefined ? noFees : feesGivenBack(charge, refund)
    const facts = { ...fees, gross: refund.fundingAmount }
    yield [
      'refunds',
      refund,
      [[refund.voided ? 'refund.voided.debit' : 'refund.created.debit', facts]],
      [refund.transaction],
    ]
  }
  for (const dispute of rowsOf(world.disputes)) {
    const facts = { ...noFees, gross: dispute.fundingAmount }
    const end = ({ held: [], merchant: ['dispute.won.credit'], customer: ['dispute.lost'] } as const)[
      disputeFlagsOf(dispute.state).money
    ]
    yield [
      'disputes',
      dispute,
      (['dispute.started.debit', ...end] as const).map((key) => [key, facts] as const),
      dispute.transactions,
    ]
  }
  for (const transfer of rowsOf(world.transfers)) {
    const facts = { ...noFees, fee: transfer.fee, feeVat: transfer.feeVat, gross: transfer.amount }
    const keys = [
      ...(transfer.sentAt === null ? [] : (['transfer.sent.debit'] as const)),
      ...(transfer.sentAt === null || transfer.state !== 'failed'
        ? []
        : (['transfer.failed.credit'] as const)),
      ...(transfer.state === 'paid' ? (['transfer.paid'] as const) : []),
    ]
    yield ['transfers', transfer, keys.map((key) => [key, facts] as const), transfer.transactions]
  }
}
