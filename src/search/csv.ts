import { dateText, iso } from '../kernel/calendar'
import type { ExportFilterType } from '../resources/export/model'
import type { World } from '../world'
import type { Hit } from './engine'
import type { FilterKind, FilterValue, QueryValue, Scope } from './scope'

/**
 * The records of a search as CSV (RFC 4180): first the month or day that they are sorted by, then every attribute of
 * the scope. Records without that date are left out (assumption `search-exports`).
 */
export interface Csv {
  readonly text: string
  readonly total: number
}

const dateOf: { readonly [T in ExportFilterType]: { readonly head: string; readonly length: number } } = {
  monthly_captured: { head: 'month_captured', length: 7 },
  monthly_created: { head: 'month_created', length: 7 },
  monthly_date: { head: 'date_created', length: 10 },
}

/** Whether records of the scope have the date that this export is sorted by. */
export const canExport = (scope: Scope, type: ExportFilterType): boolean =>
  type !== 'monthly_captured' || Object.hasOwn(scope.filters, 'captured_at')

export const csvOf = (world: World, scope: Scope, hits: readonly Hit[], type: ExportFilterType): Csv => {
  const filters = Object.entries(scope.filters)
  const queries = Object.keys(scope.queries).filter((name) => !Object.hasOwn(scope.filters, name))
  const { head, length } = dateOf[type]
  const lines = hits.flatMap(({ row }) => {
    const reading = scope.read(world, row)
    const captured = reading?.filters[filters.findIndex(([name]) => name === 'captured_at')]
    const time = type === 'monthly_captured' ? captured : row.createdAt
    if (reading === null || typeof time !== 'number') return []
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
  return { text: table.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''), total: lines.length }
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

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
