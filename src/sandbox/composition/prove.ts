import { audit } from '../../service/ledger/audit'
import type { World } from '../../service/world'

/** Audits the whole ledger; the audit of a request only covers its own writes. Throws the broken rules. */
export const proveBooks = (worlds: readonly World[]): void => {
  const faults = worlds.flatMap((world) => audit(world).map((fault) => `${world.key}: ${fault}`))
  if (faults.length > 0) throw new Error(`audit: ${faults.slice(0, 3).join('; ')}`)
}
