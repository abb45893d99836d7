import type { Row } from '../kernel/collection'
import type { Change, WrittenRow } from '../library/snapshots/changes'
import { type PlaceOf, packRow } from '../library/snapshots/packing'
import { differenceOf, quoted } from './difference'

/**
 * A change as it is written, read again by `Sum`. The place of a row is `<world>/<collection>`; after `~` comes what
 * it has that the last row written at that place has not, after `=` what its own former version has not.
 */
export interface WrittenChange {
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  readonly rows?: readonly (readonly [place: string, row: object])[]
  readonly jobs?: NonNullable<Change['jobs']>
  readonly clock?: NonNullable<Change['clock']>
  readonly ids?: number
  /** How many changes before this line make the base; then it is no change itself. */
  readonly base?: number
}

export const marks = { likeLast: '~', likeFormer: '=' } as const

/** Writes changes one after the other, each with the help of those before. */
export class Writer {
  /** The last row of each place. */
  readonly #last = new Map<string, Row>()

  text({ forgotten, rows, jobs, clock, ids, standing }: Change): string {
    const members: string[] = []
    if (forgotten.length > 0)
      members.push(`"forgotten":${JSON.stringify(forgotten.map(({ place, id }) => [place.label, id]))}`)
    if (rows.length > 0) members.push(`"rows":[${this.#rows(rows, standing)}]`)
    if (jobs !== null) members.push(`"jobs":${JSON.stringify(jobs)}`)
    if (clock !== null) members.push(`"clock":${JSON.stringify(clock)}`)
    if (ids !== null) members.push(`"ids":${ids}`)
    return `{${members.join(',')}}`
  }

  /** From here on as if nothing had been written: for lines that must be readable after others than those. */
  forget(): void {
    this.#last.clear()
  }

  #rows(rows: readonly WrittenRow[], standing: Change['standing']): string {
    let text = ''
    let at = 0
    let world = ''
    const isAhead = aheadIn(rows)
    const placeOf: PlaceOf = (held) => (isAhead(held, at) ? null : standing(held, world))
    for (const written of rows) {
      world = written.place.world
      const part = this.#row(written, placeOf)
      text = text === '' ? part : `${text},${part}`
      at += 1
    }
    return text
  }

  #row({ place, row, before }: WrittenRow, placeOf: PlaceOf): string {
    const { label } = place
    const like = before ?? this.#last.get(label)
    this.#last.set(label, row)
    const difference = like === undefined ? null : differenceOf(row, like, placeOf)
    if (difference === null) return `[${quoted(label)},${JSON.stringify(packRow(row, placeOf))}]`
    if (before === null) return `[${quoted(marks.likeLast + label)},{${difference}}]`
    const id = `"id":${quoted(row.id)}`
    return `[${quoted(marks.likeFormer + label)},{${difference === '' ? id : `${id},${difference}`}}]`
  }
}

/** Whether a row of a change does not yet stand, at the one in this position, where it could be referred to. */
const aheadIn = (rows: readonly WrittenRow[]): ((held: object, at: number) => boolean) => {
  const positions = new Map(rows.map(({ row }, i) => [row as object, i]))
  return (held, at) => (positions.get(held) ?? -1) >= at
}
