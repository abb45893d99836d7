import { dateText, iso } from '../../../kernel/calendar'
import type { Row } from '../../../kernel/collection'
import type { FilterKind, FilterValue, QueryValue, Scope } from '../../search/scope'
import type { World } from '../../world'
import type { ExportFilterType, ExportRow } from './model'

/** The first column of an export: the month or day it is sorted by, cut from an ISO date. */
const firstColumn: { readonly [T in ExportFilterType]: { readonly head: string; readonly length: number } } =
  {
    monthly_captured: { head: 'month_captured', length: 7 },
    monthly_created: { head: 'month_created', length: 7 },
    monthly_date: { head: 'date_created', length: 10 },
  }

/** Whether records of the scope have the date that this export is sorted by. */
export const canExport = (scope: Scope, type: ExportFilterType): boolean =>
  type !== 'monthly_captured' || Object.hasOwn(scope.filters, 'captured_at')

/** The time that an export of this type sorts a record by; `null` if it has no line for the record. */
export const exportedAt = (world: World, scope: Scope, type: ExportFilterType, row: Row): number | null => {
  if (scope.finds?.(row) === false) return null
  if (type !== 'monthly_captured') return row.createdAt
  const time = scope.filters.captured_at?.of(row, world)
  return typeof time === 'number' ? time : null
}

/**
 * Records as CSV (RFC 4180): first the month or day that they are sorted by, then every attribute of the scope. They
 * are shown as they are; those that were deleted in the meantime are left out (assumption `search-exports`).
 */
export const renderCsv = (world: World, scope: Scope, { records, filterType: type }: ExportRow): string => {
  const attributes = [...new Set([...Object.keys(scope.filters), ...Object.keys(scope.queries)])]
  const { head, length } = firstColumn[type]
  const lines = records.flatMap((id) => {
    const row = scope.row(world, id)
    const time = row ? exportedAt(world, scope, type, row) : null
    if (row === undefined || time === null) return []
    return [[dateText(time).slice(0, length), ...attributes.map((name) => cellOf(world, scope, name, row))]]
  })
  lines.sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)))
  return [[head, ...attributes], ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

const cellOf = (world: World, { filters, queries }: Scope, name: string, row: Row): string => {
  const filter = filters[name]
  return filter === undefined
    ? queryText(queries[name]?.(row, world) ?? null)
    : filterText(filter.kind, filter.of(row, world))
}

/** Text that a spreadsheet would calculate instead of showing it; numbers stay numbers, negative ones too. */
const formula = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const isNumber = /^-?\d+(?:\.\d+)?$/

const quoted = (cell: string): string => {
  if (formula.test(cell) && !isNumber.test(cell)) return `"'${cell.replaceAll('"', '""')}"`
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const filterText = (kind: FilterKind, value: FilterValue): string => {
  if (value === null) return ''
  if (kind === 'time') return iso(Number(value))
  // As filters take it: in base units.
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  return typeof value === 'object' ? (value[0] ?? '') : String(value)
}

const queryText = (value: QueryValue): string => {
  if (value === null) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value)
}
