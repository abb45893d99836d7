import * as z from 'zod/mini'
import type { Row } from '../../../../kernel/collection'
import type { Currency } from '../../../../kernel/money'
import { toKebabCase } from '../../../../kernel/text'
import { optional } from '../../../../kernel/wire'
import type { Mode } from '../../../../sandbox/account/account'
import { argumentsOf, callAction } from '../../../../sandbox/actions/simulate'
import { type Action, readerNameOf } from '../../../../service/simulation/action'
import { type ActionName, actions } from '../../../../service/simulation/actions'
import { isPossible } from '../../../../service/simulation/possible-actions'
import type { World } from '../../../../service/world'
import type { Option } from '../../parts/send'

/** A text that may be left out. */
export const shortText = (what: string, max = 2000) =>
  optional(
    what,
    z.string('must be a text').check(z.maxLength(max, `must not have more than ${max} characters`)),
  )

/** What the form of a move asks for. */
export const moveInput = () =>
  z.strictObject({
    ...actionFields(),
    amount: optional(
      'In subunits of the currency, for moves that take an amount. Default: all of it',
      z
        .int('must be a whole number of subunits: 50000 is THB 500.00')
        .check(z.minimum(0, 'must not be below 0')),
    ),
    message: shortText('Text of a dispute, at most 2,000 characters. Default: none'),
    method: shortText('`card` or a type of source, for moves that take one. Default: the first one'),
    card: shortText('Card that pays, for moves that take one. Default: one that succeeds'),
  })

/** What the forms of actions ask for. */
const actionFields = (): { readonly [name: string]: ReturnType<typeof shortText> } =>
  Object.fromEntries(
    Object.values<Action>(actions)
      .filter(({ button }) => button !== null)
      .flatMap(({ takes }) => Object.keys(takes?.() ?? {}))
      .map((name) => [name, shortText(`${words(name)}, for moves that take one. Default: the usual one`)]),
  )

export interface MoveInput {
  readonly amount?: number | undefined
  readonly message?: string | undefined
  readonly card?: string | undefined
  readonly [field: string]: string | number | undefined
}

export interface MoveField {
  readonly name: string
  readonly label: string
  /** The value that it begins with. */
  readonly value?: string | number
  /** For an amount. */
  readonly currency?: Currency
  readonly options?: readonly Option[]
  readonly hint?: string
  readonly required?: boolean
}

type MoveBody = Readonly<Record<string, unknown>>

/** A request to the API, with the secret key of the account. */
interface MoveApiRequest {
  readonly by: 'api'
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: MoveBody
}

/** An action of the outside world, for which the API has no operation. */
interface OutsideRequest {
  readonly by: 'outside'
  /** As an operation of the control plane. */
  readonly path: string
  readonly body: MoveBody
  /** In the library: `simulate.payCharge`, and its arguments. */
  readonly call: string
  readonly given: readonly unknown[]
  readonly run: (mode: Mode) => object | Promise<object>
}

export type MoveRequest = MoveApiRequest | OutsideRequest

/** What decides whether a move is possible. */
export interface MoveContext {
  readonly world: World
  readonly mode: Pick<Mode, 'webhooks'>
}

/** `danger`: it ends something. */
export type MoveTone = 'main' | 'plain' | 'danger'

/** Something that can be done with a record of one kind. */
export interface RecordMove<R extends Row> {
  /** Default: `plain`. */
  readonly tone?: MoveTone
  readonly isPossible: (row: R, context: MoveContext) => boolean
  /** Why it is not possible, in a sentence, where nothing else on the page says so. */
  readonly refusal?: (row: R, context: MoveContext) => string | null
  readonly fields?: (row: R, context: MoveContext) => readonly MoveField[]
  readonly request: (row: R, input: MoveInput) => MoveRequest
}

/** `Failure code` for `failure_code`. */
const words = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

const withoutGaps = (values: MoveBody): MoveBody =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

export const api = (method: MoveApiRequest['method'], path: string, body: MoveBody = {}): MoveApiRequest => ({
  by: 'api',
  method,
  path,
  body: withoutGaps(body),
})

/** An action of the outside world. Values that were not given are left out. */
export const outside = (name: ActionName, id: string, given: MoveBody = {}): OutsideRequest => {
  const fields = withoutGaps(given)
  return {
    by: 'outside',
    path: `/simulate/${toKebabCase(name)}`,
    body: { [actions[name].on]: id, ...fields },
    call: `simulate.${name}`,
    given: [id, ...argumentsOf(name, fields)],
    run: ({ simulate }) => callAction(simulate, name, id, fields),
  }
}

const buttonOf = (name: ActionName, { isAside, takes }: Action): RecordMove<Row> => {
  const fields = Object.entries(takes?.() ?? {}).map(
    ([field, { usual, choices, required }]): MoveField => ({
      name: field,
      label: words(field),
      ...(usual === undefined ? {} : { value: String(usual) }),
      ...(choices === undefined ? {} : { options: choices }),
      ...(required === true ? { required } : usual === undefined ? { hint: 'Optional' } : {}),
    }),
  )
  return {
    tone: isAside === true ? 'plain' : 'main',
    isPossible: ({ id }, { world }) => isPossible(world, actions[name], id),
    fields: () => fields,
    request: ({ id }, input) =>
      outside(name, id, Object.fromEntries(fields.map((field) => [field.name, input[field.name]]))),
  }
}

/** The buttons of the actions on records of a kind, such as `charges`, with forms of what they take. */
export const actionMoves = (kind: string): Readonly<Record<string, RecordMove<Row>>> =>
  Object.fromEntries(
    Object.entries<Action>(actions)
      .filter(([, { on, button }]) => readerNameOf(on) === kind && button !== null)
      .map(([name, action]) => [action.button, buttonOf(name as ActionName, action)]),
  )

/** Delivers an event again. */
export const resend = (event: string): OutsideRequest => ({
  by: 'outside',
  path: `/events/${event}/resend`,
  body: {},
  call: 'webhooks.resend',
  given: [event],
  run: async ({ webhooks, events }) => {
    await webhooks.resend(event)
    return events.get(event) ?? {}
  },
})
