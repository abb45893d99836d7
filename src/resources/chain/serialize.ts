import * as z from 'zod'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'

/** Another account that let this one act for it. */
export const chainSchema = once(() =>
  z.strictObject({
    object: z.literal('chain'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    revoked: z.boolean(),
    email: z.string(),
    key: z.string(),
    created_at: isoTime(),
  }),
)
