import * as z from 'zod/mini'
import { int, listOf, text } from '../../kernel/answers'
import { noteOf, partsOf } from '../../kernel/schema'
import { renamed, toCamelCase, toSnakeCase } from '../../kernel/text'
import { about } from '../../kernel/wire'
import type { RequestFault, WebhookFault } from '../../sandbox/faults'
import { anyFault } from '../../service/faults/options'
import { requestFault, requestFaultSchema } from '../../service/faults/request-fault'
import { webhookFault, webhookFaultSchema, whyNoDelivery } from '../../service/faults/webhook-fault'
import { invalidBody } from '../errors'
import { controlRoute } from '../route'

const textOf = (option: z.core.$ZodType): string => String(noteOf(option)?.description)

/** An option as an answer shows it: with a value, also where the caller gave none. */
const shownOption = (option: z.core.$ZodType): z.core.$ZodType => {
  if (!(option instanceof z.ZodMiniDefault)) return option
  const { innerType, defaultValue } = option.def
  const { members } = partsOf(innerType)
  const type = members === null ? innerType : z.strictObject(shownOptions(members))
  return defaultValue === null
    ? about(textOf(option).replace(/\. Default: (.*)$/, '; null for $1'), z.nullable(type))
    : about(textOf(option).replace(/\. Default: .*$/, ''), type)
}

const shownOptions = (options: z.core.$ZodShape): Record<string, z.core.$ZodType> =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, shownOption(option)]))

/** On the wire the key of an event, as `webhook`, tells that a fault is of deliveries. */
const wireName = (option: string): string => (option === 'event' ? 'webhook' : toSnakeCase(option))

const answerOf = (options: Record<string, z.core.$ZodType>) =>
  z.strictObject({
    id: text('Id of the fault, to remove it by'),
    ...renamed<z.core.$ZodType>(options, wireName),
    hits: int('How many times it was applied'),
  })

const requestAnswer = () => {
  // A rate limit is shown as the answer that it is, and of the number of a card its last digits.
  const { rateLimit: _, ...options } = requestFaultSchema().shape
  const shown = shownOptions(options)
  return answerOf({ ...shown, card: about(textOf(shownOption(options.card)), z.nullable(z.string())) })
}

const webhookAnswer = () =>
  answerOf({ ...shownOptions(webhookFaultSchema().shape), duplicate: int('Number of extra copies') })

const faultBody = () => z.union([requestAnswer(), webhookAnswer()])
const faultList = () => listOf('The faults, those of requests first', faultBody())

const show = ({ kind: _, ...fault }: RequestFault | WebhookFault) => renamed(fault, wireName)

export const faultRoutes = [
  controlRoute('GET /faults', {
    summary: 'The added faults, with their hits: a fault with 0 hits has had no effect',
    scoped: 'one',
    returns: faultList,
    run: ({ mode }) => ({ data: mode().faults.list().map(show) }),
  }),
  controlRoute('POST /faults', {
    summary: 'Make requests fail or, with `webhook`, deliveries',
    scoped: 'one',
    input: () => anyFault('wire', 'must be an object'),
    example: { method: 'POST', path: '/charges', drop: 'response' },
    shows: () => z.union([requestFault.wire(), webhookFault.wire()]),
    returns: faultBody,
    run: ({ mode, input, parts }) => {
      const { faults } = mode()
      const message =
        'webhook' in input ? whyNoDelivery(String(input.webhook), parts.settings.profile.eventKeys) : null
      if (message !== null) throw invalidBody([{ path: 'webhook', message }])
      const { webhook, ...options } = renamed(input, toCamelCase)
      return show(
        webhook === undefined
          ? faults.add(options)
          : faults.addWebhook({ event: String(webhook), ...options }),
      )
    },
  }),
  controlRoute('DELETE /faults', {
    summary: 'Clear all faults',
    scoped: 'one',
    returns: faultList,
    run: ({ mode }) => {
      mode().faults.clear()
      return { data: [] }
    },
  }),
  controlRoute('DELETE /faults/:id', {
    params: { id: 'Id of the fault' },
    summary: 'Remove one fault; answers with the others',
    scoped: 'one',
    returns: faultList,
    run: ({ mode, params }) => {
      const { faults } = mode()
      faults.remove(params.id ?? '')
      return { data: faults.list().map(show) }
    },
  }),
]
