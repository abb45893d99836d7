/** Every record that a row names exists in the same world. */
import { type Row, rowsOf } from '../kernel/collection'
import { peekRecipient } from '../resources/recipient/operations'
import { kindOfId } from '../resources/registry'
import type { World } from '../world'
import type { ReportRow } from './finding'

type Name =
  | 'cards'
  | 'charges'
  | 'customers'
  | 'disputes'
  | 'files'
  | 'links'
  | 'schedules'
  | 'sources'
  | 'transactions'

/** A field, the collection of the record that it names, and its id. */
type FieldReference = readonly [field: string, kept: Name | 'recipients', id: string | null | undefined]

type RowOf<N extends keyof World> = World[N] extends { at(position: number): infer R } ? R : never

const named: { readonly [N in keyof World]?: (row: RowOf<N>) => readonly FieldReference[] } = {
  cards: ({ customer }) => [['customer', 'customers', customer]],
  charges: ({ card, source, customer, transaction, dispute, link, schedule }) => [
    ['card', 'cards', card],
    ['source', 'sources', source],
    ['customer', 'customers', customer],
    ['transaction', 'transactions', transaction],
    ['dispute', 'disputes', dispute],
    ['link', 'links', link],
    ['schedule', 'schedules', schedule],
  ],
  customers: ({ defaultCard }) => [['defaultCard', 'cards', defaultCard]],
  disputes: ({ charge, transactions }) => [
    ['charge', 'charges', charge],
    ...transactions.map((id) => ['transactions', 'transactions', id] as const),
  ],
  documents: ({ dispute, file }) => [
    ['dispute', 'disputes', dispute],
    ['file', 'files', file],
  ],
  events: ({ charge }) => [['charge', 'charges', charge]],
  occurrences: ({ schedule }) => [['schedule', 'schedules', schedule]],
  refunds: ({ charge, transaction }) => [
    ['charge', 'charges', charge],
    ['transaction', 'transactions', transaction],
  ],
  schedules: ({ charge, transfer }) => [
    ['charge.customer', 'customers', charge?.customer],
    ['charge.card', 'cards', charge?.card],
    ['transfer.recipient', 'recipients', transfer?.recipient],
  ],
  sources: ({ charge }) => [['charge', 'charges', charge]],
  tokens: ({ card, charge }) => [
    ['card', 'cards', card],
    ['charge', 'charges', charge],
  ],
  transfers: ({ recipient, schedule, transactions }) => [
    ['recipient', 'recipients', recipient],
    ['schedule', 'schedules', schedule],
    ...transactions.map((id) => ['transactions', 'transactions', id] as const),
  ],
}

const isThere = (world: World, kept: FieldReference[1], id: string): boolean =>
  kept === 'recipients' ? peekRecipient(world, id) !== undefined : world[kept].get(id) !== undefined

export const checkReferences = (world: World, accounts: readonly string[], reportRow: ReportRow): void => {
  for (const rows of world.collections) {
    const referencesIn = named[rows.name as keyof typeof named] as
      | ((row: Row) => readonly FieldReference[])
      | undefined
    if (referencesIn === undefined) continue
    for (const row of rows.snapshot())
      for (const [field, kept, id] of referencesIn(row))
        if (typeof id === 'string' && !isThere(world, kept, id))
          reportRow(rows.name, row, `names ${id} as its ${field}, which does not exist`)
  }
  checkNames(world, accounts, reportRow)
}

/** References to records of any kind. */
const checkNames = (world: World, accounts: readonly string[], reportRow: ReportRow): void => {
  const find = (id: string): Row | undefined => kindOfId(id)?.find(world, id)
  for (const alias of rowsOf(world.aliases))
    if (find(alias.record) === undefined && !accounts.includes(alias.record))
      reportRow('aliases', alias, `names ${alias.record}, which does not exist`)
  for (const one of rowsOf(world.exports)) {
    const lost = one.records.find((id) => find(id) === undefined)
    if (lost !== undefined) reportRow('exports', one, `names ${lost}, which does not exist`)
  }
}
