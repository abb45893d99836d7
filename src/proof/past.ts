/**
 * What events show are earlier forms of rows that are there: most fields never change, some are set once, and the
 * rules of a record held at every moment of its life.
 */
import { type Row, rowsOf } from '../kernel/collection'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import type { CardRow } from '../resources/card/model'
import type { ChargeRow } from '../resources/charge/model'
import type { CustomerRow } from '../resources/customer/model'
import type { DisputeRow } from '../resources/dispute/model'
import type { DocumentRow } from '../resources/document/model'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { RecipientRow } from '../resources/recipient/model'
import { kindOfId } from '../resources/registry'
import type { ScheduleRow } from '../resources/schedule/model'
import type { SourceRow } from '../resources/source/model'
import type { TokenRow } from '../resources/token/model'
import type { TransferRow } from '../resources/transfer/model'
import type { World } from '../world'
import { checkChargeFacts, checkDispute } from './charges'
import { differences, fieldOf } from './difference'
import type { Tell } from './finding'
import { checkRecipient, checkTransfer } from './payouts'
import { checkOccurrence } from './plans'
import { forms } from './rows'
import { inWords } from './values'

/** How an earlier form of a row may differ from the row. */
interface Life<R extends Row = Row> {
  readonly collection: keyof World
  /** Fields that can have another value at each moment. */
  readonly changes: readonly (keyof R & string)[]
  /** Fields that are `null` until something sets them, and keep that value. */
  readonly once: readonly (keyof R & string)[]
  /** What else has to hold for the earlier form. */
  readonly check: (world: World, was: R, is: R, tell: Tell) => void
}

interface AnyLife extends Omit<Life, 'changes' | 'once'> {
  readonly changes: readonly string[]
  readonly once: readonly string[]
}

const lifeOf = <R extends Row>(
  collection: Life['collection'],
  { changes = [], once = [], check }: Partial<Life<R>> = {},
): AnyLife => ({
  ...{ collection, changes, once },
  check: (world, was, is, tell) => check?.(world, was as R, is as R, tell),
})

/** All records that events show. */
const lives: { readonly [object: string]: AnyLife } = {
  card: lifeOf<CardRow>('cards', {
    changes: ['deleted', 'name', 'expirationMonth', 'expirationYear', 'country', 'address'],
    once: ['customer'],
  }),
  charge: lifeOf<ChargeRow>('charges', {
    changes: [
      ...(['state', 'fundingAmount', 'fee', 'feeVat', 'interest', 'interestVat', 'description'] as const),
      ...(['authorizedAmount', 'capturedAmount', 'refundedAmount', 'voided', 'dispute', 'disputed'] as const),
      ...(['metadata', 'authenticated', 'expiresAt'] as const),
    ],
    once: [
      ...(['transaction', 'failureCode', 'failureMessage'] as const),
      ...(['authorizedAt', 'paidAt', 'expiredAt', 'reversedAt'] as const),
    ],
    check: (world, was, is, tell) => checkPastCharge(world, was, is, tell),
  }),
  customer: lifeOf<CustomerRow>('customers', {
    changes: ['email', 'description', 'metadata', 'defaultCard', 'deleted'],
  }),
  document: lifeOf<DocumentRow>('documents', { changes: ['deleted'] }),
  dispute: lifeOf<DisputeRow>('disputes', {
    changes: ['state', 'message', 'metadata', 'transactions'],
    once: ['closedAt'],
    check: (world, was, is, tell) => {
      checkDispute(world, was, tell)
      checkTransactions(was.transactions, is.transactions, tell)
    },
  }),
  link: lifeOf<LinkRow>('links', { once: ['usedAt', 'deletedAt'] }),
  occurrence: lifeOf<OccurrenceRow>('occurrences', {
    changes: ['state', 'retryOn', 'processedAt', 'tries', 'message', 'result', 'transferAmount'],
    check: (world, was, is, tell) => {
      const schedule = world.schedules.get(is.schedule)
      if (schedule !== undefined) checkOccurrence(world, { schedule, occurrence: was }, tell)
      if (was.state === is.state && was.tries === is.tries && was.transferAmount !== is.transferAmount)
        tell(`transferred ${was.transferAmount}, and it is ${is.transferAmount}`)
    },
  }),
  recipient: lifeOf<RecipientRow>('recipients', {
    changes: [
      ...(['state', 'name', 'email', 'description', 'type', 'taxId', 'bankAccount', 'metadata'] as const),
      ...(['verifiedAt', 'failureCode'] as const),
    ],
    once: ['activatedAt'],
    check: (_, was, __, tell) => checkRecipient(was, tell),
  }),
  refund: lifeOf('refunds'),
  schedule: lifeOf<ScheduleRow>('schedules', {
    changes: ['state', 'nextOn'],
    once: ['endedAt'],
    check: (world, was, _, tell) => {
      const days = rowsOf(world.occurrences.by('schedule', was.id))
      if (was.nextOn !== null && !days.some(({ scheduledOn }) => scheduledOn === was.nextOn))
        tell(`waits for ${was.nextOn}, which is none of its days`)
    },
  }),
  source: lifeOf<SourceRow>('sources', {
    changes: ['state', 'details'],
    once: ['charge', 'reference'],
    check: (_, was, is, tell) => {
      for (const field of differences(was.details, is.details))
        if (field !== 'zeroInterestInstallments')
          tell(
            `has the details.${field} ${printField(was.details, field)}, not ${printField(is.details, field)}`,
          )
    },
  }),
  token: lifeOf<TokenRow>('tokens', { changes: ['used'], once: ['charge'] }),
  transfer: lifeOf<TransferRow>('transfers', {
    changes: ['state', 'amount', 'metadata', 'awaitsRecipient', 'transactions'],
    once: ['failureCode', 'failureMessage', 'sentAt', 'paidAt'],
    check: (world, was, is, tell) => {
      checkTransfer(world, was, tell)
      checkTransactions(was.transactions, is.transactions, tell)
      if (was.state !== 'pending' && was.amount !== is.amount) tell(`is of ${was.amount}, not ${is.amount}`)
    },
  }),
  transaction: lifeOf('transactions'),
}

