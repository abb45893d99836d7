import { rowsOf } from '../../kernel/collection'
import { ApiError } from '../../kernel/errors'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import {
  type DeliveryKey,
  type EventKey,
  eventKeysOf,
  isAboutDelivery,
  isKeyIn,
  type KeySet,
  occasionsOf,
} from '../../service/resources/event/keys'
import { unknownEvent } from '../../service/resources/event/model'
import type { Event } from '../../service/resources/event/record'
import { triggers } from '../../service/resources/registry'
import type { Recipe, TriggerParameters } from '../../service/resources/resource'
import type { DispatchRow } from '../../service/resources/webhook-delivery/model'
import type { World } from '../../service/world'
import type { Reader } from '../records/reading'
import type { Webhooks } from '../webhooks/webhooks'
import { type ActionContext, checkNames, operationContext } from './api-call'

export type { TriggerParameters }

/** What a trigger needs of its account and mode. */
interface TriggerContext {
  readonly context: ActionContext
  readonly events: Reader<Event>
  readonly webhooks: Webhooks
  readonly clock: { set(time: number): Promise<unknown> }
}

/** An event key and what its trigger does. */
export interface Triggerable {
  readonly key: EventKey
  readonly summary: string
  /** The operation whose parameters can be given. */
  readonly takes: string
}

/** Of a new customer. */
const deliveries: { readonly [key in DeliveryKey]: string } = {
  'webhooks.deliver': 'An event is delivered',
  'webhooks.retry': 'A delivery fails, and the clock moves on to its next attempt (1 min)',
}

/** Every kind of event that a sandbox with these keys has. */
export const triggerable = (set: KeySet): readonly Triggerable[] =>
  eventKeysOf(set).map((key) => {
    if (isAboutDelivery(key)) return { key, summary: deliveries[key], takes: 'POST /customers' }
    const { summary, takes } = recipeOf(key, set)
    return { key, summary, takes }
  })

const recipeOf = (key: EventKey, set: KeySet): Recipe => {
  const [recipe] = occasionsOf(key, set).flatMap((occasion) => triggers[occasion] ?? [])
  if (recipe === undefined) throw new Error(`nothing triggers ${key}`)
  return recipe
}

export const triggerOn = async (
  trigger: TriggerContext,
  key: string,
  overrides: TriggerParameters = {},
): Promise<Event> => {
  const set = trigger.context.world.profile.eventKeys
  if (!isKeyIn(key, set)) throw unknownEvent(key, set)
  checkObject(overrides, 'parameters')
  const id = isAboutDelivery(key)
    ? await deliver(trigger, key, overrides)
    : causeEvent(trigger.context, key, overrides)
  const event = trigger.events.get(id)
  if (event === undefined) throw new Error(`event ${id} was forgotten before it was shown`)
  return event
}

/** All or nothing: a refusal undoes the records made for the trigger. */
const causeEvent = (
  { world, renderContext, change }: ActionContext,
  key: Exclude<EventKey, DeliveryKey>,
  given: TriggerParameters,
): string => {
  const { takes, run } = recipeOf(key, world.profile.eventKeys)
  checkNames(takes, given)
  try {
    return change(() => {
      run(operationContext(world, renderContext()), given)
      const caused = world.pendingCommit.insertedIn(world.events).findLast((event) => event.key === key)
      if (caused === undefined)
        throw new SandboxError(
          'refused',
          `with these parameters there is no ${key}; without them there is one`,
        )
      return caused.id
    })
  } catch (error) {
    throw error instanceof ApiError ? new SandboxError('refused', error.message, { cause: error }) : error
  }
}

/** Delivers a new customer to our own receiver. For a retry the first attempt fails, and the clock moves to the next. */
const deliver = async (
  { context, webhooks, clock }: TriggerContext,
  key: DeliveryKey,
  given: TriggerParameters,
): Promise<string> => {
  const { world } = context
  let status = key === 'webhooks.retry' ? 503 : 200
  const uris: string[] = []
  const stop = webhooks.onDelivery(({ url }) => {
    uris.push(url)
    return new Response(null, { status })
  })
  try {
    const event = causeEvent(context, 'customer.create', given)
    await webhooks.settle()
    const ours = (): DispatchRow => dispatchTo(world, event, uris[0])
    if (key === 'webhooks.deliver') return lastAttempt(world, ours())
    status = 200
    const retryAt = rowsOf(world.webhookDeliveries.by('event', event)).find(
      ({ uri }) => uri === uris[0],
    )?.retryAt
    if (retryAt === undefined || retryAt === null)
      throw new SandboxError('refused', 'nothing is tried again: the option webhooks.retry is false')
    await clock.set(retryAt)
    return lastAttempt(world, ours())
  } finally {
    stop()
  }
}

const dispatchTo = (world: World, event: string, uri: string | undefined): DispatchRow => {
  const found = rowsOf(world.dispatches.by('event', event)).find((dispatch) => dispatch.uri === uri)
  if (found === undefined)
    throw new SandboxError('refused', 'a fault of webhooks kept the event from its receiver')
  return found
}

/** The event about the last attempt. */
const lastAttempt = (world: World, { id, attempts }: DispatchRow): string =>
  world.idFrom('evnt', `${id} ${attempts}`)
