import { type Follower, type Row, rowsOf } from '../../kernel/collection'
import type { ChargeRow } from '../resources/charge/model'
import { disputeFlagsOf } from '../resources/dispute/model'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { BookingRow, LedgerLines, TransactionRow } from '../resources/transaction/model'
import { type TransferRow, transferFlags } from '../resources/transfer/model'
import type { World } from '../world'
import { imbalanceOf } from './post'
import { sumsOf } from './sums'

/** The rules of each record and each ledger entry, alone and together with the records that it names. */
const brokenRules = (world: World, id: string): readonly string[] =>
  checks[id.slice(0, id.indexOf('_'))]?.(world, id) ?? []

/** By the prefix of the id. A deleted record breaks no rule. */
const checks: { readonly [prefix: string]: (world: World, id: string) => readonly string[] } = {
  trxn: (world, id) => entryFaults(world.transactions.get(id)),
  bkng: (world, id) => entryFaults(world.bookings.get(id)),
  chrg: (world, id) => {
    const charge = world.charges.get(id)
    return charge === undefined
      ? []
      : [...lostEntries(world, id, [charge.transaction]), ...chargeFaults(world, charge)]
  },
  rfnd: (world, id) => lostEntries(world, id, [world.refunds.get(id)?.transaction ?? null]),
  dspt: (world, id) => lostEntries(world, id, world.disputes.get(id)?.transactions ?? []),
  trsf: (world, id) => {
    const transfer = world.transfers.get(id)
    return transfer === undefined
      ? []
      : [...lostEntries(world, id, transfer.transactions), ...transferFaults(transfer)]
  },
  occu: (world, id) => occurrenceFaults(world, world.occurrences.get(id)),
  link: (world, id) => linkFaults(world, world.links.get(id)),
}

const entryFaults = (entry: TransactionRow | BookingRow | undefined): readonly string[] => {
  const fault = entry === undefined ? null : imbalanceOf(entry.id, entry.lines)
  return fault === null ? [] : [fault]
}

/** An entry that a record names exists. */
const lostEntries = (world: World, id: string, entries: readonly (string | null)[]): readonly string[] =>
  entries
    .filter((entry) => entry !== null && world.transactions.get(entry) === undefined)
    .map((entry) => `${id} names the entry ${entry}, which is not in the books`)

const chargeFaults = (world: World, charge: ChargeRow): readonly string[] => {
  const faults: string[] = []
  const refunds = world.refunds.by('charge', charge.id)
  let refunded = 0
  for (let i = 0; i < refunds.length; i += 1) refunded += refunds.at(i).amount
  if (refunded !== charge.refundedAmount)
    faults.push(`${charge.id} says ${charge.refundedAmount} refunded, its refunds sum to ${refunded}`)
  if (charge.refundedAmount > charge.capturedAmount)
    faults.push(`${charge.id} refunded more than it captured`)
  if (charge.capturedAmount > charge.authorizedAmount)
    faults.push(`${charge.id} captured more than authorized`)
  const booked = charge.transaction === null ? 0 : 1
  // A card check has no captured amount and no entries.
  if (booked !== Number(charge.state === 'paid' && charge.capturedAmount > 0))
    faults.push(`${charge.id} is ${charge.state} with ${booked} entries`)
  return faults
}

const transferFaults = ({ id, state, transactions }: TransferRow): readonly string[] => {
  const booked = transactions.length
  const isRight =
    state === 'failed' ? booked === 0 || booked === 2 : booked === Number(transferFlags[state].sent)
  return isRight ? [] : [`${id} is ${state} with ${booked} transactions`]
}

/** A successful occurrence names its charge or transfer. */
const occurrenceFaults = (world: World, occurrence: OccurrenceRow | undefined): readonly string[] => {
  if (occurrence?.state !== 'successful') return []
  const { id, schedule, result } = occurrence
  const charge = world.charges.get(result ?? '')
  const made = charge ?? world.transfers.get(result ?? '')
  const isRight = made?.schedule === schedule && (charge === undefined || charge.state === 'paid')
  return isRight ? [] : [`${id} is successful, yet ${result} is no payment of ${schedule}`]
}

/** A used link names its charge. */
const linkFaults = (world: World, link: LinkRow | undefined): readonly string[] => {
  if (link === undefined) return []
  const { id, usedAt } = link
  const charges = world.charges.by('link', id)
  let paid = false
  // For a link with several payments, the first one is enough.
  for (let i = 0; i < charges.length && !paid; i += 1) paid = charges.at(i).state === 'paid'
  return paid === (usedAt !== null) ? [] : [`${id} was used: ${usedAt !== null}, paid: ${paid}`]
}

/** Audits the whole ledger of a world against its records. Returns the broken rules as sentences. */
export const audit = (world: World): readonly string[] => {
  const all = new Audit(world)
  for (const part of all.parts) part.addAll()
  return all.faults()
}

/**
 * The same audit, write by write. The returned function checks the writes since the last audit without a fault, and sums
 * that follow the rows, so that its cost depends on the writes, not on the number of rows. It is not part of the state:
 * everything follows from the rows, and undo and restore are writes too.
 */