/** Flags that stay once they are set. */
const oneWay: ReadonlySet<string> = new Set(['deleted', 'used', 'authenticated'])

/** Holds a row as it was then to the row as it is now. */
export const checkPastRow = (world: World, was: Row, tell: Tell): void => {
  const kind = kindOfId(was.id)
  const life = lives[kind?.object ?? '']
  const is = kind?.find(world, was.id)
  if (life === undefined || is === undefined) {
    tell('is not there')
    return
  }
  const changed = differences(is, was)
  if (changed.length === 0) return
  const fixed = changed.find(
    (field) => !(life.once.includes(field) && fieldOf(was, field) === null) && !life.changes.includes(field),
  )
  if (fixed !== undefined) {
    tell(`has the ${fixed} ${printField(was, fixed)}, and it is ${printField(is, fixed)}`)
    return
  }
  const undone = changed.find((field) => oneWay.has(field) && fieldOf(was, field) === true)
  if (undone !== undefined) tell(`is ${undone}, and it is not so now`)
  const issue = forms()[life.collection]?.safeParse(was, { error: inWords }).error?.issues[0]
  if (issue === undefined) life.check(world, was, is, tell)
  else tell(`has a wrong ${issue.path.join('.') || 'form'}: it ${issue.message}`)
}

/** What was captured stays so, and what was refunded is what some of the refunds sum to. */
const checkPastCharge = (world: World, was: ChargeRow, is: ChargeRow, tell: Tell): void => {
  checkChargeFacts(world, was, tell)
  if (was.state === 'paid' && was.capturedAmount !== is.capturedAmount)
    tell(`captured ${was.capturedAmount}, not ${is.capturedAmount}`)
  if (is.state !== 'expired' && was.expiresAt !== is.expiresAt)
    tell(`expires at ${was.expiresAt}, not at ${is.expiresAt}`)
  let total = 0
  const sums = [0]
  for (const { amount } of rowsOf(world.refunds.by('charge', was.id))) {
    total += amount
    sums.push(total)
  }
  if (!sums.includes(was.refundedAmount))
    tell(`says ${was.refundedAmount} refunded, which no refunds of it sum to`)
  if (was.voided && (!is.voided || was.refundedAmount !== was.capturedAmount))
    tell(`is voided with ${was.refundedAmount} refunded`)
  const disputes = rowsOf(world.disputes.by('charge', was.id))
  if (was.dispute === null ? was.disputed : !disputes.some(({ id }) => id === was.dispute))
    tell(`is disputed: ${was.disputed}, by ${was.dispute}`)
}

/** They only become more. */
const checkTransactions = (was: readonly string[], is: readonly string[], tell: Tell): void => {
  if (!was.every((id) => is.includes(id)))
    tell(`has the transactions ${was.join(', ')}, not ${is.join(', ')}`)
}

/** Deeper than anything that is shown beside a record. */
const depthMax = 8

/** The rows that are shown beside a record. */
export function* rowsBeside(related: unknown, depth = 0): Generator<Row> {
  if (!isObject(related) && !Array.isArray(related)) return
  if (isRow(related)) yield related
  else if (depth < depthMax) for (const part of Object.values(related)) yield* rowsBeside(part, depth + 1)
}

/** A list beside a record shows its first rows, and says how many there are. */
export const checkTotals = (related: unknown, tell: Tell): void => {
  if (!isObject(related)) return
  const { total, rows, charges } = related
  const list = rows ?? charges
  if (!Array.isArray(list) || typeof total !== 'number') checkTotals(related.occurrences, tell)
  else if (list.length !== Math.min(total, limits.listPageSizeDefault))
    tell(`shows ${list.length} of ${total} records beside it`)
}

const isRow = (value: object): value is Row =>
  'id' in value && typeof value.id === 'string' && 'createdAt' in value && typeof value.createdAt === 'number'

export const printField = (row: object, field: string): string =>
  (JSON.stringify(fieldOf(row, field)) ?? 'nothing').slice(0, 80)
