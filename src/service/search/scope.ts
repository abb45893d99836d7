import type { Collection, Row, Sequence } from '../../kernel/collection'
import type { JsonObject } from '../../kernel/json'
import { type Currency, type CurrencyRule, currencies } from '../../kernel/money'
import type { World } from '../world'

/** The syntax of a filter and the type of its values. */
export type FilterKind = 'string' | 'boolean' | 'integer' | 'money' | 'time'

/** Money is in hundredths of the base unit; times are epoch milliseconds. A list matches by any of its words. */
export type FilterValue = string | boolean | number | null | readonly string[]

/** Text, several texts, or metadata. */
export type QueryValue = string | null | readonly string[] | JsonObject

/** Reads one value of a record, from its row or from the rows that it refers to. */
type AttributeReader<R, V> = (row: R, world: World) => V

interface ScopeFilter<R> {
  readonly kind: FilterKind
  readonly of: AttributeReader<R, FilterValue>
}

/** What a resource declares, and what the search reads, of its searchable attributes (spec 4.10). */
interface ScopeAttributes<R extends Row> {
  /** The value of `object` in its records. */
  readonly object: string
  /** All rows, by creation time. */
  readonly rows: (world: World) => Sequence<R>
  /** One line for each attribute: a search reads only the filters that it has, and the queries if it has words. */
  readonly filters: { readonly [attribute: string]: ScopeFilter<R> }
  readonly queries: { readonly [attribute: string]: AttributeReader<R, QueryValue> }
}

/** A collection of any rows whose changes count. */
type Followed = Pick<Collection<never>, 'follow'>

interface ScopeDeclaration<R extends Row> extends Pick<ScopeAttributes<R>, 'filters' | 'queries'> {
  readonly scope: string
  /** Default: the name of the scope. */
  readonly object?: string
  /** Default: those that are kept. */
  readonly rows?: (world: World) => Sequence<R>
  readonly kept: (world: World) => Collection<R, never> | Collection<R, string> | null
  /** Required if `rows` has a row that is not in the collection. */
  readonly row?: (world: World, id: string) => R | undefined
  /** Whether searches find the record. Default: they find all. */
  readonly finds?: (row: R) => boolean
  /** Other collections, of whose rows `queries` shows values. Default: none. */
  readonly shows?: (world: World) => readonly Followed[]
}

/** A declaration without its row type, for code that serves all resources alike. */
export interface Scope extends ScopeAttributes<Row> {
  readonly name: string
  /** The collection of the rows; `null` for a resource that never has records. */
  readonly kept: (world: World) => Pick<Collection<Row>, 'follow'> | null
  readonly row: (world: World, id: string) => Row | undefined
  /** `null` if searches find all records. */
  readonly finds: ((row: Row) => boolean) | null
  readonly shows: (world: World) => readonly Followed[]
}

/** The casts are safe, because all rows of a scope are those of its declaration. */
export const searchable = <R extends Row>(declaration: ScopeDeclaration<R>): Scope => {
  const { scope, kept, filters, queries, finds = null, ...rest } = declaration
  return {
    object: scope,
    rows: kept as Scope['rows'],
    row: (world, id) => kept(world)?.get(id),
    shows: () => [],
    ...rest,
    name: scope,
    kept: kept as Scope['kept'],
    filters: filters as Scope['filters'],
    queries: queries as Scope['queries'],
    finds: finds as Scope['finds'],
  }
}

export const word = <R>(of: AttributeReader<R, string | null | readonly string[]>): ScopeFilter<R> => ({
  kind: 'string',
  of,
})
export const flag = <R>(of: AttributeReader<R, boolean>): ScopeFilter<R> => ({ kind: 'boolean', of })
export const count = <R>(of: AttributeReader<R, number | null>): ScopeFilter<R> => ({ kind: 'integer', of })
export const time = <R>(of: AttributeReader<R, number | null>): ScopeFilter<R> => ({ kind: 'time', of })
export const money = <R>(of: AttributeReader<R, Money | null>): ScopeFilter<R> => ({
  kind: 'money',
  of: (row, world) => {
    const value = of(row, world)
    if (value === null || value.amount === null) return null
    const { exponent }: CurrencyRule = currencies[value.currency]
    return exponent === 0 ? value.amount * 100 : value.amount
  },
})

interface Money {
  readonly amount: number | null
  readonly currency: Currency
}
