import * as z from 'zod/mini'
import { triggerable } from '../../sandbox/actions/trigger'
import { eventRecord } from '../../service/resources/event/record'
import { controlRoute } from '../route'

export const triggerRoutes = [
  controlRoute({
    method: 'get',
    path: '/trigger',
    summary: 'Every event that can be triggered, and what its trigger does',
    returns: () =>
      z.strictObject({
        data: z.array(z.strictObject({ key: z.string(), summary: z.string(), takes: z.string() })),
      }),
    run: () => ({ data: triggerable() }),
  }),
  controlRoute({
    method: 'post',
    path: '/trigger/:event_key',
    summary: 'Cause this event, with the records that it needs; the body has the parameters of its operation',
    scoped: 'one',
    input: () => z.looseObject({}, 'must be an object of parameters'),
    returns: eventRecord.schema,
    run: ({ mode, params, input }) => mode().trigger(params.event_key ?? '', input),
  }),
]
