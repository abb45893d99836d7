import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import type { CardRow } from '../card/model'
import { cardSchema, renderCard } from '../card/serialize'
import { chargeStatuses, flagsOf } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { field } from '../fields'
import type { Shape } from '../shape'
import type { TokenRow } from './model'

/** A single-use stand-in for a card (spec 2.3; assumption `used-token`). */
export const tokenSchema = once(() =>
  z.strictObject({
    object: field.always('token'),
    id: field.id('tokn'),
    livemode: field.livemode(),
    location: field.location('/tokens/<id>'),
    used: field.flag('Whether it was charged or attached to a customer: a token is used once'),
    charge_status: z
      .enum(['unknown', ...chargeStatuses])
      .check(z.describe('Status of the charge that used it; `unknown` when no charge did')),
    card: z.nullable(cardSchema()).check(z.describe('Its card; null once the token was used')),
    created_at: field.createdAt(),
  }),
)
export type Token = z.infer<ReturnType<typeof tokenSchema>>

interface TokenRelated {
  readonly card: CardRow | null
  readonly charge: ChargeRow | null
}

export const tokenShape: Shape<TokenRow, TokenRelated, Token> = {
  related: (world, token) => ({
    card: world.cards.get(token.card) ?? null,
    charge: token.charge === null ? null : (world.charges.get(token.charge) ?? null),
  }),
  render: (token, { card, charge }, scene) => ({
    object: 'token',
    id: token.id,
    livemode: scene.livemode,
    location: `/tokens/${token.id}`,
    used: token.used,
    charge_status: charge === null ? 'unknown' : flagsOf(charge).status,
    card: token.used || card === null ? null : renderCard(card, scene),
    created_at: iso(token.createdAt),
  }),
  expandable: {},
  schema: tokenSchema,
}
