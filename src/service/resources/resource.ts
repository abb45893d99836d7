import * as z from 'zod/mini'
import type { Row, Rows } from '../../kernel/collection'
import type { Route } from '../http/route'
import type { Scope } from '../search/scope'
import { payingCard } from '../simulation/cards'
import type { World } from '../world'
import type { OccasionName } from './event/keys'
import type { PublicField, RenderContext, Shape, ShownRecord } from './record'
import type { ShownRecords } from './shown'

/** `POST /charges/:id/refunds` */
export type OperationName = `${'POST' | 'PATCH' | 'DELETE'} /${string}`

/** Parameters of an operation, by name. */
export type TriggerParameters = { readonly [parameter: string]: unknown }

/** Runs operations of the API without a request: in one commit, with the rules of a request. */
export interface OperationContext {
  readonly world: World
  readonly renderContext: RenderContext
  /** Does an operation and gives its record: of a declined card, the failed charge. */
  readonly call: (operation: OperationName, params?: object, id?: string) => Row
  /** The parameters as the operation would read them. */
  readonly readInput: (operation: OperationName, params: object) => never
}

/** Brings about one kind of event, in an account that may be empty. */
export interface Recipe {
  /** What it does. */
  readonly summary: string
  /** The operation whose parameters a user can give, in place of the recipe's own. */
  readonly takes: OperationName
  readonly run: Maker<void>
}

export const recipe = (summary: string, takes: OperationName, run: Recipe['run']): Recipe => ({
  summary,
  takes,
  run,
})

/** Makes a record for a recipe, and gives its id. */
export type Maker<T = string, More extends readonly unknown[] = []> = (
  context: OperationContext,
  given: TriggerParameters,
  ...more: More
) => T

/** The amount that a user gave, in subunits. */
export const amountIn = (given: TriggerParameters, otherwise: number): number =>
  Number(given.amount ?? otherwise)

/** A token of a card that pays. */
export const makeToken = (context: OperationContext, card: object = {}): string =>
  context.call('POST /tokens', { card: { ...payingCard(context.world.now()), ...card } }).id

/** One kind of records, for code that does not ask which kind it is. */
export interface RecordKind extends Shape<Row, unknown, ShownRecord> {
  /** The word under `object` in its JSON. */
  readonly object: string
  /** What its ids begin with, without the underscore. */
  readonly prefix: string
  readonly find: (world: World, id: string) => Row | undefined
  /** `null` where the library has none. */
  readonly reader: RecordReader | null
}

type RecordFields = Readonly<Record<string, Pick<PublicField<never, never, z.core.$ZodType>, 'currency'>>>

/** How the library reads records of one kind. */
interface RecordReader {
  /** `links`, as in `sandbox.links`. */
  readonly name: string
  /** The fields of each, by name. */
  readonly fields: RecordFields
  readonly rows: (world: World) => Rows<Row>
  readonly render: (world: World, row: Row, renderContext: RenderContext) => object
}

/** What is done to a record at a planned time. The subject is its id. */
export interface PlannedJob {
  /** Whether there will be something to do at that time, as far as is known now: a charge may be paid meanwhile. */
  readonly applies: (world: World, subject: string, at: number) => boolean
  /** Runs where it applies. */
  readonly run: (world: World, subject: string) => void
}

export type Jobs = { readonly [kind: string]: PlannedJob }

/** How to bring about events, by what they are about. */
export type Triggers = { readonly [O in OccasionName]?: Recipe }

/** A resource, for code that does not ask which one it is. */
export interface Resource {
  /** `null` where its answers are no records: they have no ids. */
  readonly record: RecordKind | null
  readonly routes: readonly Route[]
  readonly scopes: readonly Scope[]
  /** The form of what its scopes find. */
  readonly found: () => z.core.$ZodType
  readonly jobs: Jobs
  readonly triggers: Triggers
}

/** The form of records that have ids: it says what they are and what their ids begin with. */
interface KindShape<R, X, W> extends Shape<R, X, W> {
  readonly fields: RecordFields & {
    readonly object: { readonly value: string }
    readonly id: { readonly prefix: string }
  }
}

interface RecordDeclaration<R extends Row, X, W extends ShownRecord> {
  readonly shape: KindShape<R, X, W>
  /** All its rows, deleted ones too: mostly a collection of the world. */
  readonly rows: (world: World) => Rows<R>
  /** Default: among all rows. */
  readonly find?: (world: World, id: string) => R | undefined
  /** Its reader in the library. Default: none. */
  readonly reader?: {
    readonly name: keyof ShownRecords | 'events'
    /** Default: all rows. */
    readonly rows?: (world: World) => Rows<R>
    /** Where the library shows more of a record than the API. */
    readonly shape?: Pick<KindShape<R, null, ShownRecord>, 'fields' | 'render'>
  }
}

/**
 * Everything about one resource that the rest of the service has to know. What is left out, it does not have.
 * `R` is its row, `X` the other rows that its JSON shows, and `W` that JSON.
 */
interface ResourceDeclaration<R extends Row, X, W extends ShownRecord> {
  readonly record?: RecordDeclaration<R, X, W>
  readonly routes?: readonly Route[]
  /** Where its records can be searched (spec 4.10). */
  readonly scopes?: readonly Scope[]
  /** The form of what they find. Default: that of its records. */
  readonly found?: () => z.core.$ZodType
  readonly jobs?: Jobs
  /** How to bring about each of its events. */
  readonly triggers?: Triggers
}

/** Declares a resource: this checks its types once. */
export const resource = <R extends Row, X, W extends ShownRecord>({
  record,
  routes = [],
  scopes = [],
  found = record?.shape.schema ?? z.never,
  jobs = {},
  triggers = {},
}: ResourceDeclaration<R, X, W>): Resource => ({
  record: record === undefined ? null : recordKind(record),
  routes,
  scopes,
  found,
  jobs,
  triggers,
})

const recordKind = <R extends Row, X, W extends ShownRecord>({
  shape,
  rows,
  find = (world, id) => rows(world).get(id),
  reader,
}: RecordDeclaration<R, X, W>): RecordKind => ({
  ...shape,
  object: shape.fields.object.value,
  prefix: shape.fields.id.prefix,
  find,
  reader:
    reader === undefined
      ? null
      : {
          name: reader.name,
          fields: (reader.shape ?? shape).fields,
          rows: reader.rows ?? rows,
          render: (world, row, renderContext) =>
            reader.shape?.render(row as R, null, renderContext) ??
            shape.render(row as R, shape.related(world, row as R), renderContext),
        },
})
