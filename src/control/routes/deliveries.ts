import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { fits } from '../../kernel/pattern'
import type { Delivery } from '../../sandbox/webhooks/delivery'
import { webhookDeliveryRecord } from '../../service/resources/webhook-delivery/record'
import { controlRoute } from '../route'

/** The fields of an attempt in the API, and those that only the control plane shows. */
const deliveryBody = once(() =>
  z.strictObject({
    ...webhookDeliveryRecord.forms(),
    /** The id of the event; the payload is the whole event. */
    event: z.string(),
    attempt: z.int(),
    delivered: z.boolean(),
    headers: z.record(z.string(), z.string()),
    answer: z.nullable(z.string()),
    retry_at: z.nullable(z.string()),
  }),
)

const deliveryList = once(() => z.strictObject({ data: z.array(deliveryBody()) }))

export const deliveryBodyOf = ({ event, ...delivery }: Delivery) => ({ ...delivery, event: event.id })

const limits = { default: 100, max: 1000 } as const

const search = once(() =>
  z.strictObject({
    key: z.optional(z.string()),
    event: z.optional(z.string()),
    uri: z.optional(z.string()),
    delivered: z.optional(z.enum(['true', 'false'], 'must be true or false')),
    limit: z.optional(
      z
        .pipe(
          z.string().check(z.regex(/^\d{1,4}$/, `must be a whole number from 1 to ${limits.max}`)),
          z.transform(Number),
        )
        .check(
          z.refine(
            (limit) => limit >= 1 && limit <= limits.max,
            `must be a whole number from 1 to ${limits.max}`,
          ),
        ),
    ),
  }),
)

type DeliveryQuery = Omit<z.output<ReturnType<typeof search>>, 'limit'>

const wanted =
  ({ key = '*', event, uri, delivered }: DeliveryQuery) =>
  (delivery: Delivery): boolean =>
    fits(key, delivery.key) &&
    (event === undefined || event === delivery.event.id) &&
    (uri === undefined || uri === delivery.uri) &&
    (delivered === undefined || delivered === String(delivery.delivered))

export const deliveryRoutes = [
  controlRoute({
    method: 'get',
    path: '/deliveries',
    summary:
      'The latest attempts to deliver events, oldest first: `?event=`, `?key=charge.*`, `?uri=`, `?delivered=false`, `?limit=`',
    scoped: 'one',
    input: search,
    returns: deliveryList,
    run: ({ mode, input: { limit = limits.default, ...asked } }) => ({
      data: mode().webhooks.deliveries(wanted(asked), { last: limit }).map(deliveryBodyOf),
    }),
  }),
  controlRoute({
    method: 'post',
    path: '/events/:id/resend',
    summary: 'Deliver an event again, beginning with a first attempt; answers with the new attempts',
    scoped: 'one',
    returns: deliveryList,
    run: async ({ mode, params }) => ({
      data: (await mode().webhooks.resend(params.id ?? '')).map(deliveryBodyOf),
    }),
  }),
]
