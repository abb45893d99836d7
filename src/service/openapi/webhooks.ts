import type { JsonSchema } from '../../kernel/json-schema'
import { type EventKey, eventKeys, isAboutDelivery } from '../resources/event/model'
import { eventObjects } from '../resources/models'
import { pascal } from './names'

/** The name of the schema of the object in an event of this kind. */
export const dataNameOf = (key: EventKey): string => pascal(eventObjects[key])

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
      '2XX': { description: 'Received' },
      default: { description: 'Not received: it is sent again later' },
    },
  },
})

/** Every request that the service sends (spec 5.1, 6). */
export const webhooks = (): JsonSchema =>
  Object.fromEntries(eventKeys.filter((key) => !isAboutDelivery(key)).map((key) => [key, webhook(key)]))
