import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import type { RequestFault, WebhookFault } from '../../sandbox/faults'
import { inOtherNames, problemsOfFault } from '../../service/faults/options'
import { requestFaultCreate } from '../../service/faults/request-fault-schema'
import { webhookFaultCreate } from '../../service/faults/webhook-fault-schema'
import { controlRoute } from '../route'

const text = () => z.nullable(z.string())

const requestFaultBody = once(() =>
  z.strictObject({
    id: z.string(),
    method: text(),
    path: text(),
    body: z.nullable(z.record(z.string(), z.json())),
    card: text(),
    times: z.int(),
    after: z.int(),
    delay_ms: z.union([z.int(), z.array(z.int()).check(z.length(2))]),
    respond: z.nullable(
      z.strictObject({
        status: z.int(),
        code: text(),
        message: text(),
        headers: z.record(z.string(), z.string()),
        body: text(),
      }),
    ),
    drop: text(),
    hits: z.int(),
  }),
)

const webhookFaultBody = once(() =>
  z.strictObject({
    id: z.string(),
    webhook: z.string(),
    url: text(),
    times: z.int(),
    after: z.int(),
    delay_ms: z.int(),
    drop: z.boolean(),
    respond: z.nullable(z.strictObject({ status: z.int(), body: text() })),
    duplicate: z.int(),
    reorder: z.boolean(),
    signature: text(),
    hits: z.int(),
  }),
)

const faultBody = once(() => z.union([requestFaultBody(), webhookFaultBody()]))

const show = (fault: RequestFault | WebhookFault) => {
  const { kind: _, delayMs: delay_ms, ...rest } = fault
  if (fault.kind === 'request') return { ...rest, delay_ms }
  const { event: webhook, ...others } = { ...rest, event: fault.event }
  return { ...others, webhook, delay_ms }
}

/** A fault with `webhook` is one of deliveries. Each kind is checked by its own schema, for exact messages. */
const faultInput = once(() =>
  z.looseObject({}, 'must be an object').check(
    z.superRefine((given, context) => {
      for (const { path, message } of problemsOfFault(given, 'wire'))
        context.addIssue({ code: 'custom', path: [...path], message })
    }),
  ),
)

export const faultRoutes = [
  controlRoute({
    method: 'get',
    path: '/faults',
    summary: 'The added faults, with their hits: a fault with 0 hits has had no effect',
    scoped: 'one',
    returns: () => z.strictObject({ data: z.array(faultBody()) }),
    run: ({ mode }) => ({ data: mode().faults.list().map(show) }),
  }),
  controlRoute({
    method: 'post',
    path: '/faults',
    summary: 'Let requests, or with `webhook` deliveries, go wrong',
    scoped: 'one',
    input: faultInput,
    example: { method: 'POST', path: '/charges', drop: 'response' },
    shows: () => z.union([requestFaultCreate(), webhookFaultCreate()]),
    returns: faultBody,
    run: ({ mode, input }) => {
      const { faults } = mode()
      const fault = inOtherNames(input)
      return show('webhook' in input ? faults.addWebhook(fault) : faults.add(fault))
    },
  }),
  controlRoute({
    method: 'delete',
    path: '/faults',
    summary: 'Clear all faults',
    scoped: 'one',
    returns: () => z.strictObject({ data: z.array(faultBody()) }),
    run: ({ mode }) => {
      mode().faults.clear()
      return { data: [] }
    },
  }),
  controlRoute({
    method: 'delete',
    path: '/faults/:id',
    summary: 'Remove one fault; answers with the others',
    scoped: 'one',
    returns: () => z.strictObject({ data: z.array(faultBody()) }),
    run: ({ mode, params }) => {
      const { faults } = mode()
      faults.remove(params.id ?? '')
      return { data: faults.list().map(show) }
    },
  }),
]
