import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { once } from '../../kernel/json'
import type { CardRow } from '../card/model'
import { cardSchema, renderCard } from '../card/serialize'
import { field } from '../fields'
import { listSchema, nestedList } from '../list'
import type { Shape } from '../shape'
import type { CustomerRow } from './model'

export const customerSchema = once(() =>
  z.strictObject({
    object: field.always('customer'),
    id: field.id('cust'),
    livemode: field.livemode(),
    location: field.location('/customers/<id>'),
    deleted: field.flag('Whether it was deleted'),
    metadata: field.metadata(),
    cards: listSchema(cardSchema()).check(z.describe('The first 20 cards, oldest first')),
    default_card: field.textOrNull('Id of the card that pays by default; null when there is no card'),
    linked_accounts: listSchema(z.never()).check(z.describe('Always empty in the sandbox')),
    description: field.textOrNull('Text of the merchant; null when not given'),
    email: field.textOrNull('Email address; null when not given'),
    created_at: field.createdAt(),
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
