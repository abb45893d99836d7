import { rowsOf } from '../../kernel/collection'
import { changesOf, flag, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { ChargeRow } from '../charge/model'
import { cardChanges, cardOf } from '../charge/search'
import type { RefundRow } from './model'

interface SearchedRefund {
  readonly refund: RefundRow
  readonly charge: ChargeRow | undefined
  readonly card: CardRow | null
}

const refundsOf = (world: World, charge: string): readonly string[] =>
  rowsOf(world.refunds.by('charge', charge)).map((refund) => refund.id)

export const refundSearch = searchable<RefundRow, SearchedRefund>({
  scope: 'refund',
  object: 'refund',
  path: '/refunds/search',
  rows: (world) => world.refunds,
  kept: (world) => world.refunds,
  view: (world, refund) => {
    const charge = world.charges.get(refund.charge)
    return { refund, charge, card: cardOf(world, charge) }
  },
  influences: [
    changesOf<ChargeRow>(
      (world) => world.charges,
      (world, charge) => refundsOf(world, charge.id),
    ),
    cardChanges(refundsOf),
  ],
  filters: {
    amount: money(({ refund }) => refund),
    // Assumption `search-card-digits`.
    card_first_digits: word(() => null),
    card_last_digits: word(({ card }) => card?.lastDigits ?? null),
    charge_id: word(({ refund }) => refund.charge),
    status: word(() => 'closed'),
    created: time(({ refund }) => refund.createdAt),
    voided: flag(({ refund }) => refund.voided),
  },
  queries: {
    id: ({ refund }) => refund.id,
    card_bank: ({ card }) => card?.bank ?? null,
    card_brand: ({ card }) => card?.brand ?? null,
    card_id: ({ card }) => card?.id ?? null,
    card_name: ({ card }) => card?.name ?? null,
    charge_description: ({ charge }) => charge?.description ?? null,
    currency: ({ refund }) => refund.currency,
    metadata: ({ refund }) => refund.metadata,
  },
})
