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
  for (const [i, [a, b]] of steps.entries())
    for (const [c, d] of steps.slice(i + 1))
      if (rowOf.get(a) === rowOf.get(c) && (at(place, a) - at(place, c)) * (at(place, b) - at(place, d)) < 0)
        count += 1
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
      rows = rows.map((row, r) => (r === i ? [...row].sort((a, b) => wish(a) - wish(b)) : row))
    }
    const count = crossings(rows, steps)
    if (count >= fewest) continue
    fewest = count
    best = rows
  }
  return best
}

type Distance = (left: string, right: string) => number

/** Moves each node to the middle of its neighbours, as far as its row has room. */
const alignRows = (rows: LayeredRows, steps: Arrows, distance: Distance): Map<string, number> => {
  const [above, below] = neighbours(steps)
  const x = new Map<string, number>()
  const put = (row: readonly string[], wish: (id: string) => number): void => {
    for (const [i, place] of spread(row, wish, distance).entries()) x.set(row[i] ?? '', place)
  }
  for (const row of rows) put(row, () => 0)
  for (let i = 0; i < alignments; i += 1)
    for (const row of i % 2 === 0 ? rows : [...rows].reverse())
      put(row, (id) => {
        const near = [...(above?.get(id) ?? []), ...(below?.get(id) ?? [])]
        // A long line is to be straight: its parts hold each other stronger than their ends do.
        const strong = isPass(id) ? near.filter(isPass) : []
        const pulls = [...near, ...strong, ...strong, ...strong, ...strong]
        return near.length === 0 ? at(x, id) : meanOf(pulls.map((other) => at(x, other)))
      })
  return x
}

/** The places nearest to those wished for that keep order and distance: neighbours in conflict share their mean. */
const spread = (
  row: readonly string[],
  wish: (id: string) => number,
  distance: Distance,
): readonly number[] => {
  let offset = 0
  const offsets = row.map((id, i) => {
    const before = row[i - 1]
    if (before !== undefined) offset += distance(before, id)
    return offset
  })
  const blocks: number[][] = []
  for (const [i, id] of row.entries()) {
    let block = [wish(id) - (offsets[i] ?? 0)]
    for (let last = blocks.at(-1); last !== undefined && meanOf(last) > meanOf(block); last = blocks.at(-1)) {
      block = [...last, ...block]
      blocks.pop()
    }
    blocks.push(block)
  }
  return blocks
    .flatMap((block) => block.map(() => meanOf(block)))
    .map((place, i) => place + (offsets[i] ?? 0))
}
