import type * as z from 'zod/mini'
import type { Row, Sequence } from '../../kernel/collection'
import type { ApiError, ErrorName } from '../../kernel/errors'
import { once } from '../../kernel/json'
import { nearest } from '../../kernel/text'
import type { ProfileName } from '../../options/profiles'
import { listSchema, type RenderContext } from '../resources/record'
import type { Version } from '../versions/history'
import type { World } from '../world'
import { listInput, noInput, readInput } from './lists'

/** The input of an operation: the world of its key, the ids in the path and the checked parameters. */
export interface Call<I> {
  readonly world: World
  readonly id: string
  /** The second id of a path such as /customers/:id/cards/:sub_id. */
  readonly subId: string
  readonly input: I
  readonly renderContext: RenderContext
  /** The version that gives the form of the answer. */
  readonly version: Version
}

/** The result of an operation: one record, a list that is shown by page, search results, or plain JSON. */
export type Reply =
  | {
      readonly kind: 'one'
      readonly object: string
      readonly row: Row
      /** Of a declined charge: the error to answer with, if the profile does not answer with the charge. */
      readonly decline: ApiError | null
    }
  | { readonly kind: 'list'; readonly object: string; readonly rows: Sequence<Row> }
  | { readonly kind: 'found'; readonly found: FoundRecords }
  | { readonly kind: 'plain'; readonly body: object }

/** Records of any kind, within their own form of answer. */
export interface FoundRecords {
  readonly hits: readonly { readonly object: string; readonly row: Row }[]
  /** The other fields of the answer. */
  readonly frame: { readonly export: string | null; readonly [field: string]: unknown }
  /** Texts for the header `Sandbox-Warning`. */
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
  /** The texts of these where they are no ids of records. */
  readonly params?: { readonly [name: string]: string }
  /** The server of the operation: the vault or both. Default: the API. */
  readonly host?: 'vault' | 'both'
  /** The kind of key that it needs; `any` accepts both, `none` needs no key. Default: `secret`. */
  readonly key: 'secret' | 'public' | 'any' | 'none'
  /** The only profile that has it. Default: every one has it. */
  readonly profile?: ProfileName
  readonly summary: string
  /** Section of the specification; `wire` where only recordings show the operation. */
  readonly spec: string
  /** The form of its parameters, made when they first are read. */
  readonly input: () => z.core.$ZodType
  /** Example requests by name. Ids end in `_example`, for readers to replace. The tests send each example. */
  readonly examples?: { readonly [name: string]: { readonly summary: string; readonly value: object } }
  /** By it a merchant plays the payer or the bank: live mode refuses it, and test mode warns of that. */
  readonly testOnly?: true
  /** It takes a file in a multipart body, which may therefore be larger. */
  readonly files?: true
  /** Parameters whose explicit `null` removes the value. In other parameters a null is ignored. */
  readonly removable?: readonly string[]
  /** A parameter with the meaning of the header Idempotency-Key (assumption `idempotency-parameter`). */
  readonly keyParam?: string
  /** The error for parameters that its schema refuses. Default: `bad_request`. */
  readonly invalid?: ErrorName
  /** The form of a successful answer. */
  readonly returns: () => z.core.$ZodType
  /** Those of its own, besides those of every operation. Default: none. */
  readonly errors: readonly ErrorName[]
  readonly run: (call: Call<never>) => Reply
}

type RouteTable<I extends z.core.$ZodType> = Omit<Route, 'key' | 'input' | 'errors' | 'run'> &
  Partial<Pick<Route, 'key' | 'errors'>> & {
    readonly input?: () => I
    readonly run: (call: Call<z.output<I>>) => Reply
  }

/** Whether a sandbox of a profile has an operation. */
export const isIn = (name: ProfileName, { profile }: Pick<Route, 'profile'>): boolean =>
  profile === undefined || profile === name

/** Gives `run` the type of the schema of the route. Default: no parameters. */
export const route = <I extends z.core.$ZodType = ReturnType<typeof noInput>>(
  table: RouteTable<I>,
): Route => ({ key: 'secret', errors: [], ...table, input: once<z.core.$ZodType>(table.input ?? noInput) })

