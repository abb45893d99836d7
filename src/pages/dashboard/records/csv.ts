import { ControlError } from '../../../control/errors'
import type { View } from '../frame/view'
import { found, kindIn } from './list'
import { showRecord } from './record-view'

/** A spreadsheet would run a text that begins like this as a formula. */
const formula = /^[=+\-@\t\r]/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value.replace(formula, "'$&") : JSON.stringify(value)
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * All records of a list, not only those of one page, as a file for spreadsheets (RFC 4180): a column for each field of
 * the API. Amounts are in subunits; lists and objects are JSON.
 */
export const recordsCsv = (view: View): string => {
  const kind = kindIn(view)
  const { rows, refusal } = found(view, kind)
  if (refusal !== null) throw new ControlError(400, refusal)
  const records = rows.map(
    ({ id }): Readonly<Record<string, unknown>> => ({ ...showRecord(view, kind, id)?.json }),
  )
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const lines = records.map((record) => fields.map((field) => cell(record[field])).join(','))
  return [fields.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}
