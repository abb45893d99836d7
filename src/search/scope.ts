import type { Collection, Row, Sequence } from '../kernel/collection'
import type { JsonObject } from '../kernel/json'
import { type Currency, type CurrencyRule, currencies } from '../kernel/money'
import type { World } from '../world'

/** The syntax of a filter and the type of its values. */
export type FilterKind = 'string' | 'boolean' | 'integer' | 'money' | 'time'

/** Money is in hundredths of the base unit; times are epoch milliseconds. A list matches by any of its words. */
export type FilterValue = string | boolean | number | null | readonly string[]

/** Text, several texts, or metadata. */
export type QueryValue = string | null | readonly string[] | JsonObject

interface Filterable<V> {
  readonly kind: FilterKind
  readonly of: (view: V) => FilterValue
}

/** Rows whose changes also change the values of records in a scope. */
export interface Influence {
  readonly rows: (world: World) => Pick<Collection<Row>, 'follow' | 'get'>
  /** Ids of the records that show values of the changed row. */
  readonly touches: (world: World, row: Row) => readonly string[]
}

/** The searchable attributes of a resource (spec 4.10), declared beside it with one line for each attribute. */
interface ScopeDeclaration<R extends Row, V> {
  readonly scope: string
  readonly object: string
  /** The path of another operation, besides GET /search, that searches it. Default: none. */
  readonly path?: string
  readonly rows: (world: World) => Sequence<R>
  readonly kept: (world: World) => Collection<R, never> | Collection<R, string> | null
  /** Required if `rows` has a row that is not in the collection. */
  readonly row?: (world: World, id: string) => R | undefined
  /** The data from which the attributes of a row are read; `null` if searches must not find the record. */
  readonly view: (world: World, row: R) => V | null
  readonly influences?: readonly Influence[]
  readonly filters: { readonly [attribute: string]: Filterable<V> }
  readonly queries: { readonly [attribute: string]: (view: V) => QueryValue }
}

/** A declaration without its row type, for code that serves all resources alike. */
export interface Scope {
  readonly name: string
  /** The value of `object` in its records. */
  readonly object: string
  readonly path: string | null
  readonly filters: { readonly [attribute: string]: FilterKind }
  readonly queries: { readonly [attribute: string]: unknown }
  /** All rows, by creation time. */
  readonly rows: (world: World) => Sequence<Row>
  /** The collection of the rows; `null` for a resource that never has records. */
  readonly kept: (world: World) => Pick<Collection<Row>, 'follow' | 'positionOf'> | null
  readonly row: (world: World, id: string) => Row | undefined
  readonly influences: readonly Influence[]
  /** The attributes of a record; `null` if searches must not find it. */
  readonly read: (world: World, row: Row) => Reading | null
}

export interface Reading {
  readonly filters: ReadonlyMap<string, FilterValue>
  readonly queries: ReadonlyMap<string, QueryValue>
}

export const searchable = <R extends Row, V>(declaration: ScopeDeclaration<R, V>): Scope => {
  const { scope, path = null, kept, view, influences = [], ...rest } = declaration
  const filters = Object.entries(rest.filters)
  const queries = Object.entries(rest.queries)
  return {
    row: (world, id) => kept(world)?.get(id),
    ...rest,
    name: scope,
    path,
    filters: Object.fromEntries(filters.map(([name, { kind }]) => [name, kind])),
    kept: kept as Scope['kept'],
    influences,
    read: (world, row) => {
      const seen = view(world, row as R)
      return seen === null
        ? null
        : {
            filters: new Map(filters.map(([name, { of }]) => [name, of(seen)])),
            queries: new Map(queries.map(([name, of]) => [name, of(seen)])),
          }
    },
  }
}

/** Declares an influence. The casts are safe, because `rows` and `touches` have the same row type. */
export const changesOf = <R extends Row>(
  rows: (world: World) => Pick<Collection<R>, 'follow' | 'get'>,
  touches: (world: World, row: R) => readonly string[],
): Influence => ({
  rows: rows as Influence['rows'],
  touches: (world, row) => touches(world, row as R),
})

export const word = <V>(of: (view: V) => string | null | readonly string[]): Filterable<V> => ({
  kind: 'string',
  of,
})
export const flag = <V>(of: (view: V) => boolean): Filterable<V> => ({ kind: 'boolean', of })
export const count = <V>(of: (view: V) => number | null): Filterable<V> => ({ kind: 'integer', of })
export const time = <V>(of: (view: V) => number | null): Filterable<V> => ({ kind: 'time', of })
export const money = <V>(of: (view: V) => Money | null): Filterable<V> => ({
  kind: 'money',
  of: (view) => {
    const value = of(view)
    if (value === null || value.amount === null) return null
    const { exponent }: CurrencyRule = currencies[value.currency]
    return exponent === 0 ? value.amount * 100 : value.amount
  },
})

interface Money {
  readonly amount: number | null
  readonly currency: Currency
}
