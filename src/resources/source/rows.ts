import * as z from 'zod/mini'
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
      charge: z.nullable(id('chrg')),
      reference: z.nullable(
        z.strictObject({
          rawData: text,
          documentId: text,
          downloadToken: text,
          number1: text,
          number2: text,
          expiresAt: time,
        }),
      ),
      details: z.strictObject({
        bank: textOrNull,
        barcode: textOrNull,
        email: textOrNull,
        name: textOrNull,
        phoneNumber: textOrNull,
        installmentTerm: z.nullable(whole),
        zeroInterestInstallments: z.nullable(flag),
        ip: textOrNull,
        platformType: z.nullable(oneOf(['WEB', 'IOS', 'ANDROID'])),
        storeId: textOrNull,
        storeName: textOrNull,
        terminalId: textOrNull,
        promotionCode: textOrNull,
        billing: z.nullable(json),
        shipping: z.nullable(json),
        items: z.array(json),
      }),
    }),
  past: {
    changes: ['state', 'details'],
    once: ['charge', 'reference'],
  },
  events: { made: 'source.create', silent: ['charge', 'reference', 'details'] },
}
