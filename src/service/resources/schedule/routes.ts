import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { findCustomer } from '../customer/operations'
import { listSchema } from '../list'
import { findRecipient } from '../recipient/operations'
import { activateSchedule, createSchedule, deleteSchedule, findSchedule, suspendSchedule } from './operations'
import { scheduleRecord } from './record'
import { scheduleCreate } from './schema'

const schedules = () => listSchema(scheduleRecord.schema())

/** There is no upload of many at once (assumption `schedule-upload`). */
export const scheduleRoutes = [
  route({
    method: 'post',
    path: '/schedules',
    summary: 'Charge a customer, or transfer to a recipient, again and again',
    spec: 'wire',
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
    returns: () => scheduleRecord.schema(),
    errors: ['bad_request', 'not_found', 'invalid_charge'],
    run: ({ world, input }) => one('schedule', createSchedule(world, input)),
  }),
  route({
    method: 'get',
    path: '/schedules',
    summary: 'List schedules',
    spec: '4.9',
    input: listInput,
    returns: schedules,
    run: ({ world }) => list('schedule', world.schedules.by('listed', 'yes')),
  }),
  route({
    method: 'get',
    path: '/schedules/:id',
    summary: 'Retrieve a schedule',
    spec: 'wire',
    input: readInput,
    returns: () => scheduleRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('schedule', findSchedule(world, id)),
  }),
  route({
    method: 'delete',
    path: '/schedules/:id',
    summary: 'Delete a schedule; nothing more happens on its days',
    spec: 'wire',
    returns: () => scheduleRecord.schema(),
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => one('schedule', deleteSchedule(world, id)),
  }),
  route({
    method: 'post',
    path: '/schedules/:id/suspend',
    summary: 'Suspend a schedule until it is activated',
    spec: 'wire',
    returns: () => scheduleRecord.schema(),
    errors: ['not_found', 'bad_request'],
    run: ({ world, id }) => one('schedule', suspendSchedule(world, id)),
  }),
  route({
    method: 'post',
    path: '/schedules/:id/activate',
    summary: 'Let a suspended schedule go on',
    spec: 'wire',
    returns: () => scheduleRecord.schema(),
    errors: ['not_found', 'bad_request', 'invalid_charge'],
    run: ({ world, id }) => one('schedule', activateSchedule(world, id)),
  }),
  route({
    method: 'get',
    path: '/charges/schedules',
    summary: 'List schedules of charges',
    spec: 'wire',
    input: listInput,
    returns: schedules,
    run: ({ world }) => list('schedule', world.schedules.by('kind', 'charge')),
  }),
  route({
    method: 'get',
    path: '/transfers/schedules',
    summary: 'List schedules of transfers',
    spec: '4.5',
    input: listInput,
    returns: schedules,
    run: ({ world }) => list('schedule', world.schedules.by('kind', 'transfer')),
  }),
  route({
    method: 'get',
    path: '/customers/:id/schedules',
    summary: 'List the schedules that charge a customer',
    spec: 'wire',
    input: listInput,
    returns: schedules,
    errors: ['not_found'],
    run: ({ world, id }) => list('schedule', world.schedules.by('customer', findCustomer(world, id).id)),
  }),
  route({
    method: 'get',
    path: '/recipients/:id/schedules',
    summary: 'List the schedules that transfer to a recipient',
    spec: 'wire',
    input: listInput,
    returns: schedules,
    errors: ['not_found'],
    run: ({ world, id }) => list('schedule', world.schedules.by('recipient', findRecipient(world, id).id)),
  }),
]
