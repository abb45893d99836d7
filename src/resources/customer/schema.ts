import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { cardId, metadata, text, unlessBlank } from '../../kernel/wire'

const customerFields = once(() => ({
  email: z.optional(text()),
  description: z.optional(text({ max: limits.descriptionLengthMax })),
  /** A token: its card becomes the customer's. */
  card: z.optional(cardId()),
  linked_account: unlessBlank(text()),
  metadata: z.optional(metadata()),
}))

export const customerCreate = once(() => z.object(customerFields()))

export const customerUpdate = once(() => z.object({ ...customerFields(), default_card: z.optional(text()) }))
export type CustomerInput = z.output<ReturnType<typeof customerUpdate>>