/** The rest of an operation that answers with one record. */
type Rest<I extends z.core.$ZodType> = Omit<
  RouteTable<I>,
  'method' | 'path' | 'spec' | 'summary' | 'returns' | 'run'
> & { readonly run: (call: Call<z.output<I>>) => Row }

/** Where it differs from others that read records. */
type Exceptions = Partial<Pick<Route, 'key' | 'host' | 'profile' | 'errors'>>

/** Records with this word under `object`. */
interface ShownKind {
  readonly fields: { readonly object: { readonly value: string } }
  readonly schema: () => z.core.$ZodType
}

const errorsOf = (path: string): readonly ErrorName[] => (path.includes(':') ? ['not_found'] : [])

/**
 * The operations on one kind of records: `transfers.list('/transfers', '4.5', 'List transfers', …)`.
 */
export const routesOf = ({ fields, schema }: ShownKind) => {
  const object = fields.object.value
  const withRecord =
    (method: Route['method']) =>
    <I extends z.core.$ZodType = ReturnType<typeof noInput>>(
      path: string,
      spec: string,
      summary: string,
      { run, ...rest }: Rest<I>,
    ): Route =>
      route<I>({
        method,
        path,
        spec,
        summary,
        returns: schema,
        ...rest,
        run: (call) => one(object, run(call)),
      })
  const get = withRecord('get')
  return {
    /** One record; by default it refuses the id of none with `not_found`. */
    get: (
      path: string,
      spec: string,
      summary: string,
      run: (call: Call<unknown>) => Row,
      more: Exceptions = {},
    ) => get(path, spec, summary, { input: readInput, errors: errorsOf(path), ...more, run }),
    /** Records that are shown by page. */
    list: (
      path: string,
      spec: string,
      summary: string,
      rows: (call: Call<unknown>) => Sequence<Row>,
      more: Exceptions = {},
    ): Route =>
      route({
        method: 'get',
        path,
        spec,
        summary,
        input: listInput,
        errors: errorsOf(path),
        ...more,
        returns: () => listSchema(schema()),
        run: (call) => list(object, rows(call)),
      }),
    post: withRecord('post'),
    patch: withRecord('patch'),
    delete: withRecord('delete'),
  }
}

/** An id of any resource, valid or mistyped: a segment that matches `:id` in the table. */
const idLike = /^[a-z0-9]+_(test_)?[^/]*$/

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

const fitsSegments = (pattern: string, segments: readonly string[]): boolean => {
  const wanted = segmentsOf(pattern)
  return (
    wanted.length === segments.length && wanted.every((part, i) => part[0] === ':' || part === segments[i])
  )
}

/** Whether a path matches a pattern of the table, with `:id` for each variable segment. */
export const fits = (pattern: string, path: string): boolean => fitsSegments(pattern, segmentsOf(path))

const shown = (pattern: string): string => pattern.replaceAll(':sub_id', ':id')

/** Suggests an operation for an unknown path; `null` when none is similar. */
export const explainPath = (method: string, path: string, routes: readonly Route[]): string | null => {
  const segments = segmentsOf(path)
  const here = routes.filter((route) => fitsSegments(route.path, segments))
  const [first] = here
  if (first !== undefined) {
    const methods = [...new Set(here.map((route) => route.method.toUpperCase()))].sort().join(' and ')
    return `${shown(first.path)} takes ${methods}, not ${method}`
  }
  const general = `/${segments.map((part) => (idLike.test(part) ? ':id' : part)).join('/')}`
  const [near] = nearest(general, [...new Set(routes.map((route) => shown(route.path)))], 1)
  return near === undefined ? null : `did you mean ${near}?`
}

/** With `/charges/search` before `/charges/:id`, which fits its path too. */
export const fixedFirst = <P extends { readonly path: string }>(places: readonly P[]): readonly P[] => {
  const keyed = places.map((place) => ({ place, key: place.path.replaceAll(/:\w+/g, '~') }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return keyed.map(({ place }) => place)
}
