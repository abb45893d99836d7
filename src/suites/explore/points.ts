/** The calls and deliveries of a run. */
import {
  type ExploreKind,
  type ExplorePoint,
  type ExploreRole,
  rowOf,
  unavailableCalls,
} from '../../service/faults/kinds'
import type { PayerAct, ProbedCall } from '../../service/faults/probe'
import { type PlannedFailure, pointOf } from './plan'

/**
 * What a shop does not call: acts of payer and bank that the service offers as operations in test mode, and what
 * `payment-sandbox/register` asks to find its sandbox.
 */
export const isOutside = ({ method, path }: ProbedCall): boolean =>
  /\/mark_as_\w+$/.test(path) || (method === 'GET' && path === '/')

/** Names them as they come up, and says what goes wrong with a call. */
export class RunPoints {
  readonly all: ExplorePoint[] = []
  readonly #plan: ReadonlyMap<string, PlannedFailure>
  readonly #counts = new Map<string, number>()
  /** How many calls of a name have failed in a row. */
  readonly #failed = new Map<string, number>()

  /** @param plan by the names of points */
  constructor(plan: ReadonlyMap<string, PlannedFailure>) {
    this.#plan = plan
  }

  /** @param name without its number */
  numbered(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return `${name} #${count}`
  }

  call(
    { method, path }: ProbedCall,
    by: ExploreRole,
  ): { readonly point: ExplorePoint; readonly kind: ExploreKind | undefined } {
    const base = `${method} ${path.replaceAll(/:\w+/g, ':id')}`
    const changes = method !== 'GET'
    const point = pointOf(this.numbered(base), 'call', { by, changes, takes: base === 'POST /charges' })
    this.all.push(point)
    const failed = this.#failed.get(base) ?? 0
    const kind = this.#plan.get(point.name)?.kind ?? this.#lasting(base, failed)
    const fails = kind !== undefined && rowOf(kind).effect !== undefined
    this.#failed.set(base, fails ? failed + 1 : 0)
    return { point, kind }
  }

  payer({ name, returns }: Pick<PayerAct, 'name' | 'returns'>): ExplorePoint {
    const point = pointOf(this.numbered(`payer: ${name}`), 'payer', { changes: true, returns })
    this.all.push(point)
    return point
  }

  /** An unavailable service stays so for the next calls of the same name: the fourth attempt gets through. */
  #lasting(base: string, failed: number): ExploreKind | undefined {
    if (failed >= unavailableCalls) return undefined
    const count = this.#counts.get(base) ?? 0
    for (let before = 1; before < unavailableCalls; before += 1)
      if (this.#plan.get(`${base} #${count - before}`)?.kind === 'unavailable') return 'unavailable'
    return undefined
  }
}
