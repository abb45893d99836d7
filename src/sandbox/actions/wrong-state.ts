import type { AnyMachine } from '../../kernel/machine'
import {
  type ChargeStanding,
  chargeFlags,
  chargeMachine,
  standingOf,
} from '../../service/resources/charge/machine'
import { disputeMachine } from '../../service/resources/dispute/model'
import { whyClosed } from '../../service/resources/link/operations'
import { recipientMachine } from '../../service/resources/recipient/model'
import { scheduleMachine } from '../../service/resources/schedule/model'
import { sourceMachine } from '../../service/resources/source/model'
import { transferMachine } from '../../service/resources/transfer/model'
import type { World } from '../../service/world'

/** The state of a record of each kind; `undefined` when there is none. */
const stateOf = {
  charge: ({ charges }: World, id: string) => mapped(charges.get(id), standingOf),
  source: ({ sources }: World, id: string) => sources.get(id)?.state,
  dispute: ({ disputes }: World, id: string) => disputes.get(id)?.state,
  transfer: ({ transfers }: World, id: string) => transfers.get(id)?.state,
  recipient: ({ recipients }: World, id: string) => recipients.get(id)?.state,
  schedule: ({ schedules }: World, id: string) => schedules.get(id)?.state,
  link: ({ links }: World, id: string) =>
    mapped(links.get(id), (link) =>
      whyClosed(link) === null ? 'open' : link.deletedAt === null ? 'used' : 'deleted',
    ),
}

const mapped = <T, R>(value: T | undefined, read: (value: T) => R): R | undefined =>
  value === undefined ? undefined : read(value)

type SubjectKind = keyof typeof stateOf

/** Words for states that the API does not name so. */
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

const wordOf = (about: SubjectKind, state: string): string => words[about]?.[state] ?? state

interface Need {
  readonly about: SubjectKind
  readonly from: readonly string[]
  /** Before the kind; the words of `from` by default. */
  readonly only?: string
  /** After "can". */
  readonly can: string
}

const statesBefore = ({ rules }: AnyMachine, ...actions: readonly string[]): readonly string[] =>
  rules.filter(({ on }) => actions.includes(on)).flatMap(({ from }) => from)

const disputable = (Object.keys(chargeFlags) as ChargeStanding[]).filter((one) => chargeFlags[one].disputable)

const needs = {
  payCharge: { about: 'charge', from: statesBefore(chargeMachine, 'confirm_payment'), can: 'be paid' },
  failCharge: { about: 'charge', from: statesBefore(chargeMachine, 'reject'), can: 'fail' },
  expireCharge: { about: 'charge', from: statesBefore(chargeMachine, 'lapse'), can: 'expire' },
  openDispute: { about: 'charge', from: disputable, only: 'successful card', can: 'be disputed' },
  paySource: { about: 'source', from: statesBefore(sourceMachine, 'pay'), can: 'be paid' },
  failSource: { about: 'source', from: statesBefore(sourceMachine, 'fail'), can: 'fail' },
  decideDispute: { about: 'dispute', from: statesBefore(disputeMachine, 'win'), can: 'be decided' },
  sendTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'send'), can: 'be sent' },
  payTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'pay'), can: 'be paid' },
  failTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'fail'), can: 'fail' },
  verifyRecipient: {
    about: 'recipient',
    from: statesBefore(recipientMachine, 'verify', 'reject'),
    can: 'be verified',
  },
  runSchedule: { about: 'schedule', from: statesBefore(scheduleMachine, 'end'), can: 'run' },
  payLink: { about: 'link', from: ['open'], can: 'be paid' },
} satisfies Readonly<Record<string, Need>>

/** Why the state of a record does not allow an action, and what it allows; `null` when the state is not the reason. */
export const whyNotNow = (world: World, method: keyof typeof needs, id: string): string | null => {
  const { about, from, can, only }: Need = needs[method]
  const state = stateOf[about](world, id)
  if (state === undefined || from.includes(state)) return null
  const possible = Object.values<Need>(needs).filter(
    (need) => need.about === about && need.from.includes(state),
  )
  const others =
    possible.length === 0 ? '' : `; this one can ${possible.map((need) => need.can).join(' or ')}`
  const states = only ?? listed([...new Set(from.map((one) => wordOf(about, one)))])
  return `${about} ${id} is ${wordOf(about, state)}: only ${states} ${about}s can ${can}${others}`
}

/** `open, pending and sent` */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]+)$/, ' and $1')
