import type { Collection, Row, Sequence } from '../kernel/collection'
import type { JsonObject } from '../kernel/json'
import { type Currency, type CurrencyRule, currencies } from '../kernel/money'
import type { World } from '../world'

/** How a resource says what can be searched of it (spec 4.10): one row for each attribute, beside the resource. */
export type FilterKind = 'string' | 'boolean' | 'integer' | 'money' | 'time'
export type QueryKind = 'text' | 'id' | 'metadata'

/** Words are matched whole, in lower case. Money is in hundredths of the base unit; times are epoch milliseconds. */
export type FilterValue = string | boolean | number | null | readonly string[]

export interface Filterable<V> {
  readonly kind: FilterKind
  readonly of: (view: V) => FilterValue
}

export type QueryValue = string | null | readonly string[] | JsonObject

export interface Queryable<V> {
  readonly kind: QueryKind
  readonly of: (view: V) => QueryValue
}

/** Whose changes also change what this scope says of its records. */
export interface Influence {
  readonly rows: (world: World) => Pick<Collection<Row>, 'follow' | 'get'>
  /** Ids of the records that show something of a row which has changed. */
  readonly touches: (world: World, row: Row) => readonly string[]
}

type Filters<V> = { readonly [attribute: string]: Filterable<V> }
type Queries<V> = { readonly [attribute: string]: Queryable<V> }

/** A scope as the index sees it, which must not ask which one it has. */
export interface Scope {
  readonly name: string
  /** What its records call themselves. */
  readonly object: string
  /** Where it can be searched besides GET /search, as recorded; `null` where there is no such path. */
  readonly path: string | null
  readonly filters: { readonly [attribute: string]: FilterKind }
  readonly queries: { readonly [attribute: string]: QueryKind }
  /** All that may be found, in the order of their making. */
  readonly rows: (world: World) => Sequence<Row>
  /** Where they are kept; `null` for what never exists. */
  readonly kept: (world: World) => Pick<Collection<Row>, 'follow' | 'positionOf'> | null
  readonly row: (world: World, id: string) => Row | undefined
  readonly influences: readonly Influence[]
  /** The values of each attribute in the order of the tables above; `null` for a record that is not to be found. */
  readonly read: (world: World, row: Row) => Reading | null
}

export interface Reading {
  readonly filters: readonly FilterValue[]
  readonly queries: readonly QueryValue[]
}

interface Declaration<R extends Row, V> {
  readonly scope: string
  readonly object: string
  /** Where it can be searched besides GET /search. Default: nowhere. */
  readonly path?: string
  readonly rows: (world: World) => Sequence<R>
  readonly kept: (world: World) => Collection<R, never> | Collection<R, string> | null
  /** Given where `rows` has one that is not kept. */
  readonly row?: (world: World, id: string) => R | undefined
  /** A row with what else its attributes come from; `null` for a record that is not to be found. */
  readonly view: (world: World, row: R) => V | null
  readonly influences?: readonly Influence[]
  readonly filters: Filters<V>
  readonly queries: Queries<V>
}

const kindsOf = <K>(attributes: { readonly [name: string]: { readonly kind: K } }): { [name: string]: K } =>
  Object.fromEntries(Object.entries(attributes).map(([name, { kind }]) => [name, kind]))

export const searchable = <R extends Row, V>(declaration: Declaration<R, V>): Scope => {
  const filters = Object.values(declaration.filters)
  const queries = Object.values(declaration.queries)
  return {
    name: declaration.scope,
    object: declaration.object,
    path: declaration.path ?? null,
    filters: kindsOf(declaration.filters),
    queries: kindsOf(declaration.queries),
    rows: declaration.rows,
    kept: (world) => declaration.kept(world) as Pick<Collection<Row>, 'follow' | 'positionOf'> | null,
    row: declaration.row ?? ((world, id) => declaration.kept(world)?.get(id)),
    influences: declaration.influences ?? [],
    read: (world, row) => {
      const view = declaration.view(world, row as R)
      return view === null
        ? null
        : { filters: filters.map(({ of }) => of(view)), queries: queries.map(({ of }) => of(view)) }
    },
  }
}

/** Changes of rows of one kind. Which rows it can be is the resource's own knowledge. */
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

/** Words of a text. */
export const text = <V>(of: (view: V) => string | null | readonly string[]): Queryable<V> => ({
  kind: 'text',
  of,
})
/** One word as a whole, whatever it is made of. */
export const id = <V>(of: (view: V) => string | null | readonly string[]): Queryable<V> => ({
  kind: 'id',
  of,
})
export const metadata = <V>(of: (view: V) => JsonObject): Queryable<V> => ({ kind: 'metadata', of })
