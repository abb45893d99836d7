import type * as z from 'zod/mini'
import type { Sequence } from '../../kernel/collection'
import { limits } from '../../kernel/limits'
import type { World } from '../world'

/** What the JSON of a record may depend on besides its rows. */
export interface Scene {
  readonly livemode: boolean
  /** Epoch milliseconds: the moment at which the record is shown. */
  readonly now: number
  readonly baseUrl: string
  /** Applies the profile to answers; `null` for the profile `spec`. */
  readonly profileForm?: ProfileForm | null
}

/** Puts an answer of the newest version into the form that a profile gives it. */
export type ProfileForm = (shown: object, isExpanded: boolean) => object

export const applyProfile = <T extends object>(
  shown: T,
  { profileForm }: Pick<Scene, 'profileForm'>,
  isExpanded = false,
): T => (profileForm === undefined || profileForm === null ? shown : (profileForm(shown, isExpanded) as T))

/** The JSON of a record of any kind. */
export interface ShownRecord {
  readonly object: string
  readonly [field: string]: unknown
}

/** How a resource becomes JSON. `render` sees rows only, so an event can render what was then. */
export interface Shape<R, X, W> {
  /** The other rows that its JSON shows. */
  readonly related: (world: World, row: R) => X
  readonly render: (row: R, related: X, scene: Scene) => W
  /** Fields that hold an id and become the object with `expand=true`, with the objects that they can become. */
  readonly expandable: { readonly [field: string]: readonly string[] }
  /** The documented form of the answer. Built when first asked for, and the same one from then on. */
  readonly schema: () => z.ZodMiniType<W>
}

/** A list nested inside an object: its first 20 members, in chronological order (spec 2.7). */
export interface NestedList<T> {
  readonly object: 'list'
  readonly data: readonly T[]
  readonly limit: number
  readonly offset: number
  readonly total: number
  readonly location: string
  readonly order: 'chronological'
  readonly from: string
  readonly to: string
}

/** As much of a long sequence as a nested list shows. */
export interface FirstRows<R> {
  readonly rows: readonly R[]
  readonly total: number
}

export const firstRowsOf = <R>(rows: Sequence<R>): FirstRows<R> => {
  const shown = Math.min(rows.length, limits.listPageSizeDefault)
  return { rows: Array.from({ length: shown }, (_, i) => rows.at(i)), total: rows.length }
}
