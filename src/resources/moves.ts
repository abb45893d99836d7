import { Collection, type Declaration } from '../kernel/collection'
import type { Write } from '../kernel/commit'
import { isObject } from '../kernel/json'
import type { AnyMachine } from '../kernel/machine'
import { tables } from './models'

/** The collections whose rows go through the states of a machine. */
export const machines: { readonly [collection: string]: AnyMachine } = Object.fromEntries(
  Object.entries<Declaration<never, string>>(tables).flatMap(([name, { machine }]) =>
    machine === undefined ? [] : [[name, machine]],
  ),
)

const stateful = new Set(Object.keys(machines))

/** A record that moved from one state to another. A new record comes from `new`. */
export interface Move {
  readonly collection: string
  readonly id: string
  readonly from: string
  readonly to: string
}

const none: readonly never[] = Object.freeze([])

/** Which states a commit led through, in their order. To be asked before the next one. */
export const movesIn = (writes: readonly Write[]): readonly Move[] => {
  let moves: Move[] | null = null
  // From the last to the first: what a row became is what a later write found, or what is there now.
  let later: Map<string, unknown> | null = null
  for (let i = writes.length - 1; i >= 0; i -= 1) {
    const { target, id, previous } = writes[i] as Write
    if (!(target instanceof Collection) || !stateful.has(target.name)) continue
    const row = later?.get(id) ?? target.get(id)
    later ??= new Map()
    later.set(id, previous)
    const move = { collection: target.name, id, from: stateOf(previous), to: stateOf(row) }
    if (move.from === move.to) continue
    moves ??= []
    moves.push(move)
  }
  return moves === null ? none : moves.reverse()
}

const stateOf = (row: unknown): string => (isObject(row) ? String(row.state) : 'new')
