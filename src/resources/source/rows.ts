import * as z from 'zod'
import { methods } from '../../simulation/methods'
import {
  currency,
  flag,
  id,
  json,
  oneOf,
  type RowRules,
  row,
  text,
  textOrNull,
  time,
  whole,
} from '../row-form'
import { sourceMachine } from './machine'
import type { SourceRow } from './model'

/** What its rows hold, and how they change. */
export const sourceRules: RowRules<SourceRow> = {
  table: 'sources',
  form: () =>
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
    }),
  past: {
    changes: ['state', 'details'],
    once: ['charge', 'reference'],
  },
  events: { made: 'source.create', silent: ['charge', 'reference', 'details'] },
}
