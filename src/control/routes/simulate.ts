import * as z from 'zod/mini'
import { listOf, text } from '../../kernel/answers'
import { toKebabCase } from '../../kernel/text'
import { about } from '../../kernel/wire'
import { callAction } from '../../sandbox/actions/simulate'
import { triggerable } from '../../sandbox/actions/trigger'
import { answerOf } from '../../sandbox/records/answers'
import { eventRecord } from '../../service/resources/event/record'
import { applyProfile } from '../../service/resources/record'
import { type Action, fieldsOf } from '../../service/simulation/action'
import { type ActionName, actions } from '../../service/simulation/actions'
import { type ControlRoute, controlRoute } from '../route'

const recordId = () => z.string('must be an id').check(z.minLength(1, 'must be an id'))

export const simulateRoutes: readonly ControlRoute[] = Object.entries<Action>(actions).map(([name, action]) =>
  controlRoute(`POST /simulate/${toKebabCase(name)}`, {
    summary: action.summary,
    scoped: 'one',
    input: () => z.strictObject({ [action.on]: about(action.id, recordId()), ...fieldsOf(action) }),
    about: [action.on],
    returns: action.record.schema,
    run: async ({ mode, input, parts }) => {
      const { [action.on]: subject, ...fields } = input
      const shown = await callAction(mode().simulate, name as ActionName, String(subject), fields)
      return applyProfile(shown, parts.settings)
    },
  }),
)

export const triggerRoutes = [
  controlRoute('GET /trigger', {
    summary: 'Every event that can be triggered, with what its trigger does',
    returns: () =>
      listOf(
        'The events that can be triggered',
        z.strictObject({
          key: text('Key of the event'),
          summary: text('What the trigger does'),
          takes: text('The operation whose parameters it takes'),
        }),
      ),
    run: ({ parts }) => ({ data: triggerable(parts.settings.profile.eventKeys) }),
  }),
  controlRoute('POST /trigger/:event_key', {
    params: { event_key: 'Key of the event, such as `charge.complete`' },
    summary: 'Cause this event, with the records that it needs; the body has the parameters of its operation',
    scoped: 'one',
    input: () => z.looseObject({}, 'must be an object of parameters'),
    returns: eventRecord.schema,
    run: async ({ mode, world, params, input, parts }) => {
      const { id } = await mode().trigger(params.event_key ?? '', input)
      return answerOf(world(), id, parts)
    },
  }),
]
