import { defaults } from '../config'
import type { Row, Stored } from '../kernel/collection'
import { audit } from '../ledger/audit'
import { resources } from '../resources/registry'
import type { World } from '../world'

/**
 * Holds rows that came from elsewhere to what the operations here keep by themselves: each can be shown in its
 * promised form, and the books add up. Throws what does not.
 */
export const proveWorld = (world: World): void => {
  for (const rows of world.collections) proveOrder(rows)
  for (const rows of world.collections) for (const row of rows.snapshot()) proveRow(world, row)
  const faults = audit(world)
  if (faults.length > 0) throw new Error(faults.slice(0, 3).join('; '))
}

/** All books, where each request was held only to what it wrote itself. Throws what does not add up. */
export const proveBooks = (worlds: readonly World[]): void => {
  const faults = worlds.flatMap((world) => audit(world).map((fault) => `${world.key}: ${fault}`))
  if (faults.length > 0) throw new Error(`audit: ${faults.slice(0, 3).join('; ')}`)
}

/** Lists and periods find their place by binary search. */
const proveOrder = (rows: Stored): void => {
  let latest = Number.NEGATIVE_INFINITY
  for (const { id, createdAt } of rows.snapshot()) {
    if (createdAt < latest) throw new Error(`${rows.name} are not in the order of their creation at ${id}`)
    latest = createdAt
  }
}

const proveRow = (world: World, row: Row): void => {
  const resource = resources[row.id.slice(0, row.id.indexOf('_'))]
  if (resource === undefined || resource.find(world, row.id) !== row) return
  const scene = { livemode: world.livemode, now: world.now(), baseUrl: defaults.baseUrl }
  const subject = { object: resource.object, row, related: resource.related(world, row) }
  const result = resource.schema().safeParse(resource.render(subject, scene))
  const issue = result.error?.issues[0]
  if (issue !== undefined) throw new Error(`${row.id} has no good ${issue.path.join('.')}: ${issue.message}`)
}
