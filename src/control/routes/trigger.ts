import * as z from 'zod/mini'
import { about } from '../../kernel/wire'
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
        data: about(
          'The events that can be triggered',
          z.array(
            z.strictObject({
              key: about('Key of the event', z.string()),
              summary: about('What the trigger does', z.string()),
              takes: about('The operation whose parameters it takes', z.string()),
            }),
          ),
        ),
      }),
    run: () => ({ data: triggerable() }),
  }),
  controlRoute({
    method: 'post',
    path: '/trigger/:event_key',
    params: { event_key: 'Key of the event, such as `charge.complete`' },
    summary: 'Cause this event, with the records that it needs; the body has the parameters of its operation',
    scoped: 'one',
    input: () => z.looseObject({}, 'must be an object of parameters'),
    returns: eventRecord.schema,
    run: ({ mode, params, input }) => mode().trigger(params.event_key ?? '', input),
  }),
]
