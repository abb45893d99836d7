import type { Event, EventKey } from 'payment-sandbox'
import { rowsOf } from '../kernel/collection'
import { isObject } from '../kernel/json'
import { makeCustomer } from '../resources/customer/triggers'
import { type EventRow, isAboutDelivery, unknownEvent } from '../resources/event/model'
import { renderEvent } from '../resources/event/record'
import { renderSubject, triggers } from '../resources/registry'
import type { OperationName } from '../resources/trigger'
import { dispatchAgain, recordAttempt } from '../webhooks/outbox'
import { publishedRetries } from '../webhooks/retry'
import { type SecretEncoding, signWebhook } from '../webhooks/signature'
import { type Overrides, override } from './overrides'
import type { FactoryContext, FactoryStage } from './stage'

/** Makes an event of a kind, with the record that it carries, and all its fields. */
export type EventFactory = <K extends EventKey>(key: K, overrides?: Overrides<Event<K>>) => Event<K>

export interface WebhookOptions<K extends EventKey = EventKey> {
  /** The signing secret of the receiver; during a rotation, all current ones. */
  readonly secret: string | readonly string[]
  /** Unix seconds of the signature. Default: now, by the clock of the machine, as receivers refuse older ones. */
  readonly timestamp?: number
  /** Fields of the event to replace, before it is signed. */
  readonly overrides?: Overrides<Event<K>>
  /** Default: `https://shop.example.com/webhooks`. */
  readonly url?: string
  /** The `Service` of `Service-Signature`. Default: `Service`. */
  readonly headerPrefix?: string
  /** Default: `utf8`. */
  readonly secretEncoding?: SecretEncoding
}

/** Makes the request that delivers an event, signed. */
export type WebhookFactory = <K extends EventKey>(key: K, options: WebhookOptions<K>) => Request

const receiver = 'https://shop.example.com/webhooks'

/** Delivers an event about a new customer; `times` attempts, of which the last one is answered. */
const deliver = (making: FactoryContext, times: number): void => {
  const { world, scene } = making
  makeCustomer(making, {})
  const event = latest(world.events, 'customer.create')
  const unsigned = {
    baseUrl: scene.baseUrl,
    timestamp: String(Math.floor(scene.now / 1000)),
    signature: null,
  }
  const facts = { ...unsigned, answer: null }
  let dispatch = dispatchAgain(world, event, receiver)
  for (let attempt = 1; attempt <= times; attempt += 1) {
    const isLast = attempt === times
    const answer = isLast ? { status: 200, error: null } : { status: 503, error: 'answered with 503' }
    recordAttempt(world, dispatch, { ...facts, ...answer }, publishedRetries)
    dispatch = world.dispatches.get(dispatch.id) ?? dispatch
  }
}

const latest = (events: FactoryContext['world']['events'], key: EventKey): EventRow => {
  const found = rowsOf(events).findLast((event) => event.key === key)
  if (found === undefined) throw new Error(`nothing made ${key}`)
  return found
}

interface EventMaker {
  /** The operation whose parameters may be among the overrides of the data. */
  readonly takes: OperationName
  readonly make: (making: FactoryContext) => void
}

const makerOf = (key: EventKey): EventMaker => {
  if (isAboutDelivery(key)) {
    const times = key === 'webhooks.deliver' ? 1 : 2
    return { takes: 'POST /customers', make: (making) => deliver(making, times) }
  }
  const recipe = triggers()[key]
  if (recipe !== undefined) return { takes: recipe.takes, make: (making) => recipe.run(making, making.given) }
  throw unknownEvent(key)
}

export const eventFactory =
  (stage: FactoryStage): EventFactory =>
  <K extends EventKey>(key: K, overrides?: Overrides<Event<K>>): Event<K> => {
    const { takes, make } = makerOf(key)
    const { data, ...rest }: { readonly data?: unknown } = { ...overrides }
    const replaced = isObject(data) ? data : {}
    const event = stage.run({ takes, overrides: replaced }, (making) => {
      make(making)
      const row = latest(making.world.events, key)
      const shown = renderEvent(row, [], making.scene, renderSubject)
      const settled = new Set(Object.keys(making.given).filter((name) => shown.data[name] !== undefined))
      return override({ ...shown, data: override(shown.data, replaced, settled) }, rest)
    })
    return structuredClone(event) as Event<K>
  }

export const webhookFactory = (stage: FactoryStage): WebhookFactory => {
  const event = eventFactory(stage)
  return (key, { url = receiver, overrides, ...signing }) => {
    const body = JSON.stringify(event(key, overrides))
    const { headers } = signWebhook({ ...signing, body })
    return new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  }
}
