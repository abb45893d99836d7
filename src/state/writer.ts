import type { Change, WrittenRow } from '../library/snapshots/changes'
import { packRow } from '../library/snapshots/packing'

/** A change as it is written, read again by `Sum`. The place of a row is `<world>/<collection>`. */
export interface WrittenChange {
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  readonly rows?: readonly (readonly [place: string, row: object])[]
  readonly jobs?: NonNullable<Change['jobs']>
  readonly clock?: NonNullable<Change['clock']>
  readonly ids?: number
  /** How many changes before this line make the base; then it is no change itself. */
  readonly base?: number
}

/** The text of a change, without what did not change. Rows within rows are references where the file has them by then. */
export const printChange = ({ forgotten, rows, jobs, clock, ids, standing }: Change): string =>
  JSON.stringify({
    forgotten: forgotten.length === 0 ? undefined : forgotten.map(({ place, id }) => [place.label, id]),
    rows: rows.length === 0 ? undefined : packRows(rows, standing),
    jobs: jobs ?? undefined,
    clock: clock ?? undefined,
    ids: ids ?? undefined,
  })

const packRows = (rows: readonly WrittenRow[], standing: Change['standing']): readonly [string, object][] => {
  const positions = new Map<object, number>(rows.map(({ row }, i) => [row, i]))
  return rows.map(({ place, row }, at) => {
    const packed = packRow(row, (held) =>
      (positions.get(held) ?? -1) >= at ? null : standing(held, place.world),
    )
    return [place.label, packed]
  })
}
