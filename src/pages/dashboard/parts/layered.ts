/** A small layered drawing: boxes in rows, few crossings, lines as straight as they can be. */

export interface Box {
  readonly id: string
  readonly row: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
  /** Half the height of what it passes: a line is straight there. */
  readonly half: number
}

interface Spacing {
  /** Between two boxes of a row. */
  readonly gap: number
  /** Between two rows. */
  readonly between: number
  readonly margin: number
  /** The width of a line that passes a row. */
  readonly passing: number
}

interface Layered {
  readonly width: number
  readonly height: number
  /** The middle of each box, by its id. */
  readonly points: ReadonlyMap<string, Point>
  /** Each line, in the order given, from its first box through the rows between to its last. */
  readonly lines: readonly (readonly Point[])[]
}

/** A box, or a line that passes a row. */
interface Spot {
  readonly passes: boolean
  readonly width: number
  readonly half: number
  readonly y: number
  readonly above: Spot[]
  readonly below: Spot[]
  x: number
}

/** Enough of them: after the third one no drawing changes. The last one goes down, which crosses the fewest lines. */
const sweeps = 5
const alignments = 40

export const layered = (
  boxes: readonly Box[],
  lines: readonly (readonly [from: string, to: string])[],
  { gap, between, margin, passing }: Spacing,
): Layered => {
  const { heights, middles, height } = measureRows(boxes, between, margin)
  const rows = heights.map((): Spot[] => [])
  const add = (row: number, width: number, tall: number, passes = false): Spot => {
    const spot = { passes, width, half: tall / 2, y: middles[row] ?? 0, above: [], below: [], x: 0 }
    rows[row]?.push(spot)
    return spot
  }
  const spots = new Map(boxes.map(({ id, row, ...box }) => [id, add(row, box.width, box.height)]))
  const rowOf = new Map(boxes.map(({ id, row }) => [id, row]))
  const ways = lines.map(([from, to]) => {
    const [start = 0, end = 0] = [rowOf.get(from), rowOf.get(to)]
    const [upper, lower] = start < end ? [from, to] : [to, from]
    const top = Math.min(start, end) + 1
    const passes = heights
      .slice(top, Math.max(start, end))
      .map((tall, i) => add(top + i, passing, tall, true))
    const way = [spots.get(upper), ...passes, spots.get(lower)].filter((spot) => spot !== undefined)
    connect(way)
    return start < end ? way : way.reverse()
  })
  orderRows(rows)
  alignRows(rows, gap)
  const all = rows.flat()
  const left = Math.min(...all.map(({ x, width }) => x - width / 2)) - margin
  for (const spot of all) spot.x -= left
  return {
    width: Math.max(...all.map(({ x, width }) => x + width / 2)) + margin,
    height,
    points: spots,
    lines: ways,
  }
}

const measureRows = (boxes: readonly Box[], between: number, margin: number) => {
  const count = Math.max(...boxes.map(({ row }) => row)) + 1
  const heights = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...boxes.filter(({ row }) => row === i).map(({ height }) => height)),
  )
  let top = margin
  const middles = heights.map((height) => {
    top += height + between
    return top - between - height / 2
  })
  return { heights, middles, height: top - between + margin }
}

const connect = (way: readonly Spot[]): void => {
  for (const [i, spot] of way.slice(1).entries()) {
    const upper = way[i]
    if (upper === undefined) continue
    upper.below.push(spot)
    spot.above.push(upper)
  }
}

/** The middle of its neighbours; where it is, when it has none. */
const pulledTo = ({ x }: Spot, near: readonly Spot[]): number =>
  near.length === 0 ? x : near.reduce((sum, other) => sum + other.x, 0) / near.length

/** Sorts each row by the middle of its neighbours, down and up. */
const orderRows = (rows: readonly Spot[][]): void => {
  const number = (row: readonly Spot[]): void => {
    for (const [i, spot] of row.entries()) spot.x = i
  }
  for (const row of rows) number(row)
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const side = sweep % 2 === 0 ? 'above' : 'below'
    for (const row of side === 'above' ? rows : [...rows].reverse()) {
      row.sort((a, b) => pulledTo(a, a[side]) - pulledTo(b, b[side]))
      number(row)
    }
  }
}

/** Moves each spot to the middle of its neighbours, as far as its row has room. */
const alignRows = (rows: readonly (readonly Spot[])[], gap: number): void => {
  const put = (row: readonly Spot[], wishOf: (spot: Spot) => number): void => {
    const offsets = offsetsIn(row, gap)
    const places = spread(row.map((spot, i) => wishOf(spot) - (offsets[i] ?? 0)))
    for (const [i, spot] of row.entries()) spot.x = (places[i] ?? 0) + (offsets[i] ?? 0)
  }
  for (const row of rows) put(row, () => 0)
  for (let i = 0; i < alignments; i += 1)
    for (const row of i % 2 === 0 ? rows : [...rows].reverse())
      put(row, (spot) => pulledTo(spot, pullsOn(spot)))
}

/** A long line should be straight: its parts pull each other five times as hard. */
const pullsOn = ({ passes, above, below }: Spot): readonly Spot[] => {
  const near = [...above, ...below]
  const parts = passes ? near.filter((other) => other.passes) : []
  return [...near, ...parts, ...parts, ...parts, ...parts]
}

/** The least distance of each spot from the first of its row. */
const offsetsIn = (row: readonly Spot[], gap: number): readonly number[] => {
  let offset = 0
  return row.map(({ width }, i) => {
    const before = row[i - 1]
    if (before !== undefined) offset += (before.width + width) / 2 + gap
    return offset
  })
}

/** The ascending places nearest to those wished for: neighbours in conflict share their mean. */
const spread = (wishes: readonly number[]): readonly number[] => {
  const blocks: { readonly mean: number; readonly size: number }[] = []
  for (const wish of wishes) {
    let block = { mean: wish, size: 1 }
    for (let last = blocks.at(-1); last !== undefined && last.mean > block.mean; last = blocks.at(-1)) {
      const size = last.size + block.size
      block = { mean: (last.mean * last.size + block.mean * block.size) / size, size }
      blocks.pop()
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
}
