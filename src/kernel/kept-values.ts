/** Some hosts of workers have no weak references: there a value is held like any other. */
const referenceTo = <T extends object>(value: T): Pick<WeakRef<T>, 'deref'> =>
  typeof WeakRef === 'undefined' ? { deref: () => value } : new WeakRef(value)

/**
 * Values by name. A value that is let go exists for as long as something else holds it: under its name the same value
 * comes back until then.
 */
export class KeptValues<T extends object> {
  readonly #kept = new Map<string, T>()
  readonly #left = new Map<string, ReturnType<typeof referenceTo<T>>>()

  get values(): readonly T[] {
    return [...this.#kept.values()]
  }

  get(name: string): T | undefined {
    return this.#kept.get(name)
  }

  set(name: string, value: T): void {
    this.#kept.set(name, value)
  }

  /** Keeps the values of these names and lets go of all others. */
  keepOnly(isWanted: (name: string) => boolean): void {
    for (const [name, left] of this.#left)
      if (isWanted(name) || left.deref() === undefined) this.takeBack(name)
    for (const [name, value] of this.#kept) {
      if (isWanted(name)) continue
      this.#kept.delete(name)
      this.#left.set(name, referenceTo(value))
    }
  }

  /** Keeps a value again that was let go, if it still exists. */
  takeBack(name: string): void {
    const value = this.#left.get(name)?.deref()
    this.#left.delete(name)
    if (value !== undefined) this.#kept.set(name, value)
  }
}
