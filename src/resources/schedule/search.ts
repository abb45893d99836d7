import { rowsOf } from '../../kernel/collection'
import { changesOf, flag, money, type Scope, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { CustomerRow } from '../customer/model'
import type { RecipientRow } from '../recipient/model'
import { isActive } from './machine'
import type { ScheduledCharge, ScheduledTransfer, ScheduleRow } from './model'

interface ScheduleTemplate<T> {
  readonly schedule: ScheduleRow
  readonly of: T
}

interface ChargeView extends ScheduleTemplate<ScheduledCharge> {
  readonly customer: CustomerRow | undefined
  readonly card: CardRow | undefined
}

interface TransferView extends ScheduleTemplate<ScheduledTransfer> {
  readonly recipient: RecipientRow | undefined
}

const schedulesOfCustomer = (world: World, customer: string): readonly string[] =>
  rowsOf(world.schedules.by('customer', customer)).map((schedule) => schedule.id)

/** Deleted schedules are not found (assumption `search-deleted`). */
const isShown = (schedule: ScheduleRow): boolean => schedule.state !== 'deleted'

export const chargeScheduleSearch = searchable<ScheduleRow, ChargeView>({
  scope: 'charge_schedule',
  object: 'schedule',
  path: '/charges/schedules/search',
  rows: (world) => world.schedules,
  kept: (world) => world.schedules,
  view: (world, schedule) => {
    const of = schedule.charge
    if (of === null || !isShown(schedule)) return null
    const customer = world.customers.get(of.customer)
    return { schedule, of, customer, card: world.cards.get(of.card ?? customer?.defaultCard ?? '') }
  },
  influences: [
    changesOf<CustomerRow>(
      (world) => world.customers,
      (world, customer) => schedulesOfCustomer(world, customer.id),
    ),
    changesOf<CardRow>(
      (world) => world.cards,
      (world, card) => (card.customer === null ? [] : schedulesOfCustomer(world, card.customer)),
    ),
  ],
  filters: {
    status: word(({ schedule }) => schedule.state),
    card_last_digits: word(({ card }) => card?.lastDigits ?? null),
    active: flag(({ schedule }) => isActive(schedule.state)),
    amount: money(({ of }) => of),
    created: time(({ schedule }) => schedule.createdAt),
  },
  queries: {
    // Assumption `search-recurrence`.
    recurrence_id: ({ schedule }) => schedule.id,
    currency: ({ of }) => of.currency,
    description: ({ of }) => of.description,
    customer_email: ({ customer }) => customer?.email ?? null,
    card_brand: ({ card }) => card?.brand ?? null,
    card_bank: ({ card }) => card?.bank ?? null,
    card_name: ({ card }) => card?.name ?? null,
  },
})

/** `find` also finds the default recipient, which may have no row yet. */
export const transferScheduleSearch = (find: (world: World, id: string) => RecipientRow | undefined): Scope =>
  searchable<ScheduleRow, TransferView>({
    scope: 'transfer_schedule',
    object: 'schedule',
    path: '/transfers/schedules/search',
    rows: (world) => world.schedules,
    kept: (world) => world.schedules,
    view: (world, schedule) => {
      const of = schedule.transfer
      return of === null || !isShown(schedule) ? null : { schedule, of, recipient: find(world, of.recipient) }
    },
    influences: [
      changesOf<RecipientRow>(
        (world) => world.recipients,
        (world, recipient) =>
          rowsOf(world.schedules.by('recipient', recipient.id)).map((schedule) => schedule.id),
      ),
    ],
    filters: {
      status: word(({ schedule }) => schedule.state),
      active: flag(({ schedule }) => isActive(schedule.state)),
      created: time(({ schedule }) => schedule.createdAt),
    },
    queries: {
      // Assumption `search-recurrence`.
      recurrence_id: ({ schedule }) => schedule.id,
      recipient_name: ({ recipient }) => recipient?.name ?? null,
    },
  })
