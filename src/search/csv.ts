import { dateText, iso } from '../kernel/calendar'
import type { Row } from '../kernel/collection'
import type { ExportFilterType, ExportRow } from '../resources/export/model'
import type { World } from '../world'
import type { Hit } from './engine'
import type { FilterKind, FilterValue, QueryValue, Reading, Scope } from './scope'

const dateOf: { readonly [T in ExportFilterType]: { readonly head: string; readonly length: number } } = {
  monthly_captured: { head: 'month_captured', length: 7 },
  monthly_created: { head: 'month_created', length: 7 },
  monthly_date: { head: 'date_created', length: 10 },
}

/** Whether records of the scope have the date that this export is sorted by. */
export const canExport = (scope: Scope, type: ExportFilterType): boolean =>
  type !== 'monthly_captured' || Object.hasOwn(scope.filters, 'captured_at')

/** Ids of those of the records that have the date. */
export const exportedOf = (
  world: World,
  scope: Scope,
  { hits, type }: { readonly hits: readonly Hit[]; readonly type: ExportFilterType },
): readonly string[] => {
  const timeOf = timesOf(scope, type)
  return hits.flatMap(({ row }) => (timeOf(row, scope.read(world, row)) === null ? [] : [row.id]))
}

const timesOf = (scope: Scope, type: ExportFilterType) => {
  const place = type === 'monthly_captured' ? Object.keys(scope.filters).indexOf('captured_at') : null
  return (row: Row, reading: Reading | null): number | null => {
    if (reading === null || place === null) return reading === null ? null : row.createdAt
    const time = reading.filters[place]
    return typeof time === 'number' ? time : null
  }
}

/**
 * Records as CSV (RFC 4180): first the month or day that they are sorted by, then every attribute of the scope. They
 * are shown as they are; those that were deleted in the meantime are left out (assumption `search-exports`).
 */
export const csvOf = (world: World, scope: Scope, { records, filterType: type }: Exported): string => {
  const filters = Object.entries(scope.filters)
  const queries = Object.keys(scope.queries).filter((name) => !Object.hasOwn(scope.filters, name))
  const { head, length } = dateOf[type]
  const timeOf = timesOf(scope, type)
  const lines = records.flatMap((id) => {
    const row = scope.row(world, id)
    const reading = row === undefined ? null : scope.read(world, row)
    const time = row === undefined ? null : timeOf(row, reading)
    if (reading === null || time === null) return []
    const values = [
      ...filters.map(([, kind], i) => filterText(kind, reading.filters[i] ?? null)),
      ...Object.keys(scope.queries).flatMap((name, i) =>
        queries.includes(name) ? [queryText(reading.queries[i] ?? null)] : [],
      ),
    ]
    return [{ day: dateText(time).slice(0, length), values }]
  })
  lines.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)))
  const table = [
    [head, ...filters.map(([name]) => name), ...queries],
    ...lines.map(({ day, values }) => [day, ...values]),
  ]
  return table.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

type Exported = Pick<ExportRow, 'records' | 'filterType'>

/** What a spreadsheet would calculate instead of showing it; a number, negative ones included, stays one. */
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
