/** What a garbage collection leaves, for tests of what is let go. */
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collect: () => void = runInNewContext('gc')

/** Tests put a class of their own in the place of the global one. */
const Reference = WeakRef

/**
 * Values that are counted for as long as something else holds them. Node could count all objects of a class, but goes
 * through the whole memory of the suite for it, which takes seconds.
 */
export class Noted {
  readonly #known = new WeakSet<object>()
  readonly #references: WeakRef<object>[] = []

  note(value: object): void {
    if (this.#known.has(value)) return
    this.#known.add(value)
    this.#references.push(new Reference(value))
  }

  /** How many are left after a collection. */
  async left(): Promise<number> {
    // A full collection spares what the running task has looked at.
    await setImmediate()
    collect()
    return this.#references.filter((reference) => reference.deref() !== undefined).length
  }
}
