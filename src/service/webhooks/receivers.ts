import { defaultAccount } from '../accounts'
import { webhookUrlsOf } from '../resources/account/operations'
import type { EventRow } from '../resources/event/model'
import type { World } from '../world'
import type { DeliveryHandler } from './transmit'

/** The address of functions that name none. It is only valid in this process. */
const origin = 'https://webhooks.payment-sandbox.test'

const gone: DeliveryHandler = () => {
  throw new Error('the function that took these deliveries is gone')
}

interface Registered {
  readonly handler: DeliveryHandler
  /** Whether it gets all events of its world; otherwise it only answers at its address. */
  readonly isAddress: boolean
}

const none: readonly string[] = []

/**
 * Who gets an event: addresses that its charge, its account or an option names, and functions. Functions are not part of
 * the state: they stay registered after a reset.
 */
export class Receivers {
  readonly #configured: readonly string[]
  /** Instead of the configured ones, by the key of their world. */
  readonly #given = new Map<string, readonly string[]>()
  readonly #byPlace = new Map<string, Registered>()
  /** By the key of their world: its account may be removed and come back. */
  readonly #addresses = new Map<string, readonly string[]>()

  /** @param configured endpoints of the default account that are not in its rows */
  constructor(configured: readonly string[]) {
    this.#configured = configured
  }

  /**
   * The endpoints of an event: the addresses of its charge, else those of its account (assumptions `charge-webhooks`,
   * `webhook-option`).
   */
  of(world: World, event: EventRow): readonly string[] {
    const own = event.charge === null ? undefined : world.charges.get(event.charge)?.webhookEndpoints
    return own !== undefined && own.length > 0 ? own : this.ofAccount(world)
  }

  /** The endpoints of events that name no addresses. */
  ofAccount(world: World): readonly string[] {
    const account = world.settings.length === 0 ? none : webhookUrlsOf(world)
    const configured =
      this.#given.get(world.key) ?? (world.accountId === defaultAccount ? this.#configured : none)
    const functions = this.#addresses.get(world.key) ?? none
    const others = configured.length + functions.length
    return others === 0 ? account : [...new Set([...account, ...configured, ...functions])]
  }

  /** Sends the events of this world to these addresses instead of the configured ones. */
  deliverTo(world: World, urls: readonly string[]): void {
    this.#given.set(world.key, urls)
  }

  /** @returns a function that removes it */
  add(world: World, handler: DeliveryHandler, uri: string | undefined): () => void {
    const address = uri ?? this.#freeAddress(world)
    const place = placeOf(world, address)
    const functions = this.#addresses.get(world.key) ?? none
    const registered = { handler, isAddress: uri === undefined }
    this.#byPlace.set(place, registered)
    if (registered.isAddress) this.#addresses.set(world.key, [...functions, address])
    return () => {
      if (this.#byPlace.get(place) !== registered) return
      this.#byPlace.delete(place)
      const others = (this.#addresses.get(world.key) ?? none).filter((other) => other !== address)
      if (others.length > 0) this.#addresses.set(world.key, others)
      else this.#addresses.delete(world.key)
    }
  }

  /** The function that answers at this address instead of the network. */
  functionAt(world: World, uri: string): DeliveryHandler | undefined {
    const registered = this.#byPlace.get(placeOf(world, uri))
    return registered?.handler ?? (uri.startsWith(`${origin}/`) ? gone : undefined)
  }

  /** Each start gives it the address that it had before, so that saved deliveries find their function again. */
  #freeAddress(world: World): string {
    for (let i = 1; ; i += 1) {
      const address = `${origin}/${i}`
      if (!this.#byPlace.has(placeOf(world, address))) return address
    }
  }
}

const placeOf = (world: World, uri: string): string => `${world.key} ${uri}`
