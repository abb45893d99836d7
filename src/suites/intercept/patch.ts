/** Replaces functions by others, and restores them. */

/** @returns a function that puts the property back as it was, with its attributes */
export const keep = <T extends object>(owner: T, name: keyof T): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, before)
  }
}

/**
 * Replaces a property.
 *
 * @returns a function that puts it back, unless someone else has replaced it since: then it stays below, where it only
 * passes calls on
 */
export const replace = <T extends object, K extends keyof T>(
  owner: T,
  name: K,
  value: T[K],
): (() => void) => {
  const putBack = keep(owner, name)
  owner[name] = value
  return () => {
    if (owner[name] === value) putBack()
  }
}
