import * as z from 'zod/mini'
import { type ApiError, fail, failInvalid, failNotFound, problemWith } from '../../../kernel/errors'
import { about, cardId, metadata, optional, text, unlessBlank, words } from '../../../kernel/wire'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { type CardInput, changeCard, findCard, missingCard } from '../card/operations'
import { suspendOrphans } from '../occurrence/operations'
import type { TokenRow } from '../token/model'
import { findUnusedToken } from '../token/operations'
import type { CustomerRow } from './model'

const linkedAccount = () =>
  about('Refused with `feature_not_supported`: the sandbox has no linked accounts', unlessBlank(text()))

export const customerCreate = () =>
  z.object({
    email: optional('Email address. Default: none', text()),
    description: optional('Text of the merchant. Default: none', words()),
    card: optional('Id of a token: its card is saved for the customer. Default: no card', cardId()),
    linked_account: linkedAccount(),
    metadata: z.optional(metadata()),
  })

export const customerUpdate = () =>
  z.object({
    email: optional('Email address; an empty text removes it. Default: unchanged', text()),
    description: optional('Text of the merchant; an empty text removes it. Default: unchanged', words()),
    card: optional(
      'Id of a token: its card is saved as a further one of the customer. Default: no card',
      cardId(),
    ),
    linked_account: linkedAccount(),
    metadata: z.optional(metadata()),
    default_card: optional(
      'Id of the saved card that pays where a charge names no other. Default: unchanged',
      text(),
    ),
  })
type CustomerInput = z.output<ReturnType<typeof customerUpdate>>

/** A deleted customer is not found, nor what belongs to it (assumption `deleted-customer`). */
export const findCustomer = (world: World, id: string): CustomerRow => {
  const customer = world.customers.get(id)
  if (customer === undefined || customer.deleted) throw failNotFound('customer', id)
  return customer
}

/** The customer of a change; refuses a deleted one. */
const findChangeable = (world: World, id: string): CustomerRow => {
  if (world.customers.get(id)?.deleted === true)
    throw fail('invalid_customer', { customer_id: id }, 'customer was deleted')
  return findCustomer(world, id)
}

/** Direct debit from a bank account is not supported (assumption `direct-debit`). */
export const noDirectDebit = (): ApiError => {
  const text = 'is not supported: the account has no direct debit'
  return failInvalid('feature_not_supported', [problemWith('linked_account', text, 'not_supported')])
}

const checkEmail = (email: string | undefined): void => {
  if (email === undefined || email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return
  throw failInvalid('bad_request', [problemWith('email', 'is in invalid format')])
}

export const createCustomer = (world: World, input: CustomerInput): CustomerRow => {
  checkEmail(input.email)
  if (input.linked_account !== undefined) throw noDirectDebit()
  const token = input.card === undefined ? null : findUnusedToken(world, input.card)
  // From here on nothing can fail.
  const customer = world.customers.insert({
    id: world.newId('cust'),
    createdAt: world.now(),
    email: input.email || null,
    description: input.description || null,
    metadata: input.metadata ?? {},
    defaultCard: token?.card ?? null,
    deleted: false,
  })
  if (token !== null) attachCard(world, customer.id, token.id)
  world.emit(['customer.create'], 'customer', customer)
  return customer
}

export const updateCustomer = (world: World, id: string, input: CustomerInput): CustomerRow => {
  const customer = findChangeable(world, id)
  checkEmail(input.email)
  if (input.linked_account !== undefined) throw noDirectDebit()
  const token = input.card === undefined ? null : findUnusedToken(world, input.card)
  const chosen = input.default_card === undefined ? null : findCard(world, id, input.default_card)
  // From here on nothing can fail.
  if (token !== null) attachCard(world, id, token.id)
  const updated = world.customers.update(customer, {
    email: input.email === undefined ? customer.email : input.email || null,
    description: input.description === undefined ? customer.description : input.description || null,
    metadata: input.metadata ?? customer.metadata,
    defaultCard: chosen?.id ?? customer.defaultCard ?? token?.card ?? null,
  })
  world.emit(['customer.update'], 'customer', updated)
  if (token !== null) world.emit(['customer.update.card'], 'customer', updated)
  return updated
}

export const deleteCustomer = (world: World, id: string): CustomerRow => {
  const customer = findChangeable(world, id)
  const cards = world.cards.by('customer', id)
  for (let i = cards.length - 1; i >= 0; i -= 1) world.cards.update(cards.at(i), { deleted: true })
  const deleted = world.customers.update(customer, { deleted: true, defaultCard: null })
  world.emit(['customer.destroy'], 'customer', deleted)
  suspendOrphans(world, world.schedules.by('customer', id))
  return deleted
}

/** Uses up the token; its card moves to the customer. */
const attachCard = (world: World, customerId: string, tokenId: string): void => {
  const token = findUnusedToken(world, tokenId)
  world.tokens.update(token, { used: true })
  world.cards.update(cardOfToken(world, token), { customer: customerId })
}

export const updateCard = (world: World, customerId: string, id: string, input: CardInput): CardRow => {
  const customer = findChangeable(world, customerId)
  const card = changeCard(world, findCard(world, customer.id, id), input)
  world.emit(['customer.cards'], 'customer', customer)
  world.emit(['card.update'], 'card', card)
  return card
}

export const deleteCard = (world: World, customerId: string, id: string): CardRow => {
  const customer = findChangeable(world, customerId)
  const card = findCard(world, customer.id, id)
  const deleted = world.cards.update(card, { deleted: true })
  // Assumption `default-card-deleted`.
  if (customer.defaultCard === id) {
    const left = world.cards.by('customer', customer.id)
    const next = left.length === 0 ? null : left.at(left.length - 1).id
    world.customers.update(customer, { defaultCard: next })
  }
  world.emit(['customer.cards'], 'customer', findCustomer(world, customer.id))
  world.emit(['card.destroy'], 'card', deleted)
  suspendOrphans(world, world.schedules.by('customer', customer.id))
  return deleted
}

/** How a charge names its card: a token, a customer (its default card), or a card of a customer. */
export interface WayToPay {
  readonly card?: string | undefined
  readonly customer?: string | undefined
}

export interface PayingCard {
  readonly card: CardRow
  readonly token: TokenRow | null
  readonly customer: string | null
}

export const cardToCharge = (world: World, way: WayToPay): PayingCard => {
  if (way.customer !== undefined) {
    const card = savedCard(world, way.customer, way.card)
    // Not the parameter itself: as a slice of the body it would keep the whole body in memory.
    return { card, token: null, customer: card.customer }
  }
  if (way.card === undefined) throw missingCard()
  const token = findUnusedToken(world, way.card)
  return { card: cardOfToken(world, token), token, customer: null }
}

/** Assumption `token-with-customer`. */
const savedCard = (world: World, customerId: string, cardId: string | undefined): CardRow => {
  const customer = findCustomer(world, customerId)
  const id = cardId ?? customer.defaultCard
  if (id === null) throw fail('invalid_charge', { customer_id: customerId }, 'customer has no card')
  return findCard(world, customerId, id)
}

const cardOfToken = (world: World, token: TokenRow): CardRow => {
  const card = world.cards.get(token.card)
  if (card === undefined) throw new Error(`${token.id} has no card`)
  return card
}
