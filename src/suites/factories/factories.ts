/**
 * payment-sandbox/factories: valid records for unit tests, without a server. The operations of the service make them, so
 * they cannot drift from it.
 */

import type { Event } from 'payment-sandbox'
import { parseTime } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { isObject } from '../../kernel/json'
import { checkOptionNames } from '../../kernel/option-names'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { type ProfileName, profileNames, profileOf } from '../../options/profiles'
import { makeCustomer } from '../../service/resources/customer/index'
import { type EventKey, isAboutDelivery, occasionsOf } from '../../service/resources/event/keys'
import { type EventRow, unknownEvent } from '../../service/resources/event/model'
import { renderEvent } from '../../service/resources/event/record'
import { applyProfile } from '../../service/resources/record'
import { renderSubject } from '../../service/resources/registry'
import { dispatchAgain, publishedRetries, recordAttempt } from '../../service/webhooks/outbox'
import { signWebhook } from '../../service/webhooks/signature'
import { type FactoryContext, FactorySandbox, type Make, override } from './factory-sandbox'
import type { EventFactory, Factories, Overrides, WebhookFactory } from './kinds'
import { recordFactories } from './records'

export type * from './kinds'

const receiver = 'https://shop.example.com/webhooks'

/** Delivers an event about a new customer; `times` attempts, of which the last one is answered. */
const deliver = (making: FactoryContext, times: number): void => {
  const { world, renderContext } = making
  makeCustomer(making, {})
  const unsigned = {
    baseUrl: renderContext.baseUrl,
    timestamp: String(Math.floor(renderContext.now / 1000)),
    signature: null,
  }
  const facts = { ...unsigned, answer: null }
  let dispatch = dispatchAgain(world, latest(making, 'customer.create'), receiver)
  for (let attempt = 1; attempt <= times; attempt += 1) {
    const isLast = attempt === times
    const answer = isLast ? { status: 200, error: null } : { status: 503, error: 'answered with 503' }
    recordAttempt(world, dispatch, { ...facts, ...answer }, publishedRetries)
    dispatch = world.dispatches.get(dispatch.id) ?? dispatch
  }
}

const latest = ({ world }: FactoryContext, key: EventKey): EventRow => {
  const found = rowsOf(world.events).findLast((event) => event.key === key)
  if (found === undefined) throw new Error(`nothing made ${key}`)
  return found
}

const eventFactory =
  (sandbox: FactorySandbox): EventFactory =>
  <K extends EventKey>(key: K, overrides?: Overrides<Event<K>>): Event<K> => {
    checkObject(overrides, 'overrides')
    const { data, ...rest }: { readonly data?: unknown } = { ...overrides }
    const replaced = isObject(data) ? data : {}
    const { eventKeys } = sandbox.profile
    const [occasion] = occasionsOf(key, eventKeys)
    if (occasion === undefined) throw unknownEvent(key, eventKeys)
    const make: Make = isAboutDelivery(key)
      ? (making) => deliver(making, key === 'webhooks.deliver' ? 1 : 2)
      : occasion
    const event = sandbox.run(
      isAboutDelivery(key) ? 'customer.create' : occasion,
      replaced,
      make,
      (making) => {
        const { renderContext } = making
        const shown = applyProfile(
          renderEvent(latest(making, key), [], renderContext, renderSubject),
          renderContext,
        )
        const settled = Object.entries(making.given).filter(([name]) => shown.data[name] !== undefined)
        return override({ ...shown, data: override(shown.data, replaced, Object.fromEntries(settled)) }, rest)
      },
    )
    return structuredClone(event) as Event<K>
  }

const optionsOfWebhook = ['secret', 'timestamp', 'overrides', 'url', 'headerPrefix', 'secretEncoding']

const webhookFactory = (sandbox: FactorySandbox): WebhookFactory => {
  const event = eventFactory(sandbox)
  return (key, options) => {
    checkOptionNames(options, optionsOfWebhook, true)
    const { url = receiver, overrides, ...signing } = options
    if ([signing.secret].flat().some((secret) => typeof secret !== 'string' || secret === ''))
      throw new SandboxError('invalid_option', 'secret: must be the signing secret, or all that are current')
    const body = JSON.stringify(event(key, overrides))
    const { headerPrefix } = sandbox.profile
    const { headers } = signWebhook({ headerPrefix, ...signing, body })
    return new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  }
}

export interface FactoryOptions {
  /** From which ids and numbers follow: two factories with one seed make equal records, call by call. Default: `factories`. */
  readonly seed?: string
  /** Whose records and events they are: `spec`, the default, or `omise` for the real service. */
  readonly profile?: ProfileName
  /** When everything happens: ISO 8601, or epoch milliseconds. Default: `2026-01-15T09:00:00Z`. */
  readonly now?: string | number | Date
}

const usualNow = '2026-01-15T09:00:00Z'

const timeOf = (now: string | number | Date): number => {
  const time = typeof now === 'string' ? parseTime(now) : Number(now)
  if (time !== null && Number.isSafeInteger(time)) return time
  throw new SandboxError('invalid_option', 'now: must be a time in ISO 8601, epoch milliseconds or a Date')
}

/**
 * Separate factories: the same options give the same records, in the order of the calls.
 *
 * @example
 * const { charge } = factories({ seed: 'shop', now: '2026-01-15T09:00:00Z' })
 * charge.refunded(500).refunded_amount // 500
 *
 * @throws SandboxError `invalid_option` for a time or a profile that is none
 */
export const factories = (options: FactoryOptions = {}): Factories => {
  checkOptionNames(options, ['seed', 'profile', 'now'])
  const { seed = 'factories', now = usualNow, profile = 'spec' } = options
  if (!profileNames.includes(profile))
    throw new SandboxError('invalid_option', `profile: must be ${profileNames.join(' or ')}`)
  const sandbox = new FactorySandbox(seed, timeOf(now), profileOf(profile))
  return { ...recordFactories(sandbox), event: eventFactory(sandbox), webhook: webhookFactory(sandbox) }
}

export const {
  charge,
  refund,
  customer,
  card,
  token,
  source,
  recipient,
  transfer,
  dispute,
  schedule,
  occurrence,
  link,
  transaction,
  event,
  webhook,
}: Factories = /* @__PURE__ */ factories()
