import { audit } from '../../ledger/audit'
import type { World } from '../../world'

/** All books, where each request was held only to what it wrote itself. Throws what does not add up. */
export const proveBooks = (worlds: readonly World[]): void => {
  const faults = worlds.flatMap((world) => audit(world).map((fault) => `${world.key}: ${fault}`))
  if (faults.length > 0) throw new Error(`audit: ${faults.slice(0, 3).join('; ')}`)
}
