import type { CardRow } from '../card/model'
import { cardRecord } from '../card/record'
import { chargeStatuses, flagsOf } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { TokenRow } from './model'

interface TokenRelated {
  readonly card: CardRow | null
  readonly charge: ChargeRow | null
}

/** A single-use stand-in for a card (spec 2.3; assumption `used-token`). */
export const tokenRecord = record<TokenRow, TokenRelated>((world, token) => ({
  card: world.cards.get(token.card) ?? null,
  charge: token.charge === null ? null : (world.charges.get(token.charge) ?? null),
}))({
  object: field.always('token'),
  id: field.id('tokn'),
  livemode: field.livemode,
  // Assumption `token-location`.
  location: field.location('/tokens/<id>'),
  used: field.flag('Whether it was charged or attached to a customer: a token is used once'),
  charge_status: field.oneOf(['unknown', ...chargeStatuses])(
    'Status of the charge that used it; `unknown` when no charge did',
    (_, { charge }) => (charge === null ? 'unknown' : flagsOf(charge).status),
  ),
  card: field.nestedOrNull(cardRecord)('Its card; null once the token was used', (token, { card }) =>
    token.used ? null : card,
  ),
  created_at: field.createdAt,
})
export type Token = Shown<typeof tokenRecord>
