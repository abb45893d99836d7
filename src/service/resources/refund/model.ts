import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import type { Currency } from '../../../kernel/money'

export interface RefundRow extends Row {
  readonly charge: string
  readonly amount: number
  readonly currency: Currency
  readonly fundingAmount: number
  readonly fundingCurrency: Currency
  readonly metadata: JsonObject
  readonly transaction: string
  /** A void, before settlement: the fees come back too (assumption `void-rule`). */
  readonly voided: boolean
}

export const refunds = collection<RefundRow, 'charge'>({
  name: 'refunds',
  by: { charge: (refund) => refund.charge },
})
