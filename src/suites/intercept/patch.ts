/** Replaces functions by others, and restores them. */

/** @returns a function that puts the property back as it was, with its attributes */
export const keep = <T extends object>(owner: T, name: keyof T): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, before)
  }
}

/** What puts back the function that each of ours has replaced. */
const restores = new WeakMap<object, () => void>()

/**
 * Replaces a function by one that is made from it. One of ours that an earlier interception could not take away, as
 * another library lay over it, is used again.
 *
 * @returns a function that puts it back, unless someone else has replaced it since: then it stays below, where it only
 * passes calls on
 */
export const replace = <T extends object, K extends keyof T>(
  owner: T,
  name: K,
  make: (below: T[K] & object) => T[K] & object,
): (() => void) => {
  const below = owner[name] as T[K] & object
  if (!restores.has(below)) {
    const ours = make(below)
    restores.set(ours, keep(owner, name))
    owner[name] = ours
  }
  return () => restores.get(owner[name] as T[K] & object)?.()
}

type Callable = (...given: never[]) => unknown

/**
 * Replaces a function by one that answers some of its calls. All others reach the function below with the arguments of
 * the caller, the same objects in the same places.
 *
 * @param answer `undefined` for a call that passes
 */
export const answerInstead = <T extends object, K extends keyof T>(
  owner: T,
  name: K,
  answer: (given: readonly unknown[], self: unknown) => object | undefined,
): (() => void) =>
  replace(
    owner,
    name,
    (below) =>
      new Proxy(below as Callable, {
        apply: (target, self, given: unknown[]) => answer(given, self) ?? Reflect.apply(target, self, given),
      }) as T[K] & object,
  )
