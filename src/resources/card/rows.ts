import * as z from 'zod/mini'
import { flag, id, oneOf, type RowRules, row, text, textOrNull } from '../row-form'
import type { CardRow } from './model'

/** What its rows hold, and how they change. */
export const cardRules: RowRules<CardRow> = {
  table: 'cards',
  form: () =>
    z.strictObject({
      ...row('card'),
      customer: z.nullable(id('cust')),
      deleted: flag,
      name: text,
      lastDigits: text.check(z.regex(/^\d{4}$/, 'must be four digits')),
      brand: text,
      bank: text,
      financing: text,
      country: text,
      fingerprint: text,
      expirationMonth: z.int().check(z.minimum(1), z.maximum(12)),
      expirationYear: z.int().check(z.minimum(0), z.maximum(9999)),
      securityCodeCheck: flag,
      address: z.strictObject({
        street1: textOrNull,
        street2: textOrNull,
        city: textOrNull,
        state: textOrNull,
        postalCode: textOrNull,
        phoneNumber: textOrNull,
      }),
      outcome: z.nullable(z.strictObject({ code: text, step: oneOf(['charge', 'enrolment', 'validation']) })),
    }),
  past: {
    changes: ['deleted', 'name', 'expirationMonth', 'expirationYear', 'country', 'address'],
    once: ['customer'],
  },
}
