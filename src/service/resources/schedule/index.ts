import { dateText, dayMs } from '../../../kernel/calendar'
import { routesOf } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { makeCustomer } from '../customer'
import type { CustomerRow } from '../customer/model'
import { findCustomer } from '../customer/operations'
import { findRecipient, peekRecipient } from '../recipient/operations'
import { type Maker, recipe, resource, type Triggers } from '../resource'
import { isActive, type ScheduleRow } from './model'
import {
  activateSchedule,
  createSchedule,
  deleteSchedule,
  findSchedule,
  runSchedule,
  suspendSchedule,
} from './operations'
import { scheduleRecord } from './record'
import { scheduleCreate } from './schema'

const schedules = routesOf(scheduleRecord)

/** There is no upload of many at once (assumption `schedule-upload`). */
const scheduleRoutes = [
  schedules.post('/schedules', 'wire', 'Charge a customer, or transfer to a recipient, again and again', {
    input: () => scheduleCreate(),
    examples: {
      charge: {
        summary: 'A subscription on the first of each month',
        value: {
          every: 1,
          period: 'month',
          on: { days_of_month: [1] },
          start_on: '2030-01-01',
          end_on: '2030-12-31',
          charge: { customer: 'cust_test_example', amount: 19_900 },
        },
      },
    },
    errors: ['bad_request', 'not_found', 'invalid_charge'],
    run: ({ world, input }) => createSchedule(world, input),
  }),
  schedules.list('/schedules', '4.9', 'List schedules', ({ world }) => world.schedules.by('listed', 'yes')),
  schedules.get('/schedules/:id', 'wire', 'Retrieve a schedule', ({ world, id }) => findSchedule(world, id)),
  schedules.delete('/schedules/:id', 'wire', 'Delete a schedule; nothing more happens on its days', {
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => deleteSchedule(world, id),
  }),
  schedules.post('/schedules/:id/suspend', 'wire', 'Suspend a schedule until it is activated', {
    errors: ['not_found', 'bad_request'],
    run: ({ world, id }) => suspendSchedule(world, id),
  }),
  schedules.post('/schedules/:id/activate', 'wire', 'Resume a suspended schedule', {
    errors: ['not_found', 'bad_request', 'invalid_charge'],
    run: ({ world, id }) => activateSchedule(world, id),
  }),
  schedules.list('/charges/schedules', 'wire', 'List schedules of charges', ({ world }) =>
    world.schedules.by('kind', 'charge'),
  ),
  schedules.list('/transfers/schedules', '4.5', 'List schedules of transfers', ({ world }) =>
    world.schedules.by('kind', 'transfer'),
  ),
  schedules.list(
    '/customers/:id/schedules',
    'wire',
    'List the schedules that charge a customer',
    ({ world, id }) => world.schedules.by('customer', findCustomer(world, id).id),
  ),
  schedules.list(
    '/recipients/:id/schedules',
    'wire',
    'List the schedules that transfer to a recipient',
    ({ world, id }) => world.schedules.by('recipient', findRecipient(world, id).id),
  ),
]

/** Deleted schedules are not found (assumption `search-deleted`). */
const isShown = (schedule: ScheduleRow): boolean => schedule.state !== 'deleted'

const customerFor = (world: World, { charge }: ScheduleRow): CustomerRow | undefined =>
  world.customers.get(charge?.customer ?? '')

/** The card that a schedule charges next. */
const cardFor = (world: World, schedule: ScheduleRow): CardRow | undefined =>
  world.cards.get(schedule.charge?.card ?? customerFor(world, schedule)?.defaultCard ?? '')

