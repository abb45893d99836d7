import { type Follower, type Row, rowsOf } from '../../kernel/collection'
import type { ChargeRow } from '../resources/charge/model'
import { disputeFlagsOf } from '../resources/dispute/model'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { BookingRow, LedgerLines, TransactionRow } from '../resources/transaction/model'
import { type TransferRow, transferFlags } from '../resources/transfer/model'
import type { World } from '../world'
import { imbalanceOf } from './post'
import { Sum, sumsOf } from './sums'

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
export const audit = (world: World): readonly string[] =>
  new Audit(world, (rows, follower) => {
    for (const row of rows.snapshot()) follower.added(row)
  }).faults()

/**
 * The same audit, write by write. The returned function checks the writes since the last audit without a fault, and sums
 * that follow the rows, so that its cost depends on the writes, not on the number of rows. It is not part of the state:
 * everything follows from the rows, and undo and restore are writes too.
 */
export const auditWrites = (world: World): (() => readonly string[]) => {
  const writes = new Audit(world, (rows, follower) => rows.follow(follower))
  return () => writes.faults()
}

interface FollowableRows<R> {
  snapshot(): readonly R[]
  follow(follower: Follower<R>): void
}

/** Shows the rows of a collection to a follower, once or write by write. */
type Reading = <R>(rows: FollowableRows<R>, follower: Follower<R>) => void

/** What the books are held against, in subunits of the account's currency: each sum, as it is when it is asked for. */
const sumsOver = (world: World, read: Reading) => {
  const sum = <R extends Row>(share: (row: R) => number, ...all: readonly FollowableRows<R>[]) => {
    const sums = all.map((rows) => {
      const made = new Sum(share)
      read(rows, made)
      return made
    })
    return (): number => sums.reduce((total, one) => total + one.total, 0)
  }
  const credits = (name: keyof LedgerLines) =>
    sum<TransactionRow | BookingRow>(({ lines }) => -(lines[name] ?? 0), world.transactions, world.bookings)
  return {
    merchant: credits('merchant'),
    held: credits('held'),
    inTransit: credits('in_transit'),
    disputed: sum(
      ({ state, fundingAmount }) => (disputeFlagsOf(state).money === 'held' ? fundingAmount : 0),
      world.disputes,
    ),
    reserved: sum(({ state, amount }) => (transferFlags[state].reserved ? amount : 0), world.transfers),
    sent: sum(
      ({ state, amount, fee, feeVat }) => (state === 'sent' ? amount - fee - feeVat : 0),
      world.transfers,
    ),
  }
}

class Audit {
  readonly #world: World
  /** Ids of the records and entries to look at. */
  readonly #touched = new Set<string>()
  readonly #sums: ReturnType<typeof sumsOver>

  constructor(world: World, read: Reading) {
    this.#world = world
    this.#sums = sumsOver(world, read)
    const touch = (...ids: readonly (string | null)[]): void => {
      for (const id of ids) if (id !== null) this.#touched.add(id)
    }
    /** Looks at the records whose rules a row may break. */
    const watch = <R>(rows: FollowableRows<R>, look: (row: R) => void): void => {
      const replaced = (before: R, after: R): void => [before, after].forEach(look)
      read(rows, { added: look, removed: look, replaced, cleared: () => {} })
    }
    /** The occurrences that name this record as their result. */
    const touchDays = (id: string, schedule: string | null): void => {
      if (schedule !== null) for (const day of rowsOf(world.occurrences.by('result', id))) touch(day.id)
    }
    for (const entries of [world.transactions, world.bookings])
      watch<TransactionRow | BookingRow>(entries, ({ id, origin }) => touch(id, origin))
    for (const rows of [world.disputes, world.occurrences, world.links])
      watch<Row>(rows, ({ id }) => touch(id))
    watch(world.refunds, ({ id, charge }) => touch(id, charge))
    watch(world.transfers, ({ id, schedule }) => {
      touch(id)
      touchDays(id, schedule)
    })
    watch(world.charges, ({ id, link, schedule }) => {
      touch(id, link)
      touchDays(id, schedule)
    })
  }

  faults(): readonly string[] {
    const faults = this.#sumFaults()
    for (const id of this.#touched) faults.push(...brokenRules(this.#world, id))
    if (faults.length === 0) this.#touched.clear()
    return faults
  }

  #sumFaults(): string[] {
    const [merchant, held, inTransit] = [this.#sums.merchant(), this.#sums.held(), this.#sums.inTransit()]
    const [disputed, waiting, sent] = [this.#sums.disputed(), this.#sums.reserved(), this.#sums.sent()]
    const { merchant: balance, reserved } = sumsOf(this.#world)
    const faults: string[] = []
    if (merchant !== balance.total) faults.push(`balance is ${balance.total}, entries sum to ${merchant}`)
    if (held !== disputed) faults.push(`${held} is held, yet open and pending disputes sum to ${disputed}`)
    if (reserved.total !== waiting)
      faults.push(`${reserved.total} is reserved, yet waiting transfers sum to ${waiting}`)
    if (inTransit !== sent) faults.push(`${inTransit} is in transit, yet sent transfers sum to ${sent}`)
    return faults
  }
}
