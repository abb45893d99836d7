import type { World } from '../world'
import type { DeliveryHandler } from './transmit'

/** Functions as receivers. They are not part of the state: they stay registered after a reset. */

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

export class Handlers {
  readonly #byPlace = new Map<string, Registered>()
  /** By the key of their world: its account may be removed and come back. */
  readonly #addresses = new Map<string, readonly string[]>()

  /** @returns a function that removes it */
  add(world: World, handler: DeliveryHandler, uri: string | undefined): () => void {
    const address = uri ?? this.#freeAddress(world)
    const place = placeOf(world, address)
    const registered = { handler, isAddress: uri === undefined }
    this.#byPlace.set(place, registered)
    if (registered.isAddress) this.#addresses.set(world.key, [...this.addressesOf(world), address])
    return () => {
      if (this.#byPlace.get(place) !== registered) return
      this.#byPlace.delete(place)
      const others = this.addressesOf(world).filter((other) => other !== address)
      if (others.length > 0) this.#addresses.set(world.key, others)
      else this.#addresses.delete(world.key)
    }
  }

  addressesOf(world: World): readonly string[] {
    return this.#addresses.get(world.key) ?? none
  }

  /** The function that answers at this address instead of the network. */
  of(world: World, uri: string): DeliveryHandler | undefined {
    const registered = this.#byPlace.get(placeOf(world, uri))
    return registered?.handler ?? (uri.startsWith(`${origin}/`) ? gone : undefined)
  }

  /** The same address at every start, so that saved deliveries find their function again. */
  #freeAddress(world: World): string {
    for (let i = 1; ; i += 1) {
      const address = `${origin}/${i}`
      if (!this.#byPlace.has(placeOf(world, address))) return address
    }
  }
}

const placeOf = (world: World, uri: string): string => `${world.key} ${uri}`
