/** Customers and their cards in the model (spec 4.4). */

import { emit } from './events'
import { suspendOrphans } from './schedules'
import type { Card, Customer, Token, World } from './world'

export const attach = (customer: Customer, token: Token): void => {
  token.used = true
  customer.cards.push(token.card)
  customer.standard ??= token.card
}

export const createCustomer = (world: World, email: string, token: Token | null): Customer => {
  const customer: Customer = {
    ...{ kind: 'customer', id: '', at: world.clock.now, email, description: null },
    ...{ cards: [], standard: null, deleted: false },
  }
  if (token !== null) attach(customer, token)
  world.customers.push(customer)
  emit(world, customer, 'customer.create')
  return customer
}

export const liveCards = ({ cards }: Customer): readonly Card[] => cards.filter(({ deleted }) => !deleted)

export const deleteCard = (world: World, customer: Customer, card: Card): void => {
  card.deleted = true
  if (customer.standard === card) customer.standard = liveCards(customer).at(-1) ?? null
  emit(world, customer, 'customer.lose.card')
  emit(world, card, 'card.destroy')
  suspendOrphans(world)
}

export const deleteCustomer = (world: World, customer: Customer): void => {
  for (const card of customer.cards) card.deleted = true
  customer.deleted = true
  customer.standard = null
  emit(world, customer, 'customer.destroy')
  suspendOrphans(world)
}
