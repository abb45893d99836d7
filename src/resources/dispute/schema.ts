import * as z from 'zod'
import { once } from '../../kernel/json'
import { metadata, oneOf, text } from '../../kernel/wire'
import { type DisputeReason, disputeReasons } from './model'

export const reasonCodes = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]

export const disputeCreate = once(() =>
  z.object({
    message: text({ required: true }).optional(),
    reason_code: oneOf(reasonCodes).optional(),
    metadata: metadata().optional(),
  }),
)

export const disputeUpdate = once(() =>
  z.object({ message: text({ required: true }).optional(), metadata: metadata().optional() }),
)

export const disputeAccept = once(() => z.object({ message: text().optional() }))

export const disputeClose = once(() => z.object({ status: oneOf(['won', 'lost']).optional() }))
