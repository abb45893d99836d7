import { type Records, recordNames } from '../../../../sandbox/records/records'
import { kindOf } from '../../../../service/resources/registry'
import { paymentSheets } from './payments'
import { payoutSheets } from './payouts'
import { type Sheet, type SheetName, sheet } from './sheet'

/** How records look for which more is known than their name. */
const declared: { readonly [N in SheetName]?: Sheet } = { ...paymentSheets, ...payoutSheets }

const isShown = (name: keyof Records): name is SheetName => name !== 'webhookSecrets'

/** How each kind of records looks, by the name of its reader. */
const sheets: Readonly<Record<string, Sheet>> = {
  ...declared,
  ...Object.fromEntries(recordNames.filter(isShown).map((name) => [name, declared[name] ?? sheet(name)])),
}

export const sheetNames = Object.keys(sheets)

export const sheetOf = (kind: string): Sheet | null =>
  (Object.hasOwn(sheets, kind) ? sheets[kind] : undefined) ?? null

/** Sheets by the word under `object` in the JSON of their records. */
export const sheetOfObject = (object: string): { readonly kind: string; readonly sheet: Sheet } | null => {
  const kind = kindOf(object).reader?.name ?? ''
  const sheet = sheetOf(kind)
  return sheet === null ? null : { kind, sheet }
}
