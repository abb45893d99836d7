import * as z from 'zod/mini'
import { rowsOf } from '../../../kernel/collection'
import type { CardRow } from '../card/model'
import { cardRecord } from '../card/record'
import * as field from '../field'
import { nestedList } from '../list'
import { record, type Shown } from '../record'
import type { CustomerRow } from './model'

export const customerRecord = record<CustomerRow, readonly CardRow[]>((world, customer) =>
  rowsOf(world.cards.by('customer', customer.id)),
)({
  object: field.always('customer'),
  id: field.id('cust'),
  livemode: field.livemode(),
  location: field.location('/customers/<id>', ({ id }) => `/customers/${id}`),
  deleted: field.flag('Whether it was deleted', (customer) => customer.deleted),
  metadata: field.metadata(),
  cards: field.nestedListOf(
    'The first 20 cards, oldest first',
    () => cardRecord,
    ({ id }) => `/customers/${id}/cards`,
    (_, cards) => cards,
  ),
  default_card: field.textOrNull(
    'Id of the card that pays by default; null when there is no card',
    (customer) => customer.defaultCard,
    { expandsTo: ['card'] },
  ),
  linked_accounts: field.listField('Always empty in the sandbox', z.never, ({ id }, _, scene) =>
    nestedList([], `/customers/${id}/linked_accounts`, scene.now),
  ),
  description: field.textOrNull(
    'Text of the merchant; null when not given',
    (customer) => customer.description,
  ),
  email: field.textOrNull('Email address; null when not given', (customer) => customer.email),
  created_at: field.createdAt(),
})
export type Customer = Shown<typeof customerRecord>
