import { fail } from '../../kernel/errors'
import { audit } from '../ledger/audit'
import type { World } from '../world'

/**
 * Checks an operation, before it is committed, against the rules that no operation may break (contract of the sandbox,
 * option `audit`): the books add up, and a charge has one event about its creation and one about its decision. An
 * operation that breaks a rule is undone, and the error names the rule.
 */
export const proveAudited = (world: World): void => {
  const broken = [...audit(world), ...duplicateEvents(world)]
  if (broken.length > 0) throw fail('internal_error', {}, `audit: ${broken.slice(0, 3).join('; ')}`)
}

/** A charge is created and decided once. */
const uniqueEvents = new Set(['charge.create', 'charge.complete'])

const duplicateEvents = (world: World): readonly string[] =>
  world.pendingCommit.insertedIn(world.events).flatMap(({ id, key, charge }) => {
    if (!uniqueEvents.has(key) || charge === null) return []
    const events = world.events.by('charge', charge)
    for (let i = 0; i < events.length; i += 1)
      if (events.at(i).key === key && events.at(i).id !== id) return [`${charge} has the event ${key} twice`]
    return []
  })
