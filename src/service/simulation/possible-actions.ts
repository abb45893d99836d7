import { chargeStatusKey } from '../resources/charge/machine'
import { whyClosed } from '../resources/link/operations'
import { peekRecipient } from '../resources/recipient/operations'
import type { World } from '../world'
import type { Action, SubjectKind } from './action'
import { actions } from './actions'

/** The state of a record of each kind; `undefined` when there is none. */
const stateOf: { readonly [K in SubjectKind]: (world: World, id: string) => string | undefined } = {
  charge: ({ charges }, id) => mapped(charges.get(id), chargeStatusKey),
  source: ({ sources }, id) => sources.get(id)?.state,
  dispute: ({ disputes }, id) => disputes.get(id)?.state,
  transfer: ({ transfers }, id) => transfers.get(id)?.state,
  recipient: (world, id) => peekRecipient(world, id)?.state,
  schedule: ({ schedules }, id) => schedules.get(id)?.state,
  link: ({ links }, id) =>
    mapped(links.get(id), (link) =>
      whyClosed(link) === null ? 'open' : link.deletedAt === null ? 'used' : 'deleted',
    ),
  session: ({ checkoutSessions }, id) => checkoutSessions.get(id)?.state,
}

const mapped = <T, R>(value: T | undefined, read: (value: T) => R): R | undefined =>
  value === undefined ? undefined : read(value)

/** Words for states that have another name in the API. */
const words: { readonly [K in SubjectKind]?: Readonly<Record<string, string>> } = {
  charge: {
    awaiting_payment: 'pending',
    authorizing: 'pending',
    paid: 'successful',
    paid_by_source: 'successful, but not by card',
    paid_refundable_whole: 'successful, but not by card',
    paid_for_good: 'successful, with nothing to return',
    lapsed: 'expired',
  },
  dispute: { lapsed: 'lost: its deadline has passed' },
}

const wordOf = (kind: SubjectKind, state: string): string => words[kind]?.[state] ?? state

/** Why the state of a record does not allow an action, and what it allows; `null` when the state is not the reason. */
export const whyNotNow = (world: World, { on, from, can, only }: Action, id: string): string | null => {
  const state = stateOf[on](world, id)
  if (state === undefined || from.includes(state)) return null
  const possible = Object.values<Action>(actions).filter((one) => one.on === on && one.from.includes(state))
  const others = possible.length === 0 ? '' : `; this one can ${possible.map((one) => one.can).join(' or ')}`
  const states = only ?? listed([...new Set(from.map((one) => wordOf(on, one)))])
  return `${on} ${id} is ${wordOf(on, state)}: only ${states} ${on}s can ${can}${others}`
}

/** Whether an action would change something now, for its button. */
export const isPossible = (world: World, { on, from, when }: Action, id: string): boolean => {
  const state = stateOf[on](world, id)
  return state !== undefined && from.includes(state) && (when?.(world, id) ?? true)
}

/** `open, pending and sent` */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]+)$/, ' and $1')
