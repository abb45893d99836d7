// Section 3: the changes of state and the eligibility rules. `from` null: there is no record yet. `to` null:
// the specification names no resulting state. `events` are those it names for the row; an empty list promises
// nothing. `refusal` is null where the change is allowed.

export interface TransitionSpec {
  subject: 'dispute' | 'source' | 'charge'
  from: string | null
  by: string
  to: string | null
  events: readonly string[]
  refusal: { status: number; code: string } | null
  spec: string
}

type Row = Pick<TransitionSpec, 'from' | 'by'> & Partial<TransitionSpec>

const moves = (
  spec: string,
  subject: TransitionSpec['subject'],
  rows: readonly Row[],
): readonly TransitionSpec[] =>
  rows.map((row) => ({ subject, to: null, events: [], refusal: null, spec, ...row }))

export const transitions: readonly TransitionSpec[] = [
  ...moves('3.1', 'dispute', [
    { from: null, by: 'customer files', to: 'open', events: ['charge.dispute.create'] },
    {
      from: 'open',
      by: 'evidence submitted before the deadline',
      to: 'pending',
      events: ['charge.dispute.update'],
    },
    { from: 'pending', by: 'bank decides for the merchant', to: 'won', events: ['charge.dispute.close'] },
    { from: 'pending', by: 'bank decides for the customer', to: 'lost', events: ['charge.dispute.close'] },
    { from: 'open', by: 'deadline passes without evidence', to: 'lost' },
  ]),
  ...moves('3.2', 'source', [
    { from: null, by: 'creation', events: ['source.create'] },
    {
      from: 'pending',
      by: 'payment completes',
      to: 'successful',
      events: ['source.update', 'source.successful'],
    },
    { from: 'pending', by: 'payment fails', to: 'failed', events: ['source.failed'] },
  ]),
  // 'captured' is a flag of a charge rather than a status. The refusal of a refund is named in 4.2 and its
  // status is our decision.
  ...moves('3.3', 'charge', [
    { from: 'successful', by: 'full refund' },
    { from: 'successful', by: 'refund of what remains' },
    { from: 'pending', by: 'refund', refusal: { status: 422, code: 'not_refundable' } },
    { from: 'failed', by: 'refund', refusal: { status: 422, code: 'not_refundable' } },
    { from: 'captured', by: 'capture', refusal: { status: 422, code: 'invalid_charge' } },
  ]),
]

// The states by name. `covers`: not a status of its own but a name for several.
export interface StateSpec {
  subject: 'dispute' | 'source' | 'charge'
  state: string
  covers?: readonly string[]
  spec: string
}

export const states = [
  { subject: 'dispute', state: 'open', spec: '3.1' },
  { subject: 'dispute', state: 'pending', spec: '3.1' },
  { subject: 'dispute', state: 'won', spec: '3.1' },
  { subject: 'dispute', state: 'lost', spec: '3.1' },
  { subject: 'dispute', state: 'closed', covers: ['won', 'lost'], spec: '3.1' },
  { subject: 'source', state: 'pending', spec: '3.2' },
  { subject: 'source', state: 'successful', spec: '3.2' },
  { subject: 'source', state: 'failed', spec: '3.2' },
  { subject: 'charge', state: 'successful', spec: '3.3' },
  { subject: 'charge', state: 'pending', spec: '3.3' },
  { subject: 'charge', state: 'failed', spec: '3.3' },
] as const satisfies readonly StateSpec[]

// Flags that mean states which are not shown.
export interface FlagSpec {
  subject: 'recipient' | 'transfer'
  flag: string
  spec: string
}

export const flags = [
  { subject: 'recipient', flag: 'active', spec: '3.3' },
  { subject: 'recipient', flag: 'verified', spec: '3.3' },
  { subject: 'recipient', flag: 'deleted', spec: '3.3' },
  { subject: 'transfer', flag: 'sent', spec: '3.3' },
  { subject: 'transfer', flag: 'paid', spec: '3.3' },
] as const satisfies readonly FlagSpec[]
