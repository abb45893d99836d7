import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { once } from '../../kernel/json'
import type { CardRow } from '../card/model'
import { cardSchema, renderCard } from '../card/serialize'
import { createdAtField, idField, livemodeField, locationField, metadataField, objectField } from '../fields'
import { listSchema, nestedList } from '../list'
import type { Shape } from '../shape'
import type { CustomerRow } from './model'

export const customerSchema = once(() =>
  z.strictObject({
    object: objectField('customer'),
    id: idField('cust'),
    livemode: livemodeField(),
    location: locationField('/customers/<id>'),
    deleted: z.boolean().check(z.describe('Whether it was deleted')),
    metadata: metadataField(),
    cards: listSchema(cardSchema()).check(z.describe('The first 20 cards, oldest first')),
    default_card: z
      .nullable(z.string())
      .check(z.describe('Id of the card that pays by default; null when there is no card')),
    linked_accounts: listSchema(z.never()).check(z.describe('Always empty in the sandbox')),
    description: z.nullable(z.string()).check(z.describe('Text of the merchant; null when not given')),
    email: z.nullable(z.string()).check(z.describe('Email address; null when not given')),
    created_at: createdAtField(),
  }),
)
export type Customer = z.infer<ReturnType<typeof customerSchema>>

export const customerShape: Shape<CustomerRow, readonly CardRow[], Customer> = {
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