export const auditWrites = (world: World): (() => readonly string[]) => {
  const writes = new Audit(world)
  for (const part of writes.parts) part.follow()
  return () => writes.faults()
}

/** In subunits of the account's currency. */
interface AuditedSums {
  merchant: number
  held: number
  inTransit: number
  disputed: number
  reserved: number
  sent: number
}

const zero: Readonly<AuditedSums> = { merchant: 0, held: 0, inTransit: 0, disputed: 0, reserved: 0, sent: 0 }

interface FollowableRows<R> {
  snapshot(): readonly R[]
  follow(follower: Follower<R>): void
}

/** One collection: what each row adds to the sums, and the records whose rules it may break. */
class AuditedRows<R extends Row> implements Follower<R> {
  sums: AuditedSums = { ...zero }
  readonly #rows: FollowableRows<R>
  readonly #shares: (row: R) => Partial<AuditedSums>
  readonly #touch: (row: R) => void

  constructor(
    rows: FollowableRows<R>,
    touch: (row: R) => void,
    shares: (row: R) => Partial<AuditedSums> = () => zero,
  ) {
    this.#rows = rows
    this.#touch = touch
    this.#shares = shares
  }

  addAll(): void {
    for (const row of this.#rows.snapshot()) this.added(row)
  }

  follow(): void {
    this.#rows.follow(this)
  }

  added(row: R): void {
    this.#add(row, 1)
  }

  removed(row: R): void {
    this.#add(row, -1)
  }

  replaced(before: R, after: R): void {
    this.removed(before)
    this.added(after)
  }

  cleared(): void {
    this.sums = { ...zero }
  }

  #add(row: R, times: 1 | -1): void {
    add(this.sums, this.#shares(row), times)
    this.#touch(row)
  }
}

const names = Object.keys(zero) as readonly (keyof AuditedSums)[]

const add = (sums: AuditedSums, shares: Partial<AuditedSums>, times = 1): void => {
  for (const name of names) sums[name] += times * (shares[name] ?? 0)
}

const sharesOfEntry = ({ lines }: { readonly lines: LedgerLines }): Partial<AuditedSums> => ({
  merchant: -(lines.merchant ?? 0),
  held: -(lines.held ?? 0),
  inTransit: -(lines.in_transit ?? 0),
})

class Audit {
  readonly #world: World
  /** Ids of the records and entries to look at. */
  readonly #touched = new Set<string>()
  readonly parts

  constructor(world: World) {
    this.#world = world
    const touch = (...ids: readonly (string | null)[]): void => {
      for (const id of ids) if (id !== null) this.#touched.add(id)
    }
    const touchEntry = ({ id, origin }: Row & { readonly origin: string }): void => touch(id, origin)
    /** The occurrences that name this record as their result. */
    const touchDays = (id: string, schedule: string | null): void => {
      if (schedule !== null) for (const day of rowsOf(world.occurrences.by('result', id))) touch(day.id)
    }
    this.parts = [
      new AuditedRows(world.transactions, touchEntry, sharesOfEntry),
      new AuditedRows(world.bookings, touchEntry, sharesOfEntry),
      new AuditedRows(
        world.disputes,
        ({ id }) => touch(id),
        ({ state, fundingAmount }) => ({
          disputed: disputeFlagsOf(state).money === 'held' ? fundingAmount : 0,
        }),
      ),
      new AuditedRows(
        world.transfers,
        ({ id, schedule }) => {
          touch(id)
          touchDays(id, schedule)
        },
        ({ state, amount, fee, feeVat }) => ({
          reserved: transferFlags[state].reserved ? amount : 0,
          sent: state === 'sent' ? amount - fee - feeVat : 0,
        }),
      ),
      new AuditedRows(world.occurrences, ({ id }) => touch(id)),
      new AuditedRows(world.links, ({ id }) => touch(id)),
      new AuditedRows(world.refunds, ({ id, charge }) => touch(id, charge)),
      new AuditedRows(world.charges, ({ id, link, schedule }) => {
        touch(id, link)
        touchDays(id, schedule)
      }),
    ]
  }

  faults(): readonly string[] {
    const faults = this.#sumFaults()
    for (const id of this.#touched) faults.push(...brokenRules(this.#world, id))
    if (faults.length === 0) this.#touched.clear()
    return faults
  }

  #sumFaults(): string[] {
    const sums = { ...zero }
    for (const part of this.parts) add(sums, part.sums)
    const { merchant, reserved } = sumsOf(this.#world)
    const faults: string[] = []
    if (sums.merchant !== merchant.total)
      faults.push(`balance is ${merchant.total}, entries sum to ${sums.merchant}`)
    if (sums.held !== sums.disputed)
      faults.push(`${sums.held} is held, yet open and pending disputes sum to ${sums.disputed}`)
    if (reserved.total !== sums.reserved)
      faults.push(`${reserved.total} is reserved, yet waiting transfers sum to ${sums.reserved}`)
    if (sums.inTransit !== sums.sent)
      faults.push(`${sums.inTransit} is in transit, yet sent transfers sum to ${sums.sent}`)
    return faults
  }
}
