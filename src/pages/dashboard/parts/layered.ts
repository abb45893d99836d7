import { gather } from '../../../kernel/collection'

/** A small layered drawing: nodes in rows, few crossings, lines as straight as they can be. */

export interface LayeredNode {
  readonly id: string
  readonly row: number
  readonly width: number
}

/** From a node to one in a later row. */
export interface LayeredEdge {
  readonly from: string
  readonly to: string
}

interface Layered {
  /** The middle of each node, from 0 on. */
  readonly x: ReadonlyMap<string, number>
  /** Where each edge, in the order given, passes the rows between its nodes. */
  readonly passes: readonly (readonly { readonly row: number; readonly x: number }[])[]
  readonly width: number
}

interface Spacing {
  readonly gap: number
  /** The width of a line that passes a row. */
  readonly passing: number
}

const sweeps = 24
const alignments = 40

export const layered = (
  nodes: readonly LayeredNode[],
  edges: readonly LayeredEdge[],
  { gap, passing }: Spacing,
): Layered => {
  const { all, passes, steps } = withPasses(nodes, edges, passing)
  const width = new Map(all.map((node) => [node.id, node.width]))
  const rows = orderRows(firstRows(all), steps)
  const x = alignRows(rows, steps, (a, b) => ((width.get(a) ?? 0) + (width.get(b) ?? 0)) / 2 + gap)
  const left = Math.min(...all.map(({ id }) => at(x, id) - at(width, id) / 2))
  for (const [id, place] of x) x.set(id, place - left)
  return {
    x,
    passes: passes.map((ids) => ids.map(({ id, row }) => ({ row, x: at(x, id) }))),
    width: Math.max(...all.map(({ id }) => at(x, id) + at(width, id) / 2)),
  }
}

const passPrefix = 'pass '
const isPass = (id: string): boolean => id.startsWith(passPrefix)

const at = (map: ReadonlyMap<string, number>, id: string): number => map.get(id) ?? 0

/** A node for each row that an edge passes, so that it gets a place there. */
const withPasses = (nodes: readonly LayeredNode[], edges: readonly LayeredEdge[], passing: number) => {
  const row = new Map(nodes.map((node) => [node.id, node.row]))
  const passes = edges.map(({ from, to }, i) =>
    Array.from({ length: Math.max(0, at(row, to) - at(row, from) - 1) }, (_, step) => ({
      id: `${passPrefix}${i} ${step}`,
      row: at(row, from) + 1 + step,
      width: passing,
    })),
  )
  const steps = edges.flatMap(({ from, to }, i) => {
    const ids = [from, ...(passes[i] ?? []).map(({ id }) => id), to]
    return ids.slice(1).map((id, step) => [ids[step] ?? from, id] as const)
  })
  return { all: [...nodes, ...passes.flat()], passes, steps }
}

type Arrows = readonly (readonly [above: string, below: string])[]
type LayeredRows = readonly (readonly string[])[]

const firstRows = (all: readonly LayeredNode[]): LayeredRows =>
  Array.from({ length: Math.max(...all.map(({ row }) => row)) + 1 }, (_, row) =>
    all.filter((node) => node.row === row).map(({ id }) => id),
  )

const placesIn = (rows: LayeredRows): Map<string, number> =>
  new Map(rows.flatMap((row) => row.map((id, i): [string, number] => [id, i])))

const crossings = (rows: LayeredRows, steps: Arrows): number => {
  const place = placesIn(rows)
  const rowOf = new Map(rows.flatMap((row, i) => row.map((id): [string, number] => [id, i])))
  let count = 0
  for (const among of gather(steps, ([above]) => String(rowOf.get(above))).values()) {
    const lines = among.map(([above, below]) => ({ from: at(place, above), to: at(place, below) }))
    lines.forEach((one, i) => {
      for (let other = i + 1; other < lines.length; other += 1) {
        const { from, to } = lines[other] ?? one
        if ((one.from - from) * (one.to - to) < 0) count += 1
      }
    })
  }
  return count
}

/** The neighbours of each node: above, below. */
const neighbours = (steps: Arrows): readonly ReadonlyMap<string, readonly string[]>[] => {
  const above = new Map<string, string[]>()
  const below = new Map<string, string[]>()
  for (const [upper, lower] of steps) {
    above.set(lower, [...(above.get(lower) ?? []), upper])
    below.set(upper, [...(below.get(upper) ?? []), lower])
  }
  return [above, below]
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const sortedBy = (row: readonly string[], wish: (id: string) => number): string[] =>
  row
    .map((id) => ({ id, place: wish(id) }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)

/** Sorts each row by the middle of its neighbours, down and up, and keeps the order with the fewest crossings. */
const orderRows = (first: LayeredRows, steps: Arrows): LayeredRows => {
  const [above, below] = neighbours(steps)
  let best = first
  let fewest = crossings(first, steps)
  let rows = first.map((row) => [...row])
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep += 1) {
    const near = sweep % 2 === 0 ? above : below
    const indexes = rows.map((_, i) => (sweep % 2 === 0 ? i : rows.length - 1 - i))
    for (const i of indexes) {
      const place = placesIn(rows)
      const wish = (id: string): number => {
        const others = near?.get(id) ?? []
        return others.length === 0 ? at(place, id) : meanOf(others.map((other) => at(place, other)))
      }
      rows = rows.map((row, r) => (r === i ? sortedBy(row, wish) : row))
    }
    const count = crossings(rows, steps)
    if (count >= fewest) continue
    fewest = count
    best = rows
  }
  return best
}

type Distance = (left: string, right: string) => number

/** The nodes that each node is pulled to. A long line is to be straight: its parts hold each other five times as strong. */
const pullsIn = (rows: LayeredRows, steps: Arrows): ReadonlyMap<string, readonly string[]> => {
  const [above, below] = neighbours(steps)
  return new Map(
    rows.flat().map((id) => {
      const near = [...(above?.get(id) ?? []), ...(below?.get(id) ?? [])]
      const strong = isPass(id) ? near.filter(isPass) : []
      return [id, [...near, ...strong, ...strong, ...strong, ...strong]]
    }),
  )
}

/** Moves each node to the middle of its neighbours, as far as its row has room. */
const alignRows = (rows: LayeredRows, steps: Arrows, distance: Distance): Map<string, number> => {
  const pulls = pullsIn(rows, steps)
  const spaced = rows.map((row): SpacedRow => ({ row, offsets: offsetsIn(row, distance) }))
  const x = new Map<string, number>()
  const put = ({ row, offsets }: SpacedRow, wish: (id: string) => number): void => {
    const places = spread(row.map((id, i) => wish(id) - (offsets[i] ?? 0)))
    for (const [i, id] of row.entries()) x.set(id, (places[i] ?? 0) + (offsets[i] ?? 0))
  }
  for (const row of spaced) put(row, () => 0)
  const up = [...spaced].reverse()
  for (let i = 0; i < alignments; i += 1)
    for (const row of i % 2 === 0 ? spaced : up)
      put(row, (id) => {
        const near = pulls.get(id) ?? []
        let sum = 0
        for (const other of near) sum += at(x, other)
        return near.length === 0 ? at(x, id) : sum / near.length
      })
  return x
}

interface SpacedRow {
  readonly row: readonly string[]
  readonly offsets: readonly number[]
}

/** The least distance of each node from the first of its row. */
const offsetsIn = (row: readonly string[], distance: Distance): readonly number[] => {
  let offset = 0
  return row.map((id, i) => {
    const before = row[i - 1]
    if (before !== undefined) offset += distance(before, id)
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
