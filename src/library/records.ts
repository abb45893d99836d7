import type { KeyPair } from '../accounts'
import { type Row, rowsOf, type Sequence } from '../kernel/collection'
import { deepFreeze } from '../kernel/json'
import { type Card, cardShape } from '../resources/card/serialize'
import { type Charge, chargeShape } from '../resources/charge/serialize'
import { type Customer, customerShape } from '../resources/customer/serialize'
import type { EventRow } from '../resources/event/model'
import { keptEvents, peekEvent } from '../resources/event/operations'
import { type Event, renderEvent } from '../resources/event/serialize'
import { type Refund, refundShape } from '../resources/refund/serialize'
import { renderSubject } from '../resources/registry'
import type { Scene, Shape } from '../resources/shape'
import { type Token, tokenShape } from '../resources/token/serialize'
import { type Transaction, transactionShape } from '../resources/transaction/serialize'
import type { World } from '../world'

/** Fields that must be equal, or a test of one's own. */
export type Filter<T> = Partial<T> | ((record: T) => boolean)

/** Read access to the records of one kind, in the form in which the API shows them. Records are immutable. */
export interface Reader<T> {
  /** `undefined` when there is none. */
  get(id: string): T | undefined
  /** In the order in which they were made. */
  list(filter?: Filter<T>): readonly T[]
  /** The newest one. */
  last(): T | undefined
  count(filter?: Filter<T>): number
}

const matches = <T extends object>(record: T, filter: Filter<T> | undefined): boolean => {
  if (filter === undefined) return true
  if (typeof filter === 'function') return filter(record)
  return Object.entries(filter).every(([field, value]) => record[field as keyof T] === value)
}

type Rows<R> = Sequence<R> & { get(id: string): R | undefined }

const reader = <R extends Row, T extends object>(rows: Rows<R>, render: (row: R) => T): Reader<T> => {
  const show = (row: R): T => deepFreeze(render(row))
  const list = (filter?: Filter<T>): readonly T[] =>
    rowsOf(rows)
      .map(show)
      .filter((record) => matches(record, filter))
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

/** The records of one account in one mode. */
export interface Records {
  readonly cards: Reader<Card>
  readonly charges: Reader<Charge>
  readonly customers: Reader<Customer>
  readonly events: Reader<Event>
  readonly refunds: Reader<Refund>
  readonly tokens: Reader<Token>
  readonly transactions: Reader<Transaction>
}

export const recordsOf = (world: World, scene: () => Scene): Records => {
  const shaped = <R extends Row, X, W extends { readonly object: string }>(
    rows: Rows<R>,
    shape: Shape<R, X, W>,
  ) => reader(rows, (row) => shape.render(row, shape.related(world, row), scene()))
  return {
    cards: shaped(world.cards, cardShape),
    charges: shaped(world.charges, chargeShape),
    customers: shaped(world.customers, customerShape),
    events: reader(keptBy(world), (row) => renderEvent(row, scene(), renderSubject)),
    refunds: shaped(world.refunds, refundShape),
    tokens: shaped(world.tokens, tokenShape),
    transactions: shaped(world.transactions, transactionShape),
  }
}

/** The events that the API still shows. */
const keptBy = (world: World): Rows<EventRow> => ({
  get: (id) => peekEvent(world, id),
  get length() {
    return keptEvents(world).length
  },
  at: (position) => keptEvents(world).at(position),
})

/** Ready values for the Authorization header. */
export const authorizationOf = (keys: KeyPair): KeyPair => ({
  public: `Basic ${btoa(`${keys.public}:`)}`,
  secret: `Basic ${btoa(`${keys.secret}:`)}`,
})
