import * as z from 'zod/mini'
import { bindMethods } from '../../kernel/bind-methods'
import { latest } from '../../kernel/collection'
import { once } from '../../kernel/json'
import { checkOptionNames } from '../../kernel/option-names'
import { SandboxError } from '../../kernel/sandbox-error'
import { fits } from '../../kernel/text'
import { checkOptions } from '../../options/config'
import { webhookUrls } from '../../options/values'
import { deliveredKeysOf, type EventKey, isAboutDelivery } from '../../service/resources/event/keys'
import { checkPattern } from '../../service/resources/event/model'
import { peekEvent } from '../../service/resources/event/operations'
import type { EventPattern } from '../../service/resources/event/record'
import { attemptIdOf } from '../../service/resources/webhook-delivery/operations'
import { signingSecretsOf } from '../../service/resources/webhook-secret/operations'
import type { DeliveryHandler } from '../../service/webhooks/transmit'
import type { World } from '../../service/world'
import { type WaitOptions, waitFor } from '../clock/waiting'
import type { Core } from '../core'
import { checkFilter, checkPredicate, describeHistory, type Filter, matches } from '../records/reading'
import { type Delivery, deliveryOf, deliverySchema } from './delivery'

const neverSent = (key: string): string => `${key} is about a delivery, and is never delivered itself`

const receiverUrls = once(() => z.strictObject({ url: webhookUrls() }))

const shownUrl = (url: unknown): string =>
  typeof url === 'string' ? `"${url.slice(0, 60)}"` : `a ${typeof url}`

/** The webhooks of one account in one mode. */
export class Webhooks {
  readonly #core: Core
  readonly #place: { readonly world: World }
  /** Ids that `next` has returned, and the number of restarts of the state that they belong to. */
  #given = new Set<string>()
  #restarts = 0

  /**
   * @param place its `world` throws a SandboxError when the account no longer exists
   * @internal
   */
  constructor(core: Core, place: { readonly world: World }) {
    this.#core = core
    this.#place = place
    bindMethods(this)
  }

