import type { Row } from '../../kernel/collection'
import { kindOf, renderById, renderSubject } from '../resources/registry'
import { applyProfile, type Scene } from '../resources/shape'
import type { Version } from '../versions/history'
import { showIn } from '../versions/index'
import type { World } from '../world'
import type { ListInput } from './inputs'
import { listObject, pageOf } from './list'
import type { Reply } from './route'

/** The inputs of rendering an answer, besides its rows. */
export interface Presentation {
  readonly world: World
  readonly scene: Scene
  readonly version: Version
  /** The page of a list, and whether ids are expanded. */
  readonly input: ListInput
  readonly path: string
}

/** Renders a reply as JSON, in the form of the version. */
export const present = (reply: Reply, { world, scene, version, input, path }: Presentation): object =>
  showIn(
    version,
    applyProfile(show(reply, world, scene, input, path), scene, input.expand === true),
    scene.now,
  )

const show = (reply: Reply, world: World, scene: Scene, input: ListInput, path: string): object => {
  if (reply.kind === 'plain') return reply.body
  const render = (object: string, row: Row): object => {
    const kind = kindOf(object)
    const shown = renderSubject({ object, row, related: kind.related(world, row) }, scene)
    return input.expand === true ? expand(shown, Object.keys(kind.expandable), world, scene) : shown
  }
  if (reply.kind === 'one') return render(reply.object, reply.row)
  const location = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (reply.kind === 'found') {
    const { hits, frame } = reply.found
    const shown = {
      object: 'search',
      data: hits.map(({ object, row }) => render(object, row)),
      ...frame,
      location,
    }
    return input.expand === true ? expand(shown, ['export'], world, scene) : shown
  }
  const page = pageOf(reply.rows, input, scene.now)
  const data = page.rows.map((row) => render(reply.object, row))
  return listObject(page, location, data)
}

/** Replaces the ids in expandable fields by their records, one level deep. */
const expand = (
  shown: { readonly [field: string]: unknown },
  fields: readonly string[],
  world: World,
  scene: Scene,
): object => {
  const expanded: Record<string, unknown> = { ...shown }
  for (const field of fields) {
    const id = shown[field]
    if (typeof id === 'string') expanded[field] = renderById(world, id, scene) ?? id
  }
  return expanded
}
