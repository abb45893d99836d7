import { rowsOf } from '../../kernel/collection'
import { changesOf, flag, id, metadata, money, searchable, text, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { ChargeRow } from '../charge/model'
import { cardChanges, cardOf } from '../charge/search'
import type { RefundRow } from './model'

interface View {
  readonly refund: RefundRow
  readonly charge: ChargeRow | undefined
  readonly card: CardRow | null
}

const refundsOf = (world: World, charge: string): readonly string[] =>
  rowsOf(world.refunds.by('charge', charge)).map((refund) => refund.id)

export const refundSearch = searchable<RefundRow, View>({
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
    id: id(({ refund }) => refund.id),
    card_bank: text(({ card }) => card?.bank ?? null),
    card_brand: text(({ card }) => card?.brand ?? null),
    card_id: id(({ card }) => card?.id ?? null),
    card_name: text(({ card }) => card?.name ?? null),
    charge_description: text(({ charge }) => charge?.description ?? null),
    currency: text(({ refund }) => refund.currency),
    metadata: metadata(({ refund }) => refund.metadata),
  },
})
