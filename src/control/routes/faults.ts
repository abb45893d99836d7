import * as z from 'zod/mini'
import { about } from '../../kernel/wire'
import type { RequestFault, WebhookFault } from '../../sandbox/faults'
import { inOtherNames, problemsOfFault } from '../../service/faults/options'
import { requestFaultCreate } from '../../service/faults/request-fault-schema'
import { webhookFaultCreate, whyNoDelivery } from '../../service/faults/webhook-fault-schema'
import { invalidBody } from '../errors'
import { controlRoute, flag, int, listOf, text, textOrNull } from '../route'

const counts = () => ({
  id: text('Id of the fault, with which it can be removed'),
  times: int('How many requests or attempts it is applied to'),
  after: int('How many that fit pass first'),
  hits: int('How many times it was applied'),
})

const delay =
  'Delay in milliseconds: before an operation runs, in real time, one number or `[least, most]`; of a delivery on the virtual clock'
const drop = 'Of requests: `request` or `response`, or null. Of deliveries: whether the attempt is lost'

const respond = <S extends z.core.$ZodShape>(more: S) =>
  about(
    'The answer in place of the operation or the receiver; null for none',
    z.nullable(
      z.strictObject({
        status: int('HTTP status of the answer'),
        ...more,
        body: textOrNull('Text of the answer; null for an error object, or for none from a receiver'),
      }),
    ),
  )

const range = (what: string) => about(what, z.union([z.int(), z.array(z.int()).check(z.length(2))]))

const requestFaultBody = () => {
  const { id, times, after, hits } = counts()
  return z.strictObject({
    id,
    method: textOrNull('Method of the requests; null for every method'),
    path: textOrNull('Path of the requests, or a pattern; null for every path'),
    body: about(
      'Parameters that the requests must have; null for any',
      z.nullable(z.record(z.string(), z.json())),
    ),
    card: textOrNull('Card of the requests, as `…` and the last four digits; null for any'),
    times,
    after,
    delay_ms: range(delay),
    hold_ms: range('Time in milliseconds that the answer waits after the operation, in real time'),
    respond: respond({
      code: textOrNull('Code of the error; null for the usual one of the status'),
      message: textOrNull('Message of the error; null for the usual one of the code'),
      headers: about('Further headers, by name', z.record(z.string(), z.string())),
    }),
    drop: textOrNull(drop),
    hits,
  })
}

const webhookFaultBody = () => {
  const { id, times, after, hits } = counts()
  return z.strictObject({
    id,
    webhook: text('Key of the event, or a pattern; only faults of deliveries have it'),
    url: textOrNull('Address of the receiver, or a pattern; null for every receiver'),
    times,
    after,
    delay_ms: int(delay),
    drop: about(drop, z.boolean()),
    respond: respond({}),
    duplicate: int('Number of extra copies'),
    reorder: flag('Whether the next delivery overtakes it'),
    early: flag('Whether it arrives before the answer of the call that caused it'),
    signature: textOrNull('How the signature is wrong; null when it is right'),
    hits,
  })
}

const faultBody = () => z.union([requestFaultBody(), webhookFaultBody()])
const faultList = () => listOf('The faults, those of requests first', faultBody())

const show = (fault: RequestFault | WebhookFault) => {
  const { kind: _, delayMs: delay_ms, ...rest } = fault
  if ('holdMs' in rest) {
    const { holdMs: hold_ms, ...others } = rest
    return { ...others, delay_ms, hold_ms }
  }
  const { event: webhook, ...others } = rest
  return { ...others, webhook, delay_ms }
}

/** A fault with `webhook` is one of deliveries. Each kind is checked by its own schema, for exact messages. */
const faultInput = () =>
  z.looseObject({}, 'must be an object').check(
    z.superRefine((given, context) => {
      for (const { path, message } of problemsOfFault(given, 'wire'))
        context.addIssue({ code: 'custom', path: [...path], message })
    }),
  )

export const faultRoutes = [
  controlRoute('GET /faults', {
    summary: 'The added faults, with their hits: a fault with 0 hits has had no effect',
    scoped: 'one',
    returns: faultList,
    run: ({ mode }) => ({ data: mode().faults.list().map(show) }),
  }),
  controlRoute('POST /faults', {
    summary: 'Let requests, or with `webhook` deliveries, go wrong',
    scoped: 'one',
    input: faultInput,
    example: { method: 'POST', path: '/charges', drop: 'response' },
    shows: () => z.union([requestFaultCreate(), webhookFaultCreate()]),
    returns: faultBody,
    run: ({ mode, input, parts }) => {
      const { faults } = mode()
      const message =
        'webhook' in input ? whyNoDelivery(String(input.webhook), parts.settings.profile.eventKeys) : null
      if (message !== null) throw invalidBody([{ path: 'webhook', message }])
      const fault = inOtherNames(input)
      return show('webhook' in input ? faults.addWebhook(fault) : faults.add(fault))
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
