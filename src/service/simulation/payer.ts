import type { DoneAct } from '../faults/probe'
import { waitsForPayer } from '../resources/charge/machine'
import type { World } from '../world'

/** Until when a charge, that of a source, or a hosted checkout waits for its payer. */
const waitsUntil = (world: World, id: string): number | null => {
  const session = world.checkoutSessions.get(id)
  if (session !== undefined) return session.state === 'open' ? session.expiresAt : null
  const charge = world.charges.get(world.sources.get(id)?.charge ?? id)
  return charge !== undefined && waitsForPayer(charge) ? charge.expiresAt : null
}

/** What the buttons of a page do. */
export const actOf = (result: 'success' | 'failure'): string =>
  result === 'success' ? 'pay-charge' : 'fail-charge'

interface NamedAct {
  /** `pay-charge` */
  readonly name: string
  /** The record that it is done to. */
  readonly id: string
  /** Whether its page leads back to the shop. */
  readonly returns?: boolean
  /** The page of the shop that a second tab opens again. */
  readonly reopens?: string | null
}

/** Lets a payer act: at once, but in an exploration that lets it act later, or never, where the result is `null`. */
export const actAsPayer = <T>(
  world: World,
  { name, id, reopens = null, returns = reopens !== null }: NamedAct,
  perform: () => T,
): DoneAct<T> | null => {
  const { probe } = world
  if (probe === null) return { result: perform(), returns: true }
  return probe.act({ name, id, returns, reopens, waitsUntil: () => waitsUntil(world, id) }, perform)
}
