/** The rows of a snapshot as the auditor reads them: its own statement, which shares no code with src. */
export interface Row {
  id: string
  createdAt: number
}

export interface ChargeRow extends Row {
  state: string
  amount: number
  currency: string
  fundingAmount: number
  fundingCurrency: string
  feeRate: { rate: number; flat: number; vat: number; interest: number }
  fee: number
  feeVat: number
  interest: number
  interestVat: number
  capture: boolean
  authorizationType: string | null
  authorizedAmount: number
  capturedAmount: number
  refundedAmount: number
  voided: boolean
  card: string | null
  source: string | null
  customer: string | null
  transaction: string | null
  failureCode: string | null
  failureMessage: string | null
  authorizedAt: number | null
  paidAt: number | null
  expiresAt: number
  expiredAt: number | null
  reversedAt: number | null
}

export interface RefundRow extends Row {
  charge: string
  amount: number
  fundingAmount: number
  transaction: string
  voided: boolean
}

export interface EntryRow extends Row {
  key: string
  origin: string
  lines: Record<string, number>
}

export interface EventRow extends Row {
  key: string
  subject: { object: string; row: Row }
  charge: string | null
}

export interface CardRow extends Row {
  customer: string | null
  deleted: boolean
}

export interface TokenRow extends Row {
  card: string
  used: boolean
  charge: string | null
}

export interface SourceRow extends Row {
  type: string
  state: string
  amount: number
  currency: string
  charge: string | null
}

export interface CustomerRow extends Row {
  defaultCard: string | null
  deleted: boolean
}

/** Whose keys the events have. */
export type EventKeys = 'spec' | 'omise'

export interface World {
  key: string
  eventKeys: EventKeys
  now: number | null
  cards: CardRow[]
  charges: ChargeRow[]
  customers: CustomerRow[]
  events: EventRow[]
  refunds: RefundRow[]
  sources: SourceRow[]
  tokens: TokenRow[]
  transactions: EntryRow[]
  jobs: { runAt: number; kind: string; world: string; subject: string }[]
}

export interface State {
  clock: { frozenAt: number | null }
  jobs: { planned: number; pending: (World['jobs'][number] & { id: number })[] }
  accounts: Record<string, Row[]>
  worlds: Record<string, Record<string, Row[]> & { transactions?: EntryRow[] }>
}