const chargeScheduleSearch = searchable<ScheduleRow>({
  scope: 'charge_schedule',
  object: 'schedule',
  kept: (world) => world.schedules,
  finds: (schedule) => schedule.charge !== null && isShown(schedule),
  shows: (world) => [world.customers, world.cards],
  filters: {
    status: word((schedule) => schedule.state),
    card_last_digits: word((schedule, world) => cardFor(world, schedule)?.lastDigits ?? null),
    active: flag((schedule) => isActive(schedule.state)),
    amount: money(({ charge }) => charge),
    created: time((schedule) => schedule.createdAt),
  },
  queries: {
    // Assumption `search-recurrence`.
    recurrence_id: (schedule) => schedule.id,
    currency: ({ charge }) => charge?.currency ?? null,
    description: ({ charge }) => charge?.description ?? null,
    customer_email: (schedule, world) => customerFor(world, schedule)?.email ?? null,
    card_brand: (schedule, world) => cardFor(world, schedule)?.brand ?? null,
    card_bank: (schedule, world) => cardFor(world, schedule)?.bank ?? null,
    card_name: (schedule, world) => cardFor(world, schedule)?.name ?? null,
  },
})

const transferScheduleSearch = searchable<ScheduleRow>({
  scope: 'transfer_schedule',
  object: 'schedule',
  kept: (world) => world.schedules,
  finds: (schedule) => schedule.transfer !== null && isShown(schedule),
  shows: (world) => [world.recipients],
  filters: {
    status: word((schedule) => schedule.state),
    active: flag((schedule) => isActive(schedule.state)),
    created: time((schedule) => schedule.createdAt),
  },
  queries: {
    // Assumption `search-recurrence`.
    recurrence_id: (schedule) => schedule.id,
    recipient_name: ({ transfer }, world) =>
      transfer === null ? null : (peekRecipient(world, transfer.recipient)?.name ?? null),
  },
})

/** @param card parameters of the card that it charges. Default for each: that of a test card that succeeds */
export const makeSchedule: Maker<string, [card?: object]> = (context, given, card = {}) => {
  const { world } = context
  const usual =
    given.charge === undefined && given.transfer === undefined
      ? {
          charge: {
            customer: makeCustomer(context, {}, card),
            amount: 100_000,
            currency: world.account.currency,
          },
        }
      : {}
  return context.call('POST /schedules', {
    every: 1,
    period: 'day',
    start_on: dateText(world.now() + dayMs),
    end_on: dateText(world.now() + 30 * dayMs),
    ...usual,
    ...given,
  }).id
}

const scheduleTriggers: Triggers = {
  'schedule.create': recipe('A schedule is made', 'POST /schedules', makeSchedule),
  'schedule.suspend': recipe('A schedule is paused', 'POST /schedules', (context, given) => {
    context.call('POST /schedules/:id/suspend', {}, makeSchedule(context, given))
  }),
  'schedule.activate': recipe('A paused schedule resumes', 'POST /schedules', (context, given) => {
    const id = makeSchedule(context, given)
    context.call('POST /schedules/:id/suspend', {}, id)
    context.call('POST /schedules/:id/activate', {}, id)
  }),
  // Nothing says how long before its end the service sends it.
  'schedule.expiring': recipe('A schedule comes near its end', 'POST /schedules', (context, given) => {
    const { world } = context
    const id = makeSchedule(context, { end_on: dateText(world.now() + dayMs), ...given })
    world.emit(['schedule.expiring'], 'schedule', findSchedule(world, id))
  }),
  'schedule.expire': recipe('A schedule ends', 'POST /schedules', (context, given) => {
    const usual = { end_on: dateText(context.world.now() + dayMs) }
    runSchedule(context.world, makeSchedule(context, { ...usual, ...given }))
  }),
  'schedule.destroy': recipe('A schedule is deleted', 'POST /schedules', (context, given) => {
    context.call('DELETE /schedules/:id', {}, makeSchedule(context, given))
  }),
}

export const schedule = resource({
  record: { shape: scheduleRecord, rows: (world) => world.schedules, reader: { name: 'schedules' } },
  routes: scheduleRoutes,
  scopes: [chargeScheduleSearch, transferScheduleSearch],
  triggers: scheduleTriggers,
})
