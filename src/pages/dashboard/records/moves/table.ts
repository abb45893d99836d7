import type { Row, Sequence } from '../../../../kernel/collection'
import { type AnyMachine, allows } from '../../../../kernel/machine'
import type { Currency } from '../../../../kernel/money'
import { testCards } from '../../../../sandbox/actions/token'
import { type PageKind, rowsOfKind } from '../../../../sandbox/records/records'
import { chargeStatusKey, flagsOf } from '../../../../service/resources/charge/machine'
import type { ChargeRow } from '../../../../service/resources/charge/model'
import { offeredBy } from '../../../../service/resources/checkout-session/operations'
import { disputeMachine } from '../../../../service/resources/dispute/model'
import { isAboutDelivery } from '../../../../service/resources/event/keys'
import { whyClosed } from '../../../../service/resources/link/operations'
import { recipientMachine } from '../../../../service/resources/recipient/model'
import { scheduleMachine } from '../../../../service/resources/schedule/model'
import { transferMachine } from '../../../../service/resources/transfer/model'
import type { World } from '../../../../service/world'
import { wordsOfMethod } from '../../../payers/words'
import {
  actionMoves,
  api,
  type MoveContext,
  type MoveField,
  type MoveInput,
  type MoveRequest,
  type MoveTone,
  outside,
  type RecordMove,
  resend,
} from './move'

const amountField = (value: number, currency: Currency, hint: string): MoveField => ({
  name: 'amount',
  label: 'Amount',
  value,
  currency,
  hint,
})

const nameOfMethod = (type: string): string => (type === 'card' ? 'Card' : wordsOfMethod(type).method)

const cardField: MoveField = {
  name: 'card',
  label: 'Test card',
  value: '4242424242424242',
  options: [...testCards()].map(([name, number]) => [number, `${name} · ${number}`] as const),
}

const leftToRefund = ({ capturedAmount, refundedAmount }: ChargeRow): number =>
  capturedAmount - refundedAmount

/** Possible where the machine of the record has this move. */
const inMachine =
  (machine: AnyMachine, on: string) =>
  ({ state }: { readonly state: string }): boolean =>
    allows(machine, state, on)

type RowOf<N extends PageKind> = World[N] extends Sequence<infer R extends Row> ? R : never
/** By the texts of their buttons. */
type Moves<R extends Row> = Readonly<Record<string, RecordMove<R>>>

/** A request without parameters. @param path such as `/customers/<customer>/cards/<id>`, with properties of the row */
const plain = (method: 'POST' | 'DELETE', path: string) => (row: Row) =>
  api(
    method,
    path.replace(/<(\w+)>/g, (_, name: string) => String(Reflect.get(row, name))),
  )

const remove = <R extends Row>(path: string, isPossible: RecordMove<R>['isPossible']): Moves<R> => ({
  Delete: { tone: 'danger', isPossible, request: plain('DELETE', path) },
})

