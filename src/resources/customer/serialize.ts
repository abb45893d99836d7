import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { CardRow } from '../card/model'
import { cardSchema, renderCard } from '../card/serialize'
import { listSchema, nestedList } from '../list'
import type { Shape } from '../shape'
import type { CustomerRow } from './model'

export const customerSchema = once(() =>
  z.strictObject({
    object: z.literal('customer'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    deleted: z.boolean(),
    metadata: z.custom<JsonObject>(),
    cards: listSchema(cardSchema()),
    default_card: z.string().nullable(),
    linked_accounts: listSchema(z.never()),
    description: z.string().nullable(),
    email: z.string().nullable(),
    created_at: isoTime(),
  }),
)
export type Customer = z.infer<ReturnType<typeof customerSchema>>

export const customerShape: Shape<CustomerRow, readonly CardRow[], Customer> = {
  object: 'customer',
  related: (world, customer) => rowsOf(world.cards.by('customer', customer.id)),
  render: (customer, cards, scene) => ({
    object: 'customer',
    id: customer.id,
    livemode: scene.livemode,
    location: `/customers/${customer.id}`,
    deleted: customer.deleted,
    metadata: customer.metadata,
    cards: nestedList(
      cards.map((card) => renderCard(card, scene)),
      `/customers/${customer.id}/cards`,
      scene.now,
    ),
    default_card: customer.defaultCard,
    linked_accounts: nestedList([], `/customers/${customer.id}/linked_accounts`, scene.now),
    description: customer.description,
    email: customer.email,
    created_at: iso(customer.createdAt),
  }),
  expandable: { default_card: ['card'] },
  schema: customerSchema,
}
