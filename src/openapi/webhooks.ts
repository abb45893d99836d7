import type { JsonSchema } from '../kernel/json-schema'
import { type EventKey, eventKeys } from '../resources/event/model'
import { pascal } from './names'

/** What each kind of event shows as `data`: the longest beginning that fits. */
const dataOf: { readonly [beginning: string]: string } = {
  charge: 'Charge',
  'charge.dispute': 'Dispute',
  customer: 'Customer',
  'link.create': 'Link',
  'link.payment': 'Charge',
  recipient: 'Recipient',
  refund: 'Refund',
  schedule: 'Schedule',
  'schedule.occurrence': 'Occurrence',
  source: 'Source',
  transfer: 'Transfer',
}

/** Recorded, never delivered: they are about deliveries themselves. */
const silent = (key: EventKey): boolean => key.startsWith('webhooks.')

/** The object that an event of this kind carries, by the name of its form. */
export const dataNameOf = (key: EventKey): string => {
  const beginning = Object.keys(dataOf)
    .filter((candidate) => key === candidate || key.startsWith(`${candidate}.`))
    .sort((a, b) => b.length - a.length)[0]
  const name = dataOf[beginning ?? '']
  if (name === undefined) throw new Error(`it is not said what ${key} carries`)
  return name
}

const ref = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` })

const webhook = (key: EventKey): JsonSchema => ({
  post: {
    operationId: `on${pascal(key)}`,
    tags: ['Webhooks'],
    summary: `Sent when ${key} happens`,
    security: [],
    parameters: [ref('parameters', 'Signature'), ref('parameters', 'SignatureTimestamp')],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              ref('schemas', 'Event'),
              { properties: { key: { const: key }, data: ref('schemas', dataNameOf(key)) } },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'It was received' },
      default: { description: 'It is sent again later' },
    },
  },
})

/** Every request that the service makes (spec 5.1, 6). */
export const webhooks = (): JsonSchema =>
  Object.fromEntries(eventKeys.filter((key) => !silent(key)).map((key) => [key, webhook(key)]))
