/** The auditor's rules of disputes: each has its money where its state says, and its charge knows it. */
import { isDeepStrictEqual } from 'node:util'
import type { ChargeRow, EntryRow, Row, World } from './auditor-rows'

interface DisputeRow extends Row {
  state: string
  charge: string
  amount: number
  fundingAmount: number
  transactions: string[]
  respondBy: number
  closedAt: number | null
}

interface DocumentRow extends Row {
  dispute: string
  file: string
  deleted: boolean
}

interface DisputedCharge extends ChargeRow {
  dispute: string | null
  disputed: boolean
}

type Report = (fault: string) => void

/** The entries that a state has led to, oldest first. */
const booked: Record<string, readonly string[]> = {
  open: ['dispute.started.debit'],
  pending: ['dispute.started.debit'],
  won: ['dispute.started.debit', 'dispute.won.credit'],
  lost: ['dispute.started.debit', 'dispute.lost'],
  lapsed: ['dispute.started.debit', 'dispute.lost'],
}

/** What an entry does to merchant, held money and acquirer. */
const lines = (key: string, amount: number): Record<string, number> => {
  if (key === 'dispute.started.debit') return { merchant: amount, held: 0 - amount }
  return key === 'dispute.won.credit'
    ? { held: amount, merchant: 0 - amount }
    : { held: amount, acquirer: 0 - amount }
}

export const auditDisputes = (rows: Record<string, Row[]>, world: World, report: Report): void => {
  const disputes = (rows.disputes ?? []) as DisputeRow[]
  const bookings = (rows.bookings ?? []) as EntryRow[]
  const entries = [...world.transactions, ...bookings]
  for (const dispute of disputes) auditDispute(dispute, { world, entries, bookings }, report)
  for (const charge of world.charges as DisputedCharge[]) {
    const last = disputes.filter((dispute) => dispute.charge === charge.id).at(-1)
    if ((last?.id ?? null) !== charge.dispute) report(`${charge.id} names the dispute ${charge.dispute}`)
    if ((last !== undefined && last.state !== 'won') !== charge.disputed)
      report(`${charge.id} says disputed: ${charge.disputed}, its dispute is ${last?.state}`)
  }
  const origins = new Set(disputes.map((dispute) => dispute.id))
  for (const { id, key, origin } of entries)
    if (key.startsWith('dispute.') && !origins.has(origin)) report(`${id} comes from no dispute`)
  for (const { id, lines: moved } of bookings)
    if ('merchant' in moved) report(`${id} moves the merchant's balance, and nobody sees it`)
  auditDocuments(rows, disputes, report)
}

interface Books {
  readonly world: World
  readonly entries: readonly EntryRow[]
  readonly bookings: readonly EntryRow[]
}

const auditDispute = (dispute: DisputeRow, { world, entries, bookings }: Books, report: Report): void => {
  const { id, state, fundingAmount } = dispute
  const say = (fault: string): void => report(`${id} (${state}) ${fault}`)
  const own = entries.filter((entry) => entry.origin === id)
  if (!isDeepStrictEqual(own.map((entry) => entry.key).sort(), [...(booked[state] ?? [])].sort()))
    say(`was booked as ${own.map((entry) => entry.key).join(', ')}`)
  for (const entry of own)
    if (!isDeepStrictEqual(entry.lines, lines(entry.key, fundingAmount)))
      say(`was booked as ${JSON.stringify(entry.lines)}`)
  const shown = own.filter((entry) => !bookings.includes(entry)).map((entry) => entry.id)
  if (!isDeepStrictEqual([...dispute.transactions].reverse(), shown))
    say('does not name its transactions, newest first')
  const closed = state !== 'open' && state !== 'pending'
  if ((dispute.closedAt !== null) !== closed) say('disagrees with closedAt')
  const deadlines = world.jobs.filter((job) => job.kind === 'dispute.lapse' && job.subject === id)
  if (state === 'open' && !deadlines.some((job) => job.runAt === dispute.respondBy)) say('will never lapse')
  const charge = world.charges.find((candidate) => candidate.id === dispute.charge)
  if (charge === undefined || dispute.amount < 1 || dispute.amount > charge.capturedAmount)
    say(`is of ${dispute.amount} of ${charge?.id}`)
  auditEvents(dispute, closed, world, say)
}

const keptMs = 90 * 86_400_000

/** Opened once, and closed once when it is. */
const auditEvents = (dispute: DisputeRow, closed: boolean, world: World, say: Report): void => {
  const oldest = (world.now ?? 0) - keptMs
  const isSpec = world.eventKeys === 'spec'
  const count = (...keys: string[]): number =>
    world.events.filter((event) => keys.includes(event.key) && event.subject.row.id === dispute.id).length
  const opened = isSpec ? count('charge.dispute.create') : count('dispute.create')
  const ended = isSpec ? count('charge.dispute.close') : count('dispute.close', 'dispute.accept')
  if (dispute.createdAt > oldest && opened !== 1) say('was not announced once')
  if ((dispute.closedAt ?? Number.POSITIVE_INFINITY) > oldest && ended !== Number(closed))
    say('disagrees with its events on being closed')
}

/** Every document is of a dispute and has its bytes until it is deleted. */
const auditDocuments = (
  rows: Record<string, Row[]>,
  disputes: readonly DisputeRow[],
  report: Report,
): void => {
  const files = (rows.files ?? []) as (Row & { base64: string })[]
  const documents = (rows.documents ?? []) as DocumentRow[]
  if (files.length !== documents.length) report(`${files.length} files for ${documents.length} documents`)
  for (const { id, dispute, file, deleted } of documents) {
    if (!disputes.some((one) => one.id === dispute)) report(`${id} is of no dispute`)
    const found = files.find((one) => one.id === file)
    if (found === undefined || (found.base64 === '') !== deleted) report(`${id} disagrees with its bytes`)
  }
}
