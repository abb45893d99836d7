import type { Row } from '../../kernel/collection'
import type { EventRow } from '../resources/event/model'
import { inOwnVersion } from '../resources/event/record'
import type { RenderContext } from '../resources/record'
import { kindOf, renderById } from '../resources/registry'
import type { World } from '../world'
import { type ListInput, listObject, pageOf } from './lists'
import type { Call, Reply } from './route'

/** Whether `from` and `to` leave nothing of a list that has records. */
export const isEmptied = (reply: Reply, shown: object): boolean =>
  reply.kind === 'list' && reply.rows.length > 0 && 'total' in shown && shown.total === 0

/** A reply as JSON, in the form of the newest version; an event in that of its own. */
export const showReply = (reply: Reply, call: Call<ListInput>, location: string): object => {
  if (reply.kind === 'plain') return reply.body
  const { world, renderContext, input } = call
  const render = (object: string, row: Row): object => {
    const kind = kindOf(object)
    const shown = kind.render(row, kind.related(world, row), renderContext)
    if (object === 'event') return inOwnVersion(row as EventRow, shown, renderContext)
    return input.expand === true ? expand(shown, Object.keys(kind.expandable), world, renderContext) : shown
  }
  if (reply.kind === 'one') return render(reply.object, reply.row)
  if (reply.kind === 'found') {
    const { hits, frame } = reply.found
    const shown = {
      object: 'search',
      data: hits.map(({ object, row }) => render(object, row)),
      ...frame,
      location,
    }
    return input.expand === true ? expand(shown, ['export'], world, renderContext) : shown
  }
  const page = pageOf(reply.rows, input, renderContext.now)
  const data = page.rows.map((row) => render(reply.object, row))
  return listObject(page, location, data)
}

/** Replaces the ids in expandable fields by their records, one level deep. */
const expand = (
  shown: { readonly [field: string]: unknown },
  fields: readonly string[],
  world: World,
  renderContext: RenderContext,
): object => {
  const expanded: Record<string, unknown> = { ...shown }
  for (const field of fields) {
    const id = shown[field]
    if (typeof id === 'string') expanded[field] = renderById(world, id, renderContext) ?? id
  }
  return expanded
}
