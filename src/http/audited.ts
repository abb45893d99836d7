import { fail } from '../kernel/errors'
import { auditWrites } from '../ledger/audit'
import type { World } from '../world'
import { addedSince, type Mark } from './journal'

/**
 * Holds an operation, before it is kept, to the rules that no operation may break (contract of the sandbox, option
 * `audit`): the books add up, and what happens to a charge is told once. What breaks one is undone and named.
 */
export const proveAudited = (world: World, mark: Mark): void => {
  const broken = [...auditOf(world)(), ...toldTwice(world, mark)]
  if (broken.length > 0) throw fail('internal_error', {}, `audit: ${broken.slice(0, 3).join('; ')}`)
}

const audits = new WeakMap<World, () => readonly string[]>()

/** The first look of a world is at all that is there; each one after that at what was written since. */
const auditOf = (world: World): (() => readonly string[]) => {
  let audit = audits.get(world)
  if (audit === undefined) {
    audit = auditWrites(world)
    audits.set(world, audit)
  }
  return audit
}

/** A charge is made and decided once. */
const once = new Set(['charge.create', 'charge.complete'])

const toldTwice = (world: World, { event }: Mark): readonly string[] =>
  addedSince(world.events, event).flatMap(({ id, key, charge }) => {
    if (!once.has(key) || charge === null) return []
    const told = world.events.by('charge', charge)
    for (let i = 0; i < told.length; i += 1)
      if (told.at(i).key === key && told.at(i).id !== id) return [`${charge} tells ${key} twice`]
    return []
  })