  get #world(): World {
    return this.#place.world
  }

  /** The endpoints of events: those of the account, of the options, and of functions. */
  get endpoints(): readonly string[] {
    return this.#core.receivers.ofAccount(this.#world)
  }

  /** The signing secrets, newest first. A receiver must know them. */
  get secrets(): readonly string[] {
    return signingSecretsOf(this.#world)
  }

  /**
   * The newest secret.
   * @throws SandboxError `not_found` when all secrets are deleted
   */
  get secret(): string {
    const [newest] = this.secrets
    if (newest === undefined)
      throw new SandboxError(
        'not_found',
        'every webhook secret was deleted: POST /webhooks/secrets makes a new one',
      )
    return newest
  }

  /**
   * Delivers to this address from now on, as the option `webhook` does: for an application on a port that is known only
   * when it listens. It replaces the address of that option and of an earlier call, and stays after a reset. Those that
   * the account has by `PATCH /account`, those of a charge, and functions stay. What already waits to be retried goes to
   * its old address.
   * @param url an http or https URL, or a list of them; `[]` for none
   * @throws SandboxError `invalid_option` for anything else; `closed`
   *
   * @example
   * const { port } = await startShop()
   * sandbox.webhooks.deliverTo(`http://127.0.0.1:${port}/webhooks`)
   */
  deliverTo(url: string | readonly string[]): void {
    this.#ask()
    this.#core.receivers.deliverTo(this.#world, checkOptions(receiverUrls(), { url }).url)
  }

  /**
   * Delivers to a function instead of over the network. It gets the request with its exact headers and body.
   * @param options `url`: the function answers for this address of the account, an option or a charge. Default: the
   *   function is a separate endpoint and gets every event.
   * @returns a function that removes it
   * @throws SandboxError `invalid_option` when the handler is no function, or `url` no http or https URL
   */
  onDelivery(handler: DeliveryHandler, options: { readonly url?: string } = {}): () => void {
    this.#ask()
    if (typeof handler !== 'function') {
      const shown = typeof handler === 'string' ? JSON.stringify(handler) : typeof handler
      throw new SandboxError('invalid_option', `handler: must be a function, not ${shown}`)
    }
    checkOptionNames(options, ['url'])
    const { url } = options
    if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      throw new SandboxError('invalid_option', `url: must be an http or https URL, not ${shownUrl(url)}`)
    return this.#core.receivers.add(this.#world, handler, url)
  }

  /**
   * The attempts so far, in their order.
   * @param options `last`: only the latest matching ones. Default: all
   * @throws SandboxError `invalid_option` for a filter with a field that no delivery has
   */
  deliveries(filter?: Filter<Delivery>, options: { readonly last?: number } = {}): readonly Delivery[] {
    const world = this.#world
    checkFilter(filter, Object.keys(deliverySchema().shape))
    checkOptionNames(options, ['last'])
    const { last = Number.POSITIVE_INFINITY } = options
    return latest(world.webhookDeliveries, last, (row) => {
      const delivery = deliveryOf(world, row, this.#core.settings)
      return delivery !== null && matches(delivery, filter) ? delivery : null
    })
  }

  /**
   * The next attempt that no earlier call of `next` returned, made already or still to come, with any answer of the
   * receiver.
   * @param key `charge.complete`, `charge.*`. Default: any
   * @throws SandboxError `not_found` for a key or pattern that fits no event that is delivered, with the nearest;
   *   `timed_out` with the deliveries that were made instead; `closed`
   */
  async next(
    key: EventPattern = '*',
    predicate: (delivery: Delivery) => boolean = () => true,
    options: WaitOptions = {},
  ): Promise<Delivery> {
    this.#ask()
    const { eventKeys } = this.#world.profile
    checkPattern(key, eventKeys)
    checkPredicate(predicate, 'webhooks.next')
    if (!deliveredKeysOf(eventKeys).some((known) => fits(key, known)))
      throw new SandboxError('not_found', neverSent(key))
    this.#core.webhookQueues.pump()
    let seen = 0
    const find = (): Delivery | undefined => {
      const world = this.#world
      const rows = world.webhookDeliveries
      const given = this.#givenIn(this.#core.webhookQueues.restartsOf(world))
      // A restore has replaced the state that was seen.
      if (seen > rows.length) seen = 0
      for (; seen < rows.length; seen += 1) {
        const row = rows.at(seen)
        if (given.has(row.id) || !fits(key, row.key)) continue
        const delivery = deliveryOf(world, row, this.#core.settings)
        if (delivery === null || !predicate(delivery)) continue
        given.add(row.id)
        return delivery
      }
      return undefined
    }
    return this.#wait(find, options, (ms) => `no webhook ${key} that fits was delivered within ${ms} ms`)
  }

  /**
   * Resolves when all due deliveries have succeeded or failed. Retries come later, with the clock.
   * @throws SandboxError `timed_out` with the attempts in progress; `closed`
   */
  async settle(options: WaitOptions = {}): Promise<void> {
    this.#ask()
    const { accounts, webhookQueues, jobs } = this.#core
    jobs.catchUp()
    webhookQueues.pump()
    // A wait is for both modes of the account.
    const both = () => [false, true].map((livemode) => accounts.world(this.#world.accountId, livemode))
    const find = (): true | undefined => (webhookQueues.isIdleIn(both()) ? true : undefined)
    await this.#wait(find, options, (ms) => `deliveries were still on their way after ${ms} ms`)
  }

  /**
   * Delivers an event again to the current endpoints of its account: with a new signature, and as a first attempt. Resolves
   * with the attempts.
   * @throws SandboxError `not_found`, `no_endpoint`, `timed_out`, `closed`
   */
  async resend(eventId: string): Promise<readonly Delivery[]> {
    this.#ask()
    const { webhookQueues, commit, timeoutMs } = this.#core
    const event = peekEvent(this.#world, eventId)
    if (event === undefined) throw new SandboxError('not_found', `event ${eventId} was not found`)
    const sent = commit(() => webhookQueues.announceAgain(this.#world, event))
    if (sent.length === 0) throw this.#noEndpoint(event.key)
    webhookQueues.pump()
    const find = (): readonly Delivery[] | undefined =>
      sent.some((id) => this.#world.dispatches.get(id)?.state === 'due')
        ? undefined
        : sent.flatMap((id) => this.#firstOf(id))
    return this.#wait(
      find,
      { timeoutMs: timeoutMs + 1000 },
      (ms) => `${eventId} was not delivered within ${ms} ms`,
    )
  }

  #firstOf(dispatch: string): readonly Delivery[] {
    const row = this.#world.webhookDeliveries.get(attemptIdOf(this.#world, dispatch, 1))
    const delivery = row === undefined ? null : deliveryOf(this.#world, row, this.#core.settings)
    return delivery === null ? [] : [delivery]
  }

  #givenIn(restarts: number): Set<string> {
    if (restarts !== this.#restarts) this.#given = new Set()
    this.#restarts = restarts
    return this.#given
  }

  #wait<T>(find: () => T | undefined, options: WaitOptions, failed: (ms: number) => string): Promise<T> {
    const { webhookQueues, jobs } = this.#core
    const explain = (ms: number): string => `${failed(ms)}\n  ${this.#situation()}`
    return waitFor({ find, watch: (changed) => webhookQueues.watch(changed), explain }, jobs, options)
  }

  #ask(): void {
    void this.#world
    this.#core.lifetime.check()
  }

  #situation(): string {
    if (this.#world.dispatches.length === 0 && this.endpoints.length === 0)
      return 'events have no endpoint: give the option `webhook`, call deliverTo() or onDelivery(), or set webhook_uri with PATCH /account'
    return describeHistory(this.#world)
  }

  #noEndpoint(key: EventKey): SandboxError {
    const why = isAboutDelivery(key)
      ? neverSent(key)
      : 'no address to deliver to: give the option `webhook`, call deliverTo() or onDelivery(), or set webhook_uri with PATCH /account'
    return new SandboxError('no_endpoint', why)
  }
}
