import type { World } from '../../service/world'

/** The name under which an object keeps the source of its parts. */
const source = Symbol('source')

interface Owner<S> {
  readonly [source]: { readonly from: S; readonly made: Map<string, unknown> }
}

type PartReaders<S, P> = { readonly [name in keyof P]: (from: S) => P[name] }
type PartMakers<S, P> = { readonly [name in keyof P]: (from: S, name: name) => P[name] }

/**
 * Gives objects of one kind their parts. All of them share the getters: for each object with its own getters the
 * engine makes a hidden class, and no code that reads such objects gets fast.
 *
 * @param read parts that are looked up each time
 * @param make parts that are made when they are first read: a test reads one or two of thirty
 * @returns gives an object the parts, with what they are read from
 */
export const sharedParts = <S, R extends object, M extends object = object>(
  read: PartReaders<S, R>,
  make?: PartMakers<S, M>,
): (<T extends object>(owner: T, from: S) => T & R & M) => {
  const getter = (name: string, get: (this: Owner<S>) => unknown) =>
    [name, { get, enumerable: true }] as const
  const descriptors = [
    ...Object.entries<(from: S) => unknown>(read).map(([name, part]) =>
      getter(name, function () {
        return part(this[source].from)
      }),
    ),
    ...Object.entries<(from: S, name: never) => unknown>(make ?? {}).map(([name, part]) =>
      getter(name, function () {
        const { from, made } = this[source]
        if (!made.has(name)) made.set(name, part(from, name as never))
        return made.get(name)
      }),
    ),
  ]
  return <T extends object>(owner: T, from: S) => {
    Object.defineProperty(owner, source, { value: { from, made: new Map() } })
    // One after the other takes two thirds of the time of defineProperties.
    for (const [name, descriptor] of descriptors) Object.defineProperty(owner, name, descriptor)
    return owner as T & R & M
  }
}

/** The method, which calls `check` first. */
export const after =
  <A extends unknown[], R>(check: () => void, method: (...given: A) => R) =>
  (...given: A): R => {
    check()
    return method(...given)
  }

type Methods = { readonly [name: string]: (...given: unknown[]) => unknown }

/**
 * The methods that `make` makes, made anew after the account was removed and came back with another world.
 * @param place its `world` throws when the account no longer exists
 */
export const inWorld = <T extends object>(place: { readonly world: World }, make: (world: World) => T): T => {
  let { world } = place
  let made = make(world)
  const call = (name: string, given: unknown[]): unknown => {
    if (place.world !== world) {
      world = place.world
      made = make(world)
    }
    return (made as Methods)[name]?.(...given)
  }
  const methods = Object.keys(made).map((name) => [name, (...given: unknown[]) => call(name, given)])
  return Object.fromEntries(methods) as T
}
