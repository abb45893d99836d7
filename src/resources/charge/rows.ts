import * as z from 'zod/mini'
import {
  flag,
  id,
  json,
  money,
  oneOf,
  type RowRules,
  row,
  stateOf,
  textOrNull,
  time,
  timeOrNull,
  urls,
  whole,
} from '../row-form'
import { chargeMachine } from './machine'
import { authentications, type ChargeRow, failureCodes } from './model'

const feeRate = z.strictObject({ rate: whole, flat: whole, vat: whole, interest: whole })

/** What its rows hold, and how they change. */
export const chargeRules: RowRules<ChargeRow> = {
  table: 'charges',
  form: () =>
    z.strictObject({
      ...row('chrg'),
      ...money,
      state: stateOf(chargeMachine),
      feeRate,
      fee: whole,
      feeVat: whole,
      interest: whole,
      interestVat: whole,
      capture: flag,
      authorizationType: z.nullable(oneOf(['pre_auth', 'final_auth'])),
      authorizedAmount: whole,
      capturedAmount: whole,
      refundedAmount: whole,
      voided: flag,
      description: textOrNull,
      metadata: json,
      ip: textOrNull,
      returnUri: textOrNull,
      webhookEndpoints: urls,
      payment: z.nullable(id('paym')),
      authenticatedBy: z.nullable(oneOf(authentications)),
      platformFee: z.strictObject({
        fixed: z.nullable(whole),
        amount: z.nullable(whole),
        percentage: z.nullable(z.number()),
      }),
      zeroInterestInstallments: flag,
      card: z.nullable(id('card')),
      source: z.nullable(id('src')),
      refundPolicy: oneOf(['any', 'whole', 'none']),
      dispute: z.nullable(id('dspt')),
      disputed: flag,
      link: z.nullable(id('link')),
      schedule: z.nullable(id('schd')),
      customer: z.nullable(id('cust')),
      transaction: z.nullable(id('trxn')),
      failureCode: z.nullable(oneOf(failureCodes)),
      failureMessage: textOrNull,
      authorizedAt: timeOrNull,
      paidAt: timeOrNull,
      expiresAt: time,
      expiredAt: timeOrNull,
      reversedAt: timeOrNull,
    }),
  past: {
    changes: [
      ...(['state', 'fundingAmount', 'fee', 'feeVat', 'interest', 'interestVat', 'description'] as const),
      ...(['authorizedAmount', 'capturedAmount', 'refundedAmount', 'voided', 'dispute', 'disputed'] as const),
      ...(['metadata', 'expiresAt'] as const),
    ],
    once: [
      ...(['transaction', 'failureCode', 'failureMessage', 'authenticatedBy'] as const),
      ...(['authorizedAt', 'paidAt', 'expiredAt', 'reversedAt'] as const),
    ],
  },
  events: {
    made: 'charge.create',
    silent: ['refundedAmount', 'voided', 'dispute', 'disputed'],
    edited: ['description', 'metadata'],
  },
}
