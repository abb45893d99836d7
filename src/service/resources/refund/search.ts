import { rowsOf } from '../../../kernel/collection'
import { changesOf, flag, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { ChargeRow } from '../charge/model'
import { cardChanges, cardOf } from '../charge/search'
import type { RefundRow } from './model'

const refundsOf = (world: World, charge: string): readonly string[] =>
  rowsOf(world.refunds.by('charge', charge)).map((refund) => refund.id)

/** The card that paid the refunded charge. */
const cardFor = (world: World, { charge }: RefundRow): CardRow | null =>
  cardOf(world, world.charges.get(charge))

export const refundSearch = searchable<RefundRow>({
  scope: 'refund',
  object: 'refund',
  rows: (world) => world.refunds,
  kept: (world) => world.refunds,
  influences: [
    changesOf<ChargeRow>(
      (world) => world.charges,
      (world, charge) => refundsOf(world, charge.id),
    ),
    cardChanges(refundsOf),
  ],
  filters: {
    amount: money((refund) => refund),
    // Assumption `search-card-digits`.
    card_first_digits: word(() => null),
    card_last_digits: word((refund, world) => cardFor(world, refund)?.lastDigits ?? null),
    charge_id: word((refund) => refund.charge),
    status: word(() => 'closed'),
    created: time((refund) => refund.createdAt),
    voided: flag((refund) => refund.voided),
  },
  queries: {
    id: (refund) => refund.id,
    card_bank: (refund, world) => cardFor(world, refund)?.bank ?? null,
    card_brand: (refund, world) => cardFor(world, refund)?.brand ?? null,
    card_id: (refund, world) => cardFor(world, refund)?.id ?? null,
    card_name: (refund, world) => cardFor(world, refund)?.name ?? null,
    charge_description: ({ charge }, world) => world.charges.get(charge)?.description ?? null,
    currency: (refund) => refund.currency,
    metadata: (refund) => refund.metadata,
  },
})
