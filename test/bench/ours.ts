/** Our server in a process of its own, as the command line starts it, and what the run needs to know and to prepare. */
import type { Charge, Snapshot } from '../../src/index'
import { serve } from './program'
import { openShop } from './shop'

export type OurQuestion =
  | { readonly do: 'listen' }
  | { readonly do: 'cpu' }
  /** Starts again with N charges in the store. */
  | { readonly do: 'prepare'; readonly charges: number }

export interface OurAnswer {
  readonly port: number
  readonly authorization: string
  readonly customer: string
  /** Microseconds of processor time so far. */
  readonly cpu: number
  /** The newest. */
  readonly charge: Charge | undefined
}

const shop = await openShop()
const listening = await shop.sandbox.host.listen({ port: 0 }, true)
const stores = new Map<number, Snapshot>([[0, shop.sandbox.snapshot()]])

const prepare = async (charges: number): Promise<void> => {
  let store = stores.get(charges)
  if (store === undefined) {
    shop.sandbox.restore(stores.get(0) as Snapshot)
    await shop.fill(charges)
    store = shop.sandbox.snapshot()
    stores.set(charges, store)
  }
  // Garbage is not collected here on purpose: being forced to, the engine forgets what it knew of the hot code.
  shop.sandbox.restore(store)
}

serve(async (question: OurQuestion): Promise<OurAnswer> => {
  if (question.do === 'prepare') await prepare(question.charges)
  const { user, system } = process.cpuUsage()
  return {
    port: Number(new URL(listening.url).port),
    authorization: shop.sandbox.authorization.secret,
    customer: shop.customer,
    cpu: user + system,
    charge: shop.sandbox.charges.last(),
  }
})
