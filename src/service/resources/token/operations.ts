import * as z from 'zod/mini'
import { fail, failNotFound } from '../../../kernel/errors'
import { documented } from '../../../kernel/schema'
import { object, optional } from '../../../kernel/wire'
import type { World } from '../../world'
import { type CardInput, cardFields, createCard, missingCard } from '../card/operations'
import type { TokenRow } from './model'

/** Without a card the operation answers its own code (`missing_card`). */
export const tokenCreate = () =>
  documented(
    z.object({
      card: optional(
        'Data of the card. Its number and security code are never kept',
        documented(object(cardFields), {
          required: ['name', 'number', 'expiration_month', 'expiration_year'],
        }),
      ),
    }),
    { required: ['card'] },
  )

/** Tokens emit no event. */
export const createToken = (world: World, card: CardInput | undefined): TokenRow => {
  if (card === undefined) throw missingCard()
  const row = createCard(world, card)
  return world.tokens.insert({
    id: world.newId('tokn'),
    createdAt: world.now(),
    card: row.id,
    used: false,
    charge: null,
  })
}

export const looksLikeCardNumber = (id: unknown): boolean =>
  (typeof id === 'string' || typeof id === 'number') && /^[\d -]{12,23}$/.test(String(id))
/** A frequent mistake: the card number instead of a token. */
const numberText = 'a card number is not a token: send it to the vault, and the id of the token here'

export const findToken = (world: World, id: string): TokenRow => {
  const token = world.tokens.get(id)
  if (token === undefined)
    throw looksLikeCardNumber(id) ? fail('not_found', {}, numberText) : failNotFound('token', id)
  return token
}

/** A token that can still be charged or attached (spec 2.3). */
export const findUnusedToken = (world: World, id: string): TokenRow => {
  const token = findToken(world, id)
  if (token.used) throw fail('used_token')
  return token
}
