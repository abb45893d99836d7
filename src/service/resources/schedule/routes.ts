import { routesOf } from '../../http/route'
import { findCustomer } from '../customer/operations'
import { findRecipient } from '../recipient/operations'
import { activateSchedule, createSchedule, deleteSchedule, findSchedule, suspendSchedule } from './operations'
import { scheduleRecord } from './record'
import { scheduleCreate } from './schema'

const schedules = routesOf('schedule', () => scheduleRecord.schema())

/** There is no upload of many at once (assumption `schedule-upload`). */
export const scheduleRoutes = [
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
  schedules.post('/schedules/:id/activate', 'wire', 'Let a suspended schedule go on', {
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
