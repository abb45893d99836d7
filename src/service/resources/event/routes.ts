import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { findCharge } from '../charge/operations'
import { listSchema } from '../list'
import { findEvent, keptEvents } from './operations'
import { eventRecord } from './record'

const events = () => listSchema(eventRecord.schema())

export const eventRoutes = [
  route({
    method: 'get',
    path: '/events',
    summary: 'List events of the last 90 days',
    spec: '4.7',
    input: listInput,
    returns: events,
    run: ({ world }) => list('event', keptEvents(world)),
  }),
  route({
    method: 'get',
    path: '/events/:id',
    summary: 'Retrieve an event',
    spec: '4.7',
    input: readInput,
    returns: () => eventRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('event', findEvent(world, id)),
  }),
  route({
    method: 'get',
    path: '/charges/:id/events',
    summary: 'List the events of a charge, its refunds, disputes and source',
    spec: '4.7',
    input: listInput,
    returns: events,
    errors: ['not_found'],
    run: ({ world, id }) => list('event', keptEvents(world, findCharge(world, id))),
  }),
]
