import * as z from 'zod'
import { flag, id, oneOf, type RowRules, row, text, textOrNull } from '../row-form'
import type { CardRow } from './model'

/** What its rows hold, and how they change. */
export const cardRules: RowRules<CardRow> = {
  table: 'cards',
  form: () =>
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
    }),
  past: {
    changes: ['deleted', 'name', 'expirationMonth', 'expirationYear', 'country', 'address'],
    once: ['customer'],
  },
}
