import { kindOf } from '../../../../service/resources/registry'
import type { ShownRecords } from '../../../../service/resources/shown'
import { cards, customers, events, tokens } from './others'
import { charges, disputes, documents, links, refunds, sources } from './payments'
import { occurrences, recipients, schedules, transactions, transfers } from './payouts'
import type { Sheet } from './sheet'

/** The readers whose records have pages. */
type RecordKindShown = Exclude<keyof ShownRecords, 'webhookSecrets'> | 'events'

/** How each kind of records looks, by the name of its reader. */
const sheets: Readonly<Record<string, Sheet>> = {
  charges,
  refunds,
  disputes,
  documents,
  customers,
  cards,
  tokens,
  sources,
  links,
  schedules,
  occurrences,
  transfers,
  recipients,
  transactions,
  events,
} satisfies Record<RecordKindShown, Sheet>

export const sheetNames = Object.keys(sheets)

export const sheetOf = (kind: string): Sheet | null =>
  (Object.hasOwn(sheets, kind) ? sheets[kind] : undefined) ?? null

/** The same by the word under `object` in its JSON. */
export const sheetOfObject = (object: string): { readonly kind: string; readonly sheet: Sheet } | null => {
  const kind = kindOf(object).reader?.name ?? ''
  const sheet = sheetOf(kind)
  return sheet === null ? null : { kind, sheet }
}
