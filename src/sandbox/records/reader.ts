import { latest, type Row, type Rows } from '../../kernel/collection'
import { deepFreeze } from '../../kernel/json'

/** Fields that must be equal, or a predicate. For a union such as `Event`: the fields that all members have. */
export type Filter<T> = Partial<Pick<T, keyof T>> | ((record: T) => boolean)

export const matches = <T extends object>(record: T, filter: Filter<T> | undefined): boolean => {
  if (filter === undefined) return true
  if (typeof filter === 'function') return filter(record)
  return Object.entries(filter).every(([field, value]) => record[field as keyof T] === value)
}

export interface ListOptions {
  /** Only the latest matching ones, up to this number. Default: all. */
  readonly last?: number
}

/** Read access to the records of one kind, in the form of the API. Records are immutable. */
export interface Reader<T> {
  /** `undefined` when there is none. */
  get(id: string): T | undefined
  /** In the order of their creation. */
  list(filter?: Filter<T>, options?: ListOptions): readonly T[]
  /** The newest one. */
  last(): T | undefined
  count(filter?: Filter<T>): number
}

export const reader = <R extends Row, T extends object>(rows: Rows<R>, render: (row: R) => T): Reader<T> => {
  const show = (row: R): T => deepFreeze(render(row))
  const list: Reader<T>['list'] = (filter, { last = Number.POSITIVE_INFINITY } = {}) =>
    latest(rows, last, (row) => {
      const record = show(row)
      return matches(record, filter) ? record : null
    })
  return {
    get: (id) => {
      const row = rows.get(id)
      return row === undefined ? undefined : show(row)
    },
    list,
    last: () => (rows.length === 0 ? undefined : show(rows.at(rows.length - 1))),
    count: (filter) => (filter === undefined ? rows.length : list(filter).length),
  }
}
