import { machine } from '../../../kernel/machine'

const answered = { error: 'invalid_dispute', message: 'dispute was already answered' } as const
const lapsed = { error: 'deadline_passed' } as const

/**
 * States of a dispute (spec 3.1). `new` is the moment before it exists; `lapsed` is lost because there was no response in
 * time, and only then a late response is refused for that reason.
 */
export const disputeMachine = machine({
  name: 'dispute',
  states: ['new', 'open', 'pending', 'won', 'lost', 'lapsed'],
  final: ['won', 'lost', 'lapsed'],
  rules: [
    {
      on: 'open',
      from: ['new'],
      to: 'open',
      emits: ['charge.dispute.create'],
      otherwise: { error: 'invalid_dispute' },
      spec: '3.1',
    },
    {
      on: 'answer',
      from: ['open'],
      to: 'pending',
      emits: ['charge.dispute.update'],
      otherwise: { error: 'dispute_closed' },
      except: { pending: answered, lapsed },
      spec: '3.1',
    },
    {
      on: 'change',
      from: ['open'],
      to: 'open',
      emits: ['charge.dispute.update'],
      otherwise: { error: 'dispute_closed' },
      except: { pending: answered, lapsed },
      spec: '4.6',
    },
    {
      on: 'change_documents',
      from: ['open'],
      to: 'open',
      emits: ['charge.dispute.update'],
      otherwise: { error: 'documents_locked' },
      spec: '4.6',
    },
    {
      on: 'accept',
      from: ['open', 'pending'],
      to: 'lost',
      emits: ['charge.dispute.close'],
      otherwise: { error: 'dispute_closed' },
      spec: '4.6',
    },
    // Assumption `closing-disputes`: the bank of test mode does not insist on evidence.
    {
      on: 'win',
      from: ['open', 'pending'],
      to: 'won',
      emits: ['charge.dispute.close'],
      otherwise: { error: 'dispute_closed' },
      spec: '3.1',
    },
    {
      on: 'lose',
      from: ['open', 'pending'],
      to: 'lost',
      emits: ['charge.dispute.close'],
      otherwise: { error: 'dispute_closed' },
      spec: '3.1',
    },
    {
      on: 'lapse',
      from: ['open'],
      to: 'lapsed',
      emits: ['charge.dispute.close'],
      otherwise: { error: 'dispute_closed' },
      spec: '3.1',
    },
  ],
})

export type DisputeState = (typeof disputeMachine.states)[number]
export type DisputeAction = (typeof disputeMachine.rules)[number]['on']

export const disputeStatuses = ['open', 'pending', 'won', 'lost'] as const

export interface DisputeFlags {
  readonly status: (typeof disputeStatuses)[number]
  /** The list that contains it: GET /disputes/open, /pending, /closed. */
  readonly phase: 'open' | 'pending' | 'closed'
  /** Where the disputed money is. It is held until the bank decides. */
  readonly money: 'held' | 'merchant' | 'customer'
}

/** The meaning of each state (spec 3.1), so that other code does not compare states. */
const disputeFlags: { readonly [S in Exclude<DisputeState, 'new'>]: DisputeFlags } = {
  open: { status: 'open', phase: 'open', money: 'held' },
  pending: { status: 'pending', phase: 'pending', money: 'held' },
  won: { status: 'won', phase: 'closed', money: 'merchant' },
  lost: { status: 'lost', phase: 'closed', money: 'customer' },
  lapsed: { status: 'lost', phase: 'closed', money: 'customer' },
}

export const disputeFlagsOf = (state: DisputeState): DisputeFlags => {
  if (state === 'new') throw new Error('a dispute that does not exist has no status')
  return disputeFlags[state]
}
