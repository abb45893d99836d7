import * as z from 'zod/mini'
import {
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
} from '../row-form'
import { disputeMachine } from './machine'
import { type DisputeReason, type DisputeRow, disputeReasons } from './model'

/** What its rows hold, and how they change. */
export const disputeRules: RowRules<DisputeRow> = {
  table: 'disputes',
  form: () =>
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
    }),
  past: {
    changes: ['state', 'message', 'metadata', 'transactions'],
    once: ['closedAt'],
  },
  events: { made: 'charge.dispute.create' },
}
