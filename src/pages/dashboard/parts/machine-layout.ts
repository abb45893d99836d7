import type { AnyMachine } from '../../../kernel/machine'

/** The drawing of a machine: boxes in rows, few crossings, lines as straight as they can be. */

interface Box {
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

/** A box, or a line that passes a row, by its middle. */
interface Spot extends Point {
  readonly passes: boolean
  readonly width: number
  readonly above: Spot[]
  readonly below: Spot[]
  x: number
}

/** Lengths in the units of the drawing; the style sheet has the sizes of text that fit them. */
const sizes = {
  stateLetter: 7.3,
  statePadding: 20,
  stateHeight: 28,
  staysHeight: 14,
  moveLetter: 6.3,
  movePadding: 8,
  moveHeight: 16,
  /** Between two rows. */
  between: 14,
  /** Between two boxes of a row. */
  gap: 8,
  margin: 4,
  /** The width of a line that passes a row. */
  passing: 4,
} as const

/** `await_payment` is `await payment`. */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ')

export const staysText = (stays: readonly string[]): string => `↻ ${stays.map(wordsOf).join(', ')}`

const stateId = (name: string): string => `state ${name}`
const moveId = (name: string): string => `move ${name}`

interface Edge {
  readonly action: string
  readonly from: string
  readonly to: string
}

const edgesOf = ({ rules }: AnyMachine): readonly Edge[] =>
  rules.flatMap(({ on, from, to }) =>
    from.filter((state) => state !== to).map((state) => ({ action: on, from: state, to })),
  )

/** How far each state is from the beginning. A table lists states in the order of a life: a move to an earlier one goes back. */
const depthsOf = ({ states, final }: AnyMachine, edges: readonly Edge[]): ReadonlyMap<string, number> => {
  const depth = new Map(states.map((state) => [state, 0]))
  for (const state of states)
    for (const { from, to } of edges)
      if (from === state && states.indexOf(to) > states.indexOf(from))
        depth.set(to, Math.max(depth.get(to) ?? 0, (depth.get(from) ?? 0) + 1))
  const last = Math.max(...depth.values())
  for (const state of final) depth.set(state, last)
  return depth
}

const stateOf = (table: AnyMachine, name: string) => {
  const stays = table.rules.filter(({ from, to }) => to === name && from.includes(name)).map(({ on }) => on)
  const { stateLetter, statePadding, moveLetter, stateHeight, staysHeight } = sizes
  const text = name.length * stateLetter
  const below = stays.length === 0 ? 0 : staysText(stays).length * moveLetter
  return {
    id: stateId(name),
    name,
    stays,
    width: Math.max(text, below) + statePadding,
    height: stateHeight + (stays.length === 0 ? 0 : staysHeight),
  }
}

/** States are in the even rows, moves in the odd ones; a move back is drawn below the state that it leads to. */
const rowsOfMachine = (table: AnyMachine, edges: readonly Edge[]) => {
  const depth = depthsOf(table, edges)
  const depthOf = (state: string): number => depth.get(state) ?? 0
  const actions = [...new Set(edges.map(({ action }) => action))]
  const states = table.states.map((name) => ({ ...stateOf(table, name), row: depthOf(name) * 2 }))
  const moves = actions.map((name) => {
    const own = edges.filter(({ action }) => action === name)
    const ends = own.flatMap(({ from, to }) => [depthOf(from), depthOf(to)])
    const isForward = own.every(({ from, to }) => depthOf(from) < depthOf(to))
    const above = isForward ? Math.max(...own.map(({ from }) => depthOf(from))) : Math.min(...ends)
    const { moveLetter, movePadding, moveHeight } = sizes
    const width = name.length * moveLetter + movePadding
    return { id: moveId(name), name, width, height: moveHeight, row: above * 2 + 1 }
  })
  return { states, moves }
}

/** A line from a state to a move, or from a move to its next state. */
interface Wire {
  readonly action: string
  /** The states at its ends; `null` at the move. */
  readonly from: string | null
  readonly to: string | null
  readonly ids: readonly [from: string, to: string]
}

/** The lines of a move that several states share meet at it: its line to the next state is there once. */
const wiresOf = (edges: readonly Edge[]): readonly Wire[] => {
  const wires = edges.flatMap(({ action, from, to }): readonly Wire[] => [
    { action, from, to: null, ids: [stateId(from), moveId(action)] },
    { action, from: null, to, ids: [moveId(action), stateId(to)] },
  ])
  return [...new Map(wires.map((wire) => [wire.ids.join(), wire])).values()]
}

/** Enough of them: after the third one no drawing changes. The last one goes down, which crosses the fewest lines. */
const sweeps = 5
const alignments = 40

const draw = (table: AnyMachine) => {
  const edges = edgesOf(table)
  const { states, moves } = rowsOfMachine(table, edges)
  const boxes = [...states, ...moves]
  const { heights, middles, height } = measureRows(boxes)
  const rows = heights.map((): Spot[] => [])
  const add = (row: number, width: number, tall: number, passes = false): Spot => {
    const spot = { passes, width, half: tall / 2, y: middles[row] ?? 0, above: [], below: [], x: 0 }
    rows[row]?.push(spot)
    return spot
  }
  const spots = new Map(boxes.map(({ id, row, ...box }) => [id, add(row, box.width, box.height)]))
  const rowOf = new Map(boxes.map(({ id, row }) => [id, row]))
  const lines = wiresOf(edges).map(({ ids: [from, to], ...wire }) => {
    const [start = 0, end = 0] = [rowOf.get(from), rowOf.get(to)]
    const [upper, lower] = start < end ? [from, to] : [to, from]
    const top = Math.min(start, end) + 1
    const passes = heights
      .slice(top, Math.max(start, end))
      .map((tall, i) => add(top + i, sizes.passing, tall, true))
    const way = [spots.get(upper), ...passes, spots.get(lower)].filter((spot) => spot !== undefined)
    connect(way)
    const points: readonly Point[] = start < end ? way : way.reverse()
    return { ...wire, points }
  })
  orderRows(rows)
  alignRows(rows)
  const all = rows.flat()
  const left = Math.min(...all.map(({ x, width }) => x - width / 2)) - sizes.margin
  for (const spot of all) spot.x -= left
  const place = <B extends Box>(box: B) => ({ x: 0, y: 0, ...spots.get(box.id), ...box })
  const width = Math.max(...all.map((spot) => spot.x + spot.width / 2)) + sizes.margin
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    states: states.map(place),
    moves: moves.map(place),
    lines,
  }
}

const measureRows = (boxes: readonly Box[]) => {
  const { between, margin } = sizes
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
const alignRows = (rows: readonly (readonly Spot[])[]): void => {
  const put = (row: readonly Spot[], wishOf: (spot: Spot) => number): void => {
    const offsets = offsetsIn(row)
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
const offsetsIn = (row: readonly Spot[]): readonly number[] => {
  let offset = 0
  return row.map(({ width }, i) => {
    const before = row[i - 1]
    if (before !== undefined) offset += (before.width + width) / 2 + sizes.gap
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

const drawings = new WeakMap<AnyMachine, ReturnType<typeof draw>>()

/** Where everything is in the drawing of a machine: worked out once. */
export const drawingOf = (table: AnyMachine): ReturnType<typeof draw> => {
  const drawing = drawings.get(table) ?? draw(table)
  drawings.set(table, drawing)
  return drawing
}
