// Flags of a card charge by its standing, read off recorded answers of the service that the specification
// describes (it shows the flags in 2.2, but not their values). Rows of payment sources
// come with that part; a won dispute gives all flags back, a lost one none. The recordings have one column for paid and captured; `expired` has two rows, because
// `authorized` stays as it was.

export interface ChargeFlagsSpec {
  standing: string
  status: 'pending' | 'successful' | 'failed' | 'reversed' | 'expired'
  authorized: boolean
  paid: boolean
  capturable: boolean
  reversible: boolean
  refundable: boolean
  partially_refundable: boolean
  disputable: boolean
  can_perform_void: boolean
  transaction: 'set' | null
  reversed: boolean
  voided: boolean
  expired: boolean
}

const none = {
  authorized: false,
  paid: false,
  capturable: false,
  reversible: false,
  refundable: false,
  partially_refundable: false,
  disputable: false,
  can_perform_void: false,
  transaction: null,
  reversed: false,
  voided: false,
  expired: false,
} as const

const givenBack = { ...none, status: 'successful', authorized: true, paid: true, transaction: 'set' } as const

const paid = {
  ...givenBack,
  refundable: true,
  partially_refundable: true,
  disputable: true,
  can_perform_void: true,
} as const

export const chargeFlags = [
  { standing: 'auto-captured', ...paid },
  {
    standing: 'authorized, capture=false',
    ...none,
    status: 'pending',
    authorized: true,
    capturable: true,
    reversible: true,
  },
  { standing: 'captured by hand', ...paid },
  { standing: 'waiting for 3-D Secure', ...none, status: 'pending' },
  { standing: 'failed', ...none, status: 'failed' },
  { standing: 'reversed', ...none, status: 'reversed', authorized: true, reversed: true },
  { standing: 'expired before it was authorized', ...none, status: 'expired', expired: true },
  {
    standing: 'expired after it was authorized',
    ...none,
    status: 'expired',
    authorized: true,
    expired: true,
  },
  { standing: 'refunded in full', ...givenBack },
  { standing: 'voided', ...givenBack, voided: true },
  { standing: 'disputed', ...givenBack },
  { standing: 'dispute won', ...paid },
  { standing: 'dispute lost', ...givenBack },
] as const satisfies readonly ChargeFlagsSpec[]
