import * as z from 'zod'
import { once } from '../../kernel/json'
import { amount, bool, metadata } from '../../kernel/wire'

export const refundCreate = once(() =>
  z.object({
    amount: amount().optional(),
    metadata: metadata().optional(),
    void: bool().optional(),
  }),
)
