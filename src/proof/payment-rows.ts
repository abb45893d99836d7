/** The forms of the rows of payments: what each field can hold, whatever the others do. */
import * as z from 'zod'
import { chart, type LedgerAccount } from '../ledger/chart'
import type { CardRow } from '../resources/card/model'
import { chargeMachine } from '../resources/charge/machine'
import { type ChargeRow, failureCodes } from '../resources/charge/model'
import type { CustomerRow } from '../resources/customer/model'
import { disputeMachine } from '../resources/dispute/machine'
import { type DisputeReason, type DisputeRow, disputeReasons } from '../resources/dispute/model'
import { type DocumentRow, documentKinds, type FileRow } from '../resources/document/model'
import type { LinkRow } from '../resources/link/model'
import type { RefundRow } from '../resources/refund/model'
import { sourceMachine } from '../resources/source/machine'
import type { SourceRow } from '../resources/source/model'
import type { TokenRow } from '../resources/token/model'
import {
  type BookingRow,
  bookingKeys,
  type TransactionRow,
  transactionKeys,
} from '../resources/transaction/model'
import { methods } from '../simulation/methods'
import {
  currency,
  flag,
  id,
  json,
  oneOf,
  row,
  stateOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  urls,
  whole,
} from './values'

export const money = {
  amount: whole,
  currency,
  fundingAmount: whole,
  fundingCurrency: currency,
}

const feeRate = z.strictObject({ rate: whole, flat: whole, vat: whole, interest: whole })

export const charge = (): z.ZodType<ChargeRow> =>
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
    authenticated: flag,
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
  })

export const refund = (): z.ZodType<RefundRow> =>
  z.strictObject({
    ...row('rfnd'),
    ...money,
    charge: id('chrg'),
    metadata: json,
    transaction: id('trxn'),
    voided: flag,
  })

export const dispute = (): z.ZodType<DisputeRow> =>
  z.strictObject({
    ...row('dspt'),
    ...money,
    state: stateOf(disputeMachine),
    charge: id('chrg'),
    message: textOrNull,
    reasonCode: oneOf(Object.keys(disputeReasons) as DisputeReason[]),
    metadata: json,
    transactions: z.array(id('trxn')),
    respondBy: time,
    closedAt: timeOrNull,
  })

export const document = (): z.ZodType<DocumentRow> =>
  z.strictObject({
    ...row('docu'),
    dispute: id('dspt'),
    filename: text.min(1),
    kind: oneOf(documentKinds).nullable(),
    contentType: oneOf(['image/png', 'image/jpeg', 'application/pdf']),
    file: id('file'),
    downloadToken: text.regex(/^[0-9A-F]{16}$/),
    deleted: flag,
  })

export const file = (): z.ZodType<FileRow> =>
  z.strictObject({
    ...row('file'),
    base64: text
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64')
      .refine((value) => value.length % 4 === 0, 'must be base64'),
  })

export const card = (): z.ZodType<CardRow> =>
  z.strictObject({
    ...row('card'),
    customer: id('cust').nullable(),
    deleted: flag,
    name: text,
    lastDigits: text.regex(/^\d{4}$/, 'must be four digits'),
    brand: text,
    bank: text,
    financing: text,
    country: text,
    fingerprint: text,
    expirationMonth: z.int().min(1).max(12),
    expirationYear: z.int().min(0).max(9999),
    securityCodeCheck: flag,
    address: z.strictObject({
      street1: textOrNull,
      street2: textOrNull,
      city: textOrNull,
      state: textOrNull,
      postalCode: textOrNull,
      phoneNumber: textOrNull,
    }),
    outcome: z.strictObject({ code: text, step: oneOf(['charge', 'enrolment', 'validation']) }).nullable(),
  })

export const token = (): z.ZodType<TokenRow> =>
  z.strictObject({
    ...row('tokn'),
    card: id('card'),
    used: flag,
    charge: id('chrg').nullable(),
  })

export const customer = (): z.ZodType<CustomerRow> =>
  z.strictObject({
    ...row('cust'),
    email: textOrNull,
    description: textOrNull,
    metadata: json,
    defaultCard: id('card').nullable(),
    deleted: flag,
  })

export const source = (): z.ZodType<SourceRow> =>
  z.strictObject({
    ...row('src'),
    state: oneOf(sourceMachine.states),
    type: oneOf(methods.map(({ type }) => type)),
    flow: oneOf(['offline', 'redirect', 'app_redirect']),
    amount: whole,
    currency,
    charge: id('chrg').nullable(),
    reference: z
      .strictObject({
        rawData: text,
        documentId: text,
        downloadToken: text,
        number1: text,
        number2: text,
        expiresAt: time,
      })
      .nullable(),
    details: z.strictObject({
      bank: textOrNull,
      barcode: textOrNull,
      email: textOrNull,
      name: textOrNull,
      phoneNumber: textOrNull,
      installmentTerm: whole.nullable(),
      zeroInterestInstallments: flag.nullable(),
      ip: textOrNull,
      platformType: oneOf(['WEB', 'IOS', 'ANDROID']).nullable(),
      storeId: textOrNull,
      storeName: textOrNull,
      terminalId: textOrNull,
      promotionCode: textOrNull,
      billing: json.nullable(),
      shipping: json.nullable(),
      items: z.array(json),
    }),
  })

export const link = (): z.ZodType<LinkRow> =>
  z.strictObject({
    ...row('link'),
    amount: whole,
    currency,
    title: text,
    description: text,
    multiple: flag,
    usedAt: timeOrNull,
    deletedAt: timeOrNull,
  })

const lines = z.partialRecord(oneOf(Object.keys(chart) as LedgerAccount[]), z.int('must be a whole number'))
const origin = text.regex(/^(?:chrg|rfnd|dspt|trsf)_/, 'must be the id of what moved the money')

export const transaction = (): z.ZodType<TransactionRow> =>
  z.strictObject({
    ...row('trxn'),
    key: oneOf(transactionKeys),
    origin,
    currency,
    lines,
    transferableAt: time,
  })

export const booking = (): z.ZodType<BookingRow> =>
  z.strictObject({
    ...row('bkng'),
    key: oneOf(bookingKeys),
    origin,
    currency,
    lines,
  })
