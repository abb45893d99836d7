import * as z from 'zod/mini'
import type { Row } from '../../kernel/collection'
import { about, optional } from '../../kernel/wire'
import type { Shape } from '../resources/record'
import type { World } from '../world'

/** The kinds of records that actions are done to. */
export const subjectKinds = [
  'charge',
  'source',
  'dispute',
  'transfer',
  'recipient',
  'schedule',
  'link',
  'session',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The name of the reader and of the pages of such records. */
export const readerNameOf = (kind: SubjectKind): string =>
  kind === 'session' ? 'checkoutSessions' : `${kind}s`

/** One thing that an action takes besides the record that it is done to. Over HTTP it is a field, in the library an option. */
export interface ActionField<T = unknown> {
  readonly about: string
  readonly type: () => z.core.$ZodType<T>
  /** The value that it has where none is given. */
  readonly usual?: T
  readonly required?: true
  /** Its values with their texts, where they are few. */
  readonly choices?: readonly (readonly [value: string, text: string])[]
}

type ActionFields = Readonly<Record<string, ActionField>>
type TakenBy<F> = {
  readonly [N in keyof F]: F[N] extends ActionField<infer T>
    ? T | (F[N] extends { readonly usual: T } | { readonly required: true } ? never : undefined)
    : never
}

/**
 * Something that a payer, a bank or a cardholder does to a record. The method of the library, the operation of the
 * control plane, the tool of agents, the button in the dashboard, its form, and the sentence that says why it is not
 * possible now follow from this.
 */
export interface Action {
  readonly summary: string
  /** The kind of the record: the name of the field with its id. */
  readonly on: SubjectKind
  /** The text of that field. */
  readonly id: string
  /** After "can". */
  readonly can: string
  /** The states in which it is possible. */
  readonly from: readonly string[]
  /** Before the kind, in place of these states. */
  readonly only?: string
  /** Text of its button; `null` for one whose button is declared by itself. */
  readonly button: string | null
  /** It is the payer who does it. */
  readonly byPayer?: true
  /** It is not the usual next step: a plain button. */
  readonly isAside?: true
  /** Whether it changes something in such a state, for the button. Default: always. */
  readonly when?: (world: World, id: string) => boolean
  readonly takes?: () => ActionFields
  /** The one field that the method of the library takes as it is, not among options. */
  readonly argument?: string
  /** The record that comes of it. */
  readonly record: Shape<never, unknown, { readonly object: string }>
  run(world: World, id: string, given: Readonly<Record<string, unknown>>, baseUrl: string): Row
}

/** Types what `run` is given by what the action takes. */
export const action = <R extends Row, X, W extends { readonly object: string }, F extends ActionFields>(
  table: Omit<Action, 'takes' | 'record' | 'run'> & {
    readonly takes?: () => F
    readonly record: Shape<R, X, W>
    readonly run: (world: World, id: string, given: TakenBy<F>, baseUrl: string) => R
  },
): Action => table

/** The schema of what an action takes, as over HTTP. */
export const fieldsOf = ({ takes }: Action): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(takes?.() ?? {}).map(([name, { about: text, type, required }]) => [
      name,
      required === true ? about(text, type()) : optional(text, type()),
    ]),
  )

export const inputOf = (one: Action) => z.strictObject(fieldsOf(one))

/** The fields that an action takes, with its usual values for those that are left out. */
export const withUsual = (
  { takes }: Action,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const usual = Object.entries(takes?.() ?? {}).flatMap(([name, field]) =>
    field.usual === undefined ? [] : [[name, field.usual] as const],
  )
  return { ...Object.fromEntries(usual), ...given }
}
