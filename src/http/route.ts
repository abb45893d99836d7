import type * as z from 'zod'
import type { Row, Sequence } from '../kernel/collection'
import type { ApiError, ErrorName } from '../kernel/errors'
import type { Scene } from '../resources/shape'
import type { Version } from '../versions/history'
import type { World } from '../world'

/** What an operation is given: the world of its key, the path's ids and the checked parameters. */
export interface Call<I> {
  readonly world: World
  readonly id: string
  /** The second id of a path such as /customers/:id/cards/:sub_id. */
  readonly subId: string
  readonly input: I
  readonly scene: Scene
  /** In whose form the answer will be shown. */
  readonly version: Version
}

/** What an operation answers: one record, a list of which a page is shown, or JSON of its own. */
export type Reply =
  | {
      readonly kind: 'one'
      readonly object: string
      readonly row: Row
      /** Of a declined charge: the error that answers for it, unless the profile answers with the charge. */
      readonly decline: ApiError | null
    }
  | { readonly kind: 'list'; readonly object: string; readonly rows: Sequence<Row> }
  | { readonly kind: 'found'; readonly found: FoundRecords }
  | { readonly kind: 'plain'; readonly body: object }

/** Records of any kind within an answer of its own. */
export interface FoundRecords {
  readonly hits: readonly { readonly object: string; readonly row: Row }[]
  /** What the answer says besides them. */
  readonly frame: { readonly export: string | null; readonly [field: string]: unknown }
  /** Said in the header `Sandbox-Warning`. */
  readonly warnings: readonly string[]
}

export const one = (object: string, row: Row, decline: ApiError | null = null): Reply => ({
  kind: 'one',
  object,
  row,
  decline,
})
export const list = (object: string, rows: Sequence<Row>): Reply => ({ kind: 'list', object, rows })
export const found = (what: FoundRecords): Reply => ({ kind: 'found', found: what })
export const plain = (body: object): Reply => ({ kind: 'plain', body })

export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With `:id` and `:sub_id`. */
  readonly path: string
  /** Which server has it: the API (default), the vault, or both. */
  readonly host?: 'vault' | 'both'
  /** Which key it wants; `any` takes both kinds, `none` needs no key. */
  readonly key: 'secret' | 'public' | 'any' | 'none'
  readonly summary: string
  /** Section of the specification; `wire` where only recordings show the operation. */
  readonly spec: string
  readonly input: () => z.ZodType
  /** What requests look like, by a name. Ids end in `_example`: readers put their own there. The tests send each. */
  readonly examples?: { readonly [name: string]: { readonly summary: string; readonly value: object } }
  /** It takes a file in a multipart body, and therefore a larger one. */
  readonly files?: true
  /** Parameters whose explicit `null` takes the value away; elsewhere a null is as good as nothing. */
  readonly removable?: readonly string[]
  /** A parameter that does what the header Idempotency-Key does (assumption `idempotency-parameter`). */
  readonly keyParam?: string
  /** The error of parameters that its schema refuses; `bad_request` unless said. */
  readonly invalid?: ErrorName
  /** The form of a successful answer. */
  readonly returns: () => z.ZodType
  readonly errors: readonly ErrorName[]
  readonly run: (call: Call<never>) => Reply
}

/** Types `run` by the route's own schema. */
export const route = <I extends z.ZodType>(
  table: Omit<Route, 'input' | 'run'> & {
    readonly input: () => I
    readonly run: (call: Call<z.output<I>>) => Reply
  },
): Route => table
