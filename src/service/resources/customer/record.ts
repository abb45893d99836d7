import * as z from 'zod/mini'
import { rowsOf } from '../../../kernel/collection'
import type { CardRow } from '../card/model'
import { cardRecord } from '../card/record'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { CustomerRow } from './model'

export const customerRecord = record<CustomerRow, readonly CardRow[]>((world, customer) =>
  rowsOf(world.cards.by('customer', customer.id)),
)({
  object: field.always('customer'),
  id: field.id('cust'),
  livemode: field.livemode,
  location: field.location('/customers/<id>'),
  deleted: field.flag('Whether it was deleted'),
  metadata: field.metadata,
  cards: field.listOf(
    'The first 20 cards, oldest first',
    '/customers/<id>/cards',
    () => cardRecord.schema(),
    (_, cards, renderContext) => cards.map((card) => cardRecord.render(card, null, renderContext)),
  ),
  default_card: field.idOrNullOf('card')('Id of the card that pays by default; null when there is no card'),
  linked_accounts: field.listOf(
    'Always empty in the sandbox',
    '/customers/<id>/linked_accounts',
    z.never,
    () => [],
  ),
  description: field.textOrNull('Text of the merchant; null when not given'),
  email: field.textOrNull('Email address; null when not given'),
  created_at: field.createdAt,
})
export type Customer = Shown<typeof customerRecord>
