import type { Params, Result, Router } from 'hono/router'

interface Mounted<T> {
  /** How many were registered before it. */
  readonly order: number
  /** In capital letters; `ALL` for any. */
  readonly method: string
  readonly handler: T
  /** The names of the variable segments before it, in their order. */
  readonly names: readonly string[]
}

interface Placed {
  readonly path: string
}

/** With `/charges/search` before `/charges/:id`, which fits its path too. */
export const fixedFirst = <P extends Placed>(places: readonly P[]): readonly P[] => {
  const keyed = places.map((place) => ({ place, key: place.path.replaceAll(/:\w+/g, '~') }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return keyed.map(({ place }) => place)
}

/** What is mounted at one segment of paths and below. */
class Segment<T> {
  readonly fixed = new Map<string, Segment<T>>()
  variable: Segment<T> | null = null
  /** For paths that end here. */
  readonly ends: Mounted<T>[] = []
  /** For paths that end here or go on in any way. */
  readonly rest: Mounted<T>[] = []
}

/**
 * Finds the handlers of a path, segment by segment, in the order of their registration as every router of Hono does.
 * Hono's own were measured: RegExpRouter finds a path as fast, but makes a regular expression of all paths before the
 * first one, which takes longer than the few requests of most tests; with TrieRouter a GET takes a twentieth longer.
 */
export class PathRouter<T> implements Router<T> {
  readonly name = 'PathRouter'
  readonly #root = new Segment<T>()
  #count = 0

  add(method: string, path: string, handler: T): void {
    const names: string[] = []
    const mounted = { order: this.#count, method, handler, names }
    this.#count += 1
    let segment = this.#root
    for (const part of path.split('/').slice(1)) {
      if (part === '*') {
        segment.rest.push(mounted)
        return
      }
      if (part.startsWith(':')) {
        names.push(part.slice(1))
        segment.variable ??= new Segment()
        segment = segment.variable
      } else {
        const next = segment.fixed.get(part) ?? new Segment()
        segment.fixed.set(part, next)
        segment = next
      }
    }
    segment.ends.push(mounted)
  }

  match(method: string, path: string): Result<T> {
    const parts = path.split('/')
    const values: string[] = []
    const found: Found<T>[] = []
    visit(this.#root, { parts, values, found, method }, 1)
    found.sort((one, other) => one.order - other.order)
    return [found.map(({ handler, params }) => [handler, params])]
  }
}

interface Found<T> {
  readonly order: number
  readonly handler: T
  readonly params: Params
}

interface Visit<T> {
  readonly method: string
  readonly parts: readonly string[]
  /** Of the variable segments so far. */
  readonly values: string[]
  readonly found: Found<T>[]
}

const visit = <T>(segment: Segment<T>, visiting: Visit<T>, at: number): void => {
  const { parts, values } = visiting
  const part = parts[at]
  take(segment.rest, visiting)
  if (part === undefined) {
    take(segment.ends, visiting)
    return
  }
  const fixed = segment.fixed.get(part)
  if (fixed !== undefined) visit(fixed, visiting, at + 1)
  if (segment.variable === null || part === '') return
  values.push(part)
  visit(segment.variable, visiting, at + 1)
  values.pop()
}

const take = <T>(mounted: readonly Mounted<T>[], { method, values, found }: Visit<T>): void => {
  for (const { order, method: own, handler, names } of mounted) {
    if (own !== method && own !== 'ALL') continue
    const params: Params = {}
    for (let i = 0; i < names.length; i += 1) params[names[i] ?? ''] = values[i] ?? ''
    found.push({ order, handler, params })
  }
}
