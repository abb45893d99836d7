import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { cardId, metadata, text, unlessBlank } from '../../kernel/wire'

const customerFields = once(() => ({
  email: text().optional(),
  description: text({ max: limits.descriptionLengthMax }).optional(),
  /** A token: its card becomes the customer's. */
  card: cardId().optional(),
  linked_account: unlessBlank(text()),
  metadata: metadata().optional(),
}))

export const customerCreate = once(() => z.object(customerFields()))

export const customerUpdate = once(() => z.object({ ...customerFields(), default_card: text().optional() }))
export type CustomerInput = z.output<ReturnType<typeof customerUpdate>>
