import type { Change, CollectionKey, WrittenRow } from '../../sandbox/snapshots/changes'
import { packRow } from '../../sandbox/snapshots/packing'

/** A change in the form of the file, which `Sum` reads. The place of a row is `<world>/<collection>`. */
export interface WrittenChange {
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  readonly rows?: readonly (readonly [place: string, row: object])[]
  readonly jobs?: NonNullable<Change['jobs']>
  readonly clock?: NonNullable<Change['clock']>
  readonly ids?: number
  /** The number of changes before this line that are the base; such a line is not a change. */
  readonly base?: number
}

/** The text of a change, without unchanged parts. A row inside a row becomes a reference if the file already has it. */
export const printChange = ({ forgotten, rows, jobs, clock, ids, standing }: Change): string =>
  JSON.stringify({
    forgotten: forgotten.length === 0 ? undefined : forgotten.map(({ place, id }) => [place.label, id]),
    rows: rows.length === 0 ? undefined : packRows(rows, standing),
    jobs: jobs ?? undefined,
    clock: clock ?? undefined,
    ids: ids ?? undefined,
  })

const packRows = (rows: readonly WrittenRow[], standing: Change['standing']): readonly [string, object][] => {
  /** Those of earlier rows: what comes later is not in the file yet. */
  const places = new Map<object, CollectionKey | null>()
  for (const { row } of rows) places.set(row, null)
  return rows.map(({ place, row }) => {
    const { world } = place
    const packed = packRow(row, (held) => {
      const known = places.get(held)
      return known?.world === world ? [known.name, held.id] : known === null ? null : standing(held, world)
    })
    places.set(row, place)
    return [place.label, packed]
  })
}
