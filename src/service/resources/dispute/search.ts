import { rowsOf } from '../../../kernel/collection'
import { flag, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { cardChanges, cardOf } from '../charge/search'
import { disputeFlagsOf } from './machine'
import { type DisputeRow, disputeReasons } from './model'

/** The card that paid the disputed charge. */
const cardFor = (world: World, { charge }: DisputeRow): CardRow | null =>
  cardOf(world, world.charges.get(charge))

export const disputeSearch = searchable<DisputeRow>({
  scope: 'dispute',
  object: 'dispute',
  rows: (world) => world.disputes,
  kept: (world) => world.disputes,
  influences: [
    cardChanges((world, charge) => rowsOf(world.disputes.by('charge', charge)).map((dispute) => dispute.id)),
  ],
  filters: {
    amount: money((dispute) => dispute),
    // The first digits of a card are not kept: its number is gone once the token is made (assumption `search-card-digits`).
    card_first_digits: word(() => null),
    card_last_digits: word((dispute, world) => cardFor(world, dispute)?.lastDigits ?? null),
    charge_id: word((dispute) => dispute.charge),
    currency: word((dispute) => dispute.currency),
    status: word((dispute) => disputeFlagsOf(dispute.state).status),
    closed_at: time((dispute) => dispute.closedAt),
    created: time((dispute) => dispute.createdAt),
    fraud: flag((dispute) => dispute.reasonCode === 'unauthorized_charge_aka_fraud'),
  },
  queries: {
    id: (dispute) => dispute.id,
    card_brand: (dispute, world) => cardFor(world, dispute)?.brand ?? null,
    card_id: (dispute, world) => cardFor(world, dispute)?.id ?? null,
    card_name: (dispute, world) => cardFor(world, dispute)?.name ?? null,
    metadata: (dispute) => dispute.metadata,
    message: (dispute) => dispute.message,
    reason_code: (dispute) => dispute.reasonCode,
    reason_message: (dispute) => disputeReasons[dispute.reasonCode],
  },
})
