import type { Child } from 'hono/jsx'
import type { Row, Sequence } from '../../../../kernel/collection'
import type { Mode } from '../../../../sandbox/account/account'
import type { Records } from '../../../../sandbox/records/records'
import type { World } from '../../../../service/world'
import type { View } from '../../frame/view'
import type { Fact } from '../../parts/layout'
import type { MoneyProps } from '../../parts/values'

/** How records of one kind look on their pages. */

/** A further column of the table. */
interface Column<T> {
  readonly head: string
  readonly of: (record: T, view: View) => Child
}

/** Rows in the order of their creation. */
export type RelatedRows = Sequence<Row>

/** Other records that belong to one: a few by their ids, `null` for none, or as many as an index has. */
export type Related = readonly [name: string, records: readonly (string | null)[] | RelatedRows]

interface SheetDeclaration<T> {
  readonly state?: (record: T, world: World) => string | null
  readonly amount?: (record: T) => MoneyProps | null
  /** What a person would call it. */
  readonly about?: (record: T, view: View) => string | null
  /** Why it failed, as a code. */
  readonly failure?: (record: T) => string | null
  readonly columns?: readonly Column<T>[]
  readonly facts?: (record: T, view: View) => readonly Fact[]
  readonly related?: (record: T, world: World) => readonly Related[]
}

/** What the table and every link say about a record. */
export interface Brief {
  readonly id: string
  readonly state: string | null
  readonly amount: MoneyProps | null
  readonly about: string | null
  readonly failure: string | null
  readonly createdAt: string
}

export interface Sheet {
  /** `Charges`, and one of them. */
  readonly title: string
  readonly one: string
  /** The heads of the further columns. */
  readonly heads: readonly string[]
  readonly brief: (view: View, id: string) => Brief | null
  /** The further columns of a record. */
  readonly cells: (view: View, id: string) => readonly Child[]
  readonly facts: (view: View, id: string) => readonly Fact[]
  readonly related: (view: View, id: string) => readonly Related[]
  /** As the API shows it. */
  readonly record: (view: View, id: string) => object | undefined
}

/** The readers whose records have pages. */
export type SheetName = Exclude<keyof Records, 'webhookSecrets'>

type RecordOf<N extends SheetName> = NonNullable<ReturnType<Mode[N]['get']>>

interface AnyShown {
  readonly id: string
  readonly created_at: string
}

/** Ties a declaration to the records that it is about; from here on no code asks for the kind. */
export const sheet = <N extends SheetName>(
  name: N,
  { state, amount, about, failure, columns = [], facts, related }: SheetDeclaration<RecordOf<N>> = {},
): Sheet => {
  type Shown = RecordOf<N> & AnyShown
  const get = (view: View, id: string) => view.mode[name].get(id) as Shown | undefined
  const withRecord =
    <R>(missing: R, show: (record: Shown, view: View) => R) =>
    (view: View, id: string): R => {
      const record = get(view, id)
      return record === undefined ? missing : show(record, view)
    }
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return {
    title,
    one: title.slice(0, -1),
    heads: columns.map(({ head }) => head),
    brief: withRecord<Brief | null>(null, (record, view) => ({
      id: record.id,
      state: state?.(record, view.world) ?? null,
      amount: amount?.(record) ?? null,
      about: about?.(record, view) ?? null,
      failure: failure?.(record) ?? null,
      createdAt: record.created_at,
    })),
    cells: withRecord<readonly Child[]>([], (record, view) => columns.map(({ of }) => of(record, view))),
    facts: withRecord<readonly Fact[]>([], (record, view) => facts?.(record, view) ?? []),
    related: withRecord<readonly Related[]>([], (record, { world }) => related?.(record, world) ?? []),
    record: get,
  }
}
