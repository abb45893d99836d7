import type { AnyMachine } from '../../../kernel/machine'
import { layered, type Point } from './layered'

/** A state or a move in a drawing, by its middle. */
interface PlacedBox {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface PlacedState extends PlacedBox {
  /** The moves that leave a record in this state. */
  readonly stays: readonly string[]
}

/** A line from a state to a move, or from a move to its next state. */
interface DrawnLine {
  readonly action: string
  /** The states at its ends; `null` at the move. */
  readonly from: string | null
  readonly to: string | null
  readonly points: readonly Point[]
}

interface Drawing {
  readonly width: number
  readonly height: number
  readonly states: readonly PlacedState[]
  readonly moves: readonly PlacedBox[]
  readonly lines: readonly DrawnLine[]
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
  between: 14,
  gap: 8,
  margin: 4,
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

interface Wire {
  readonly action: string
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

const draw = (table: AnyMachine): Drawing => {
  const edges = edgesOf(table)
  const { states, moves } = rowsOfMachine(table, edges)
  const wires = wiresOf(edges)
  const { width, height, points, lines } = layered(
    [...states, ...moves],
    wires.map(({ ids }) => ids),
    sizes,
  )
  const place = <B extends { readonly id: string }>(box: B) => ({ x: 0, y: 0, ...points.get(box.id), ...box })
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    states: states.map(place),
    moves: moves.map(place),
    lines: wires.map((wire, i) => ({ ...wire, points: lines[i] ?? [] })),
  }
}

const drawings = new WeakMap<AnyMachine, Drawing>()

/** Where everything is in the drawing of a machine: worked out once. */
export const drawingOf = (table: AnyMachine): Drawing => {
  const drawing = drawings.get(table) ?? draw(table)
  drawings.set(table, drawing)
  return drawing
}