/** Those that are no actions of the outside world: most are operations of the API. */
const declared: { readonly [N in PageKind]?: Moves<RowOf<N>> } = {
  cards: remove('/customers/<customer>/cards/<id>', ({ deleted, customer }) => customer !== null && !deleted),
  charges: {
    Capture: {
      tone: 'main',
      isPossible: (charge) => flagsOf(charge).capturable,
      fields: ({ authorizationType, authorizedAmount, currency }) =>
        authorizationType === 'pre_auth'
          ? [amountField(authorizedAmount, currency, 'All of the authorized amount, or a part of it')]
          : [],
      request: ({ id }, { amount }) => api('POST', `/charges/${id}/capture`, { capture_amount: amount }),
    },
    Refund: {
      isPossible: (charge) => flagsOf(charge).refundable,
      refusal: (charge, { world }) =>
        chargeStatusKey(charge) === 'paid_for_good'
          ? `No refund: payments by ${nameOfMethod(world.sources.get(charge.source ?? '')?.type ?? 'card')} cannot be given back.`
          : null,
      fields: (charge) =>
        flagsOf(charge).partially_refundable
          ? [amountField(leftToRefund(charge), charge.currency, 'All that is left, or a part of it')]
          : [],
      request: (charge, { amount }) =>
        api('POST', `/charges/${charge.id}/refunds`, { amount: amount ?? leftToRefund(charge) }),
    },
    Reverse: {
      tone: 'danger',
      isPossible: (charge) => flagsOf(charge).reversible,
      request: plain('POST', '/charges/<id>/reverse'),
    },
  },
  checkoutSessions: {
    Pay: {
      tone: 'main',
      isPossible: ({ state }) => state === 'open',
      fields: (session, { world }) => {
        const offered = offeredBy(world, session)
        return [
          {
            name: 'method',
            label: 'Method',
            value: offered[0] ?? '',
            options: offered.map((type) => [type, nameOfMethod(type)] as const),
          },
          ...(offered.includes('card') ? [cardField] : []),
        ]
      },
      request: ({ id }, { method, card }) =>
        outside('payCheckout', id, {
          method,
          card: card === undefined || method !== 'card' ? undefined : { number: card },
        }),
    },
  },
  customers: remove('/customers/<id>', ({ deleted }) => !deleted),
  disputes: {
    Win: {
      tone: 'main',
      isPossible: inMachine(disputeMachine, 'win'),
      request: ({ id }) => outside('decideDispute', id, { outcome: 'won' }),
    },
    Answer: {
      isPossible: inMachine(disputeMachine, 'answer'),
      fields: () => [{ name: 'message', label: 'Message to the bank', required: true }],
      request: ({ id }, { message }) => api('PATCH', `/disputes/${id}`, { message }),
    },
    Lose: {
      isPossible: inMachine(disputeMachine, 'lose'),
      request: ({ id }) => outside('decideDispute', id, { outcome: 'lost' }),
    },
    Accept: {
      tone: 'danger',
      isPossible: inMachine(disputeMachine, 'accept'),
      request: plain('POST', '/disputes/<id>/accept'),
    },
  },
  documents: remove('/disputes/<dispute>/documents/<id>', ({ deleted, dispute }, { world }) => {
    const { state } = world.disputes.get(dispute) ?? {}
    return !deleted && state !== undefined && allows(disputeMachine, state, 'change_documents')
  }),
  events: {
    Resend: {
      tone: 'main',
      isPossible: ({ key }, { mode }) => !isAboutDelivery(key) && mode.webhooks.endpoints.length > 0,
      request: ({ id }) => resend(id),
    },
  },
  links: {
    Pay: {
      tone: 'main',
      isPossible: (link) => whyClosed(link) === null,
      fields: ({ amount, currency }) => [
        ...(amount === 0
          ? [{ ...amountField(100_000, currency, 'The payer chooses it'), required: true }]
          : []),
        cardField,
      ],
      request: ({ id }, { amount, card }) =>
        outside('payLink', id, { amount, card: card === undefined ? undefined : { number: card } }),
    },
    ...remove<RowOf<'links'>>('/links/<id>', ({ deletedAt }) => deletedAt === null),
  },
  recipients: remove(
    '/recipients/<id>',
    ({ state, isDefault }) => !isDefault && allows(recipientMachine, state, 'delete'),
  ),
  schedules: {
    Activate: {
      tone: 'main',
      isPossible: inMachine(scheduleMachine, 'activate'),
      request: plain('POST', '/schedules/<id>/activate'),
    },
    Suspend: {
      isPossible: inMachine(scheduleMachine, 'suspend'),
      request: plain('POST', '/schedules/<id>/suspend'),
    },
    ...remove<RowOf<'schedules'>>('/schedules/<id>', inMachine(scheduleMachine, 'delete')),
  },
  transfers: remove<RowOf<'transfers'>>('/transfers/<id>', inMachine(transferMachine, 'delete')),
}

/** Something that can be done with a record now. */
export interface OpenMove {
  readonly name: string
  /** `open-dispute`, in addresses. */
  readonly slug: string
  readonly tone: MoveTone
  readonly fields: readonly MoveField[]
  readonly request: (input: MoveInput) => MoveRequest
}

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-')

/** From here on no code asks for the kind: the rows of a kind are those of its moves. */
const movesOf = (kind: PageKind): Moves<Row> => ({
  ...(declared[kind] as Moves<Row> | undefined),
  ...actionMoves(kind),
})

/** The names of all moves of a kind in addresses, possible or not. */
export const slugsOf = (kind: PageKind): readonly string[] => Object.keys(movesOf(kind)).map(slugOf)

const tones: readonly MoveTone[] = ['main', 'plain', 'danger']

/** Why others are not possible, where nothing else says so. */
export const refusalsOf = (context: MoveContext, kind: PageKind, id: string): readonly string[] => {
  const row = rowsOfKind(context.world, kind)?.get(id)
  return row === undefined
    ? []
    : Object.values(movesOf(kind)).flatMap(({ refusal }) => refusal?.(row, context) ?? [])
}

/** The moves that are possible now: first the usual next step, last what ends something. */
export const openMoves = (context: MoveContext, kind: PageKind, id: string): readonly OpenMove[] => {
  const row = rowsOfKind(context.world, kind)?.get(id)
  if (row === undefined) return []
  const open = Object.entries(movesOf(kind))
    .filter(([, { isPossible }]) => isPossible(row, context))
    .map(([name, { tone = 'plain', fields, request }]) => ({
      name,
      tone,
      slug: slugOf(name),
      fields: fields?.(row, context) ?? [],
      request: (input: MoveInput) => request(row, input),
    }))
  return tones.flatMap((tone) => open.filter((move) => move.tone === tone))
}
