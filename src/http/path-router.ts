import type { ParamIndexMap, Result, Router } from 'hono/router'

/**
 * Finds the one handler of a path. The routers of Hono also collect those that stand around it, which we have none
 * of: the one that takes our paths needs six times as long for a record's path, and is built in four times as long.
 */
export class PathRouter<T> implements Router<T> {
  readonly name = 'PathRouter'
  readonly #root = new Place<T>()
  #added = 0

  /** @param path static parts, `:name` for any one part, and `*` at its end for the rest */
  add(method: string, path: string, handler: T): void {
    const names: ParamIndexMap = {}
    const end: End<T> = { order: this.#added, found: [handler, names] }
    this.#added += 1
    let place = this.#root
    for (const part of path.slice(1).split('/')) {
      if (part === '*') {
        place.rest.set(method, end)
        return
      }
      if (part.startsWith(':')) names[part.slice(1)] = Object.keys(names).length
      place = place.below(part)
    }
    place.ends.set(method, end)
  }

  match(method: string, path: string): Result<T> {
    const values: string[] = []
    const end = this.#root.find(method, path, 1, values)
    return end === undefined ? [[]] : [[end.found], values]
  }
}

/** Where a path ends. Of two that fit, the one that was added first answers, as with Hono. */
interface End<T> {
  readonly order: number
  readonly found: [handler: T, names: ParamIndexMap]
}

type Ends<T> = Map<string, End<T>>

/** Where the paths that begin alike go on. */
class Place<T> {
  readonly ends: Ends<T> = new Map()
  readonly rest: Ends<T> = new Map()
  readonly #named = new Map<string, Place<T>>()
  #any: Place<T> | null = null

  below(part: string): Place<T> {
    if (part.startsWith(':')) {
      this.#any ??= new Place()
      return this.#any
    }
    const place = this.#named.get(part) ?? new Place()
    this.#named.set(part, place)
    return place
  }

  /** @param values filled with the parts that stand for parameters, in their order */
  find(method: string, path: string, from: number, values: string[]): End<T> | undefined {
    const deeper = from > path.length ? of(this.ends, method) : this.#deeper(method, path, from, values)
    const rest = this.rest.size === 0 ? undefined : of(this.rest, method)
    return deeper === undefined || (rest !== undefined && rest.order < deeper.order) ? rest : deeper
  }

  /** What is named wins over what may be anything: such paths are added first. */
  #deeper(method: string, path: string, from: number, values: string[]): End<T> | undefined {
    const slash = path.indexOf('/', from)
    const end = slash === -1 ? path.length : slash
    const part = path.slice(from, end)
    const named = this.#named.get(part)?.find(method, path, end + 1, values)
    if (named !== undefined || this.#any === null || part === '') return named
    values.push(part)
    const any = this.#any.find(method, path, end + 1, values)
    if (any === undefined) values.pop()
    return any
  }
}

const of = <T>(ends: Ends<T>, method: string): End<T> | undefined => ends.get(method) ?? ends.get('ALL')
