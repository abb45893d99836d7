import * as z from 'zod/mini'
import { bankAccount } from '../bank-account/rows'
import { flag, json, oneOf, type RowRules, row, stateOf, text, textOrNull, timeOrNull } from '../row-form'
import { recipientMachine } from './machine'
import { type RecipientRow, recipientTypes } from './model'

/** What its rows hold, and how they change. */
export const recipientRules: RowRules<RecipientRow> = {
  table: 'recipients',
  form: () =>
    z.strictObject({
      ...row('recp'),
      state: stateOf(recipientMachine),
      name: text,
      email: textOrNull,
      description: textOrNull,
      type: oneOf(recipientTypes),
      taxId: textOrNull,
      bankAccount,
      metadata: json,
      failureCode: textOrNull,
      isDefault: flag,
      verifiedAt: timeOrNull,
      activatedAt: timeOrNull,
    }),
  past: {
    changes: [
      ...(['state', 'name', 'email', 'description', 'type', 'taxId', 'bankAccount', 'metadata'] as const),
      ...(['verifiedAt', 'failureCode'] as const),
    ],
    once: ['activatedAt'],
  },
  events: { made: 'recipient.create', silent: ['activatedAt'] },
}
