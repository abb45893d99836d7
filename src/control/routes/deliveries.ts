import * as z from 'zod/mini'
import { listOf, text } from '../../kernel/answers'
import { fits } from '../../kernel/text'
import { optional } from '../../kernel/wire'
import { type Delivery, deliverySchema } from '../../sandbox/webhooks/delivery'
import { controlRoute } from '../route'

const deliveryBody = () =>
  z.extend(deliverySchema(), { event: text('Id of the event; `payload` has all of it') })

export const deliveryBodyOf = ({ event, ...delivery }: Delivery) => ({ ...delivery, event: event.id })

const limits = { default: 100, max: 1000 } as const

const search = () =>
  z.strictObject({
    key: optional(
      'Key of the event, such as `charge.complete`, or a pattern such as `charge.*`. Default: all',
      z.string(),
    ),
    event: optional('Id of the event. Default: all events', z.string()),
    uri: optional('Address of the receiver. Default: all receivers', z.string()),
    delivered: optional(
      '`true` for attempts that were answered with 200 to 299, `false` for the others. Default: both',
      z.enum(['true', 'false'], 'must be true or false'),
    ),
    limit: optional(
      'How many of the latest attempts, from 1 to 1,000. Default: 100',
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
  })

const wanted =
  ({ key = '*', event, uri, delivered }: z.output<ReturnType<typeof search>>) =>
  (delivery: Delivery): boolean =>
    fits(key, delivery.key) &&
    (event === undefined || event === delivery.event.id) &&
    (uri === undefined || uri === delivery.uri) &&
    (delivered === undefined || delivered === String(delivery.delivered))

export const deliveryRoutes = [
  controlRoute('GET /deliveries', {
    summary:
      'The latest attempts to deliver events, oldest first: `?event=`, `?key=charge.*`, `?uri=`, `?delivered=false`, `?limit=`',
    scoped: 'one',
    input: search,
    returns: () => listOf('The attempts, oldest first', deliveryBody()),
    run: ({ mode, input: { limit = limits.default, ...asked } }) => ({
      data: mode().webhooks.deliveries(wanted(asked), { last: limit }).map(deliveryBodyOf),
    }),
  }),
  controlRoute('POST /events/:id/resend', {
    params: { id: 'Id of the event' },
    summary: 'Deliver an event again, beginning with a first attempt; answers with the new attempts',
    scoped: 'one',
    returns: () => listOf('The new attempts, one for each address', deliveryBody()),
    run: async ({ mode, params }) => ({
      data: (await mode().webhooks.resend(params.id ?? '')).map(deliveryBodyOf),
    }),
  }),
]
