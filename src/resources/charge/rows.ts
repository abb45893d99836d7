import * as z from 'zod'
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
      authorizationType: oneOf(['pre_auth', 'final_auth']).nullable(),
      authorizedAmount: whole,
      capturedAmount: whole,
      refundedAmount: whole,
      voided: flag,
      description: textOrNull,
      metadata: json,
      ip: textOrNull,
      returnUri: textOrNull,
      webhookEndpoints: urls,
      payment: id('paym').nullable(),
      authenticatedBy: oneOf(authentications).nullable(),
      platformFee: z.strictObject({
        fixed: whole.nullable(),
        amount: whole.nullable(),
        percentage: z.number().nullable(),
      }),
      zeroInterestInstallments: flag,
      card: id('card').nullable(),
      source: id('src').nullable(),
      refundPolicy: oneOf(['any', 'whole', 'none']),
      dispute: id('dspt').nullable(),
      disputed: flag,
      link: id('link').nullable(),
      schedule: id('schd').nullable(),
      customer: id('cust').nullable(),
      transaction: id('trxn').nullable(),
      failureCode: oneOf(failureCodes).nullable(),
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
