import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { amount, bool, metadata, text } from '../../kernel/wire'

export const transferCreate = once(() =>
  z.object({
    /** The fee included; omitted means all that can be transferred. */
    amount: amount().optional(),
    /** Omitted means the default recipient. */
    recipient: text().optional(),
    fail_fast: bool().optional(),
    metadata: metadata().optional(),
    /** Assumption `split-transfers`. */
    split_transfer: bool().optional(),
    idemp_key: text({ max: limits.idempotencyKeyLengthMax }).optional(),
  }),
)
export type TransferParameters = z.output<ReturnType<typeof transferCreate>>

/** A change of an unsent transfer or, in test mode, the outcome as the bank reports it. */
export const transferUpdate = once(() =>
  z.object({
    amount: amount().optional(),
    metadata: metadata().optional(),
    success: bool().optional(),
    failure_code: text().optional(),
    failure_message: text({ max: limits.descriptionLengthMax }).optional(),
  }),
)
