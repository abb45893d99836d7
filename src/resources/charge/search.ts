import { rowsOf } from '../../kernel/collection'
import { changesOf, count, flag, type Influence, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { SourceRow } from '../source/model'
import { type ChargeFlags, flagsOf } from './machine'
import type { ChargeRow } from './model'
import { sourceOfFund } from './serialize'

interface SearchedCharge {
  readonly charge: ChargeRow
  readonly flags: ChargeFlags
  readonly card: CardRow | null
  readonly source: SourceRow | null
}

/** Only an attached card ever changes, and only charges of its customer were made with it. */
const chargesWith = (world: World, card: CardRow): readonly ChargeRow[] =>
  card.customer === null
    ? []
    : rowsOf(world.charges.by('customer', card.customer)).filter((charge) => charge.card === card.id)

/** For scopes that show something of the card of a charge: which records come from which charge. */
export const cardChanges = (recordsOf: (world: World, charge: string) => readonly string[]): Influence =>
  changesOf<CardRow>(
    (world) => world.cards,
    (world, card) => chargesWith(world, card).flatMap((charge) => recordsOf(world, charge.id)),
  )

/** The card that paid a charge. */
export const cardOf = (world: World, charge: ChargeRow | undefined): CardRow | null =>
  charge === undefined || charge.card === null ? null : (world.cards.get(charge.card) ?? null)

export const chargeSearch = searchable<ChargeRow, SearchedCharge>({
  scope: 'charge',
  object: 'charge',
  path: '/charges/search',
  rows: (world) => world.charges,
  kept: (world) => world.charges,
  view: (world, charge) => ({
    charge,
    flags: flagsOf(charge),
    card: cardOf(world, charge),
    source: charge.source === null ? null : (world.sources.get(charge.source) ?? null),
  }),
  influences: [cardChanges((_, charge) => [charge])],
  filters: {
    amount: money(({ charge }) => charge),
    authorized: flag(({ flags }) => flags.authorized),
    capture: flag(({ charge }) => charge.capture),
    captured: flag(({ flags }) => flags.paid),
    captured_at: time(({ charge }) => charge.paidAt),
    created: time(({ charge }) => charge.createdAt),
    credit_card_brand: word(({ card }) => card?.brand ?? null),
    card_last_digits: word(({ card }) => card?.lastDigits ?? null),
    currency: word(({ charge }) => charge.currency),
    failure_code: word(({ charge }) => charge.failureCode),
    source_of_fund: word(({ source }) => sourceOfFund(source)),
    source_type: word(({ source }) => source?.type ?? null),
    status: word(({ flags }) => flags.status),
    disputed: flag(({ charge }) => charge.disputed),
    fraud: flag(({ charge }) => charge.failureCode === 'failed_fraud_check'),
    is_installment: flag(({ source }) => source !== null && source.details.installmentTerm !== null),
    refunded: flag(({ charge }) => charge.refundedAmount > 0),
    scheduled: flag(({ charge }) => charge.schedule !== null),
    voided: flag(({ charge }) => charge.voided),
    refund_amount: money(({ charge }) => ({ amount: charge.refundedAmount, currency: charge.currency })),
    installment_terms: count(({ source }) => source?.details.installmentTerm ?? null),
  },
  queries: {
    id: ({ charge }) => charge.id,
    card_bank: ({ card }) => card?.bank ?? null,
    card_name: ({ card }) => card?.name ?? null,
    description: ({ charge }) => charge.description,
    failure_message: ({ charge }) => charge.failureMessage,
    metadata: ({ charge }) => charge.metadata,
  },
})
