/**
 * Events show earlier forms of existing rows: most fields never change, some are set once, and each form keeps the
 * rules of its record.
 */
import { type Row, rowsOf } from '../kernel/collection'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import type { ChargeRow } from '../resources/charge/model'
import type { DisputeRow } from '../resources/dispute/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { RecipientRow } from '../resources/recipient/model'
import { kindOfId } from '../resources/registry'
import type { ScheduleRow } from '../resources/schedule/model'
import type { SourceRow } from '../resources/source/model'
import type { TransferRow } from '../resources/transfer/model'
import type { World } from '../world'
import { checkChargeFacts, checkDispute } from './charges'
import { differences, fieldOf } from './difference'
import type { Report } from './finding'
import { checkRecipient, checkTransfer } from './payouts'
import { checkOccurrence } from './plans'
import { forms } from './rows'
import { issuesOf } from './values'

/** Further rules for an earlier form of a row. */
type PastCheck<R extends Row> = (
  world: World,
  forms: { readonly was: R; readonly is: R },
  report: Report,
) => void

const pastCheck =
  <R extends Row>(check: PastCheck<R>): PastCheck<Row> =>
  (world, { was, is }, report) =>
    check(world, { was: was as R, is: is as R }, report)

const pastChecks: { readonly [object: string]: PastCheck<Row> } = {
  charge: pastCheck<ChargeRow>((world, { was, is }, report) => checkPastCharge(world, was, is, report)),
  dispute: pastCheck<DisputeRow>((world, { was, is }, report) => {
    checkDispute(world, was, report)
    checkTransactions(was.transactions, is.transactions, report)
  }),
  occurrence: pastCheck<OccurrenceRow>((world, { was, is }, report) => {
    const schedule = world.schedules.get(is.schedule)
    if (schedule !== undefined) checkOccurrence(world, { schedule, occurrence: was }, report)
    if (was.state === is.state && was.tries === is.tries && was.transferAmount !== is.transferAmount)
      report(`transferred ${was.transferAmount}, and it is ${is.transferAmount}`)
  }),
  recipient: pastCheck<RecipientRow>((_, { was }, report) => checkRecipient(was, report)),
  schedule: pastCheck<ScheduleRow>((world, { was }, report) => {
    const days = rowsOf(world.occurrences.by('schedule', was.id))
    if (was.nextOn !== null && !days.some(({ scheduledOn }) => scheduledOn === was.nextOn))
      report(`waits for ${was.nextOn}, which is none of its days`)
  }),
  source: pastCheck<SourceRow>((_, { was, is }, report) => {
    for (const field of differences(was.details, is.details))
      if (field !== 'zeroInterestInstallments')
        report(
          `has the details.${field} ${printField(was.details, field)}, not ${printField(is.details, field)}`,
        )
  }),
  transfer: pastCheck<TransferRow>((world, { was, is }, report) => {
    checkTransfer(world, was, report)
    checkTransactions(was.transactions, is.transactions, report)
    if (was.state !== 'pending' && was.amount !== is.amount) report(`is of ${was.amount}, not ${is.amount}`)
  }),
}

/** Flags that are never cleared. */
const oneWay: ReadonlySet<string> = new Set(['deleted', 'used'])

/** Checks an earlier form of a row against its present form. */
export const checkPastRow = (world: World, was: Row, report: Report): void => {
  const kind = kindOfId(was.id)
  const rules = kind?.rules()
  const is = kind?.find(world, was.id)
  if (rules === null || rules === undefined || is === undefined) {
    report('is missing')
    return
  }
  const { once = [], changes = [] }: { readonly [list: string]: readonly string[] } = rules.past ?? {}
  const changed = differences(is, was)
  if (changed.length === 0) return
  const fixed = changed.find(
    (field) => !(once.includes(field) && fieldOf(was, field) === null) && !changes.includes(field),
  )
  if (fixed !== undefined) {
    report(`has the ${fixed} ${printField(was, fixed)}, and it is ${printField(is, fixed)}`)
    return
  }
  const undone = changed.find((field) => oneWay.has(field) && fieldOf(was, field) === true)
  if (undone !== undefined) report(`is ${undone}, and it is not so now`)
  const form = forms()[rules.table]
  const issue = form === undefined ? undefined : issuesOf(form, was)[0]
  if (issue === undefined) pastChecks[kind?.object ?? '']?.(world, { was, is }, report)
  else report(`has a wrong ${issue.path.join('.') || 'form'}: it ${issue.message}`)
}

/** A captured amount never changes; a refunded amount is the sum of the first refunds. */
const checkPastCharge = (world: World, was: ChargeRow, is: ChargeRow, report: Report): void => {
  checkChargeFacts(world, was, report)
  if (was.state === 'paid' && was.capturedAmount !== is.capturedAmount)
    report(`captured ${was.capturedAmount}, not ${is.capturedAmount}`)
  if (is.state !== 'expired' && was.expiresAt !== is.expiresAt)
    report(`expires at ${was.expiresAt}, not at ${is.expiresAt}`)
  let total = 0
  const sums = [0]
  for (const { amount } of rowsOf(world.refunds.by('charge', was.id))) {
    total += amount
    sums.push(total)
  }
  if (!sums.includes(was.refundedAmount))
    report(`says ${was.refundedAmount} refunded, which no refunds of it sum to`)
  if (was.voided && (!is.voided || was.refundedAmount !== was.capturedAmount))
    report(`is voided with ${was.refundedAmount} refunded`)
  const disputes = rowsOf(world.disputes.by('charge', was.id))
  if (was.dispute === null ? was.disputed : !disputes.some(({ id }) => id === was.dispute))
    report(`is disputed: ${was.disputed}, by ${was.dispute}`)
}

/** Transactions are only added, never removed. */
const checkTransactions = (was: readonly string[], is: readonly string[], report: Report): void => {
  if (!was.every((id) => is.includes(id)))
    report(`has the transactions ${was.join(', ')}, not ${is.join(', ')}`)
}

/** Deeper than any related data of an event. */
const depthMax = 8

/** The rows in the related data of an event. */
export function* rowsBeside(related: unknown, depth = 0): Generator<Row> {
  if (!isObject(related) && !Array.isArray(related)) return
  if (isRow(related)) yield related
  else if (depth < depthMax) for (const part of Object.values(related)) yield* rowsBeside(part, depth + 1)
}

/** A list in the related data has the first rows and the total number. */
export const checkTotals = (related: unknown, report: Report): void => {
  if (!isObject(related)) return
  const { total, rows, charges } = related
  const list = rows ?? charges
  if (!Array.isArray(list) || typeof total !== 'number') checkTotals(related.occurrences, report)
  else if (list.length !== Math.min(total, limits.listPageSizeDefault))
    report(`shows ${list.length} of ${total} records beside it`)
}

const isRow = (value: object): value is Row =>
  'id' in value && typeof value.id === 'string' && 'createdAt' in value && typeof value.createdAt === 'number'

export const printField = (row: object, field: string): string =>
  (JSON.stringify(fieldOf(row, field)) ?? 'nothing').slice(0, 80)
