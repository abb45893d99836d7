import { deferred } from './deferred'
import { afterMs } from './real-time'
import { SandboxError } from './sandbox-error'

/** Whether a sandbox is open, and what to stop when it closes. */
export class Lifetime {
  readonly #ends = new Set<() => void>()
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** @throws SandboxError `closed` */
  check(): void {
    if (this.#isOver) throw closed()
  }

  /** Calls `end` when the sandbox closes, or at once when it is closed. Returns a function that cancels this. */
  onEnd(end: () => void): () => void {
    if (this.#isOver) end()
    else this.#ends.add(end)
    return () => void this.#ends.delete(end)
  }

  /** The result of `work`. Rejects with `closed` when the sandbox closes before. */
  async during<T>(work: Promise<T>): Promise<T> {
    let forget = (): void => undefined
    const over = new Promise<never>((_, reject) => {
      forget = this.onEnd(() => reject(closed()))
    })
    try {
      return await Promise.race([work, over])
    } finally {
      forget()
    }
  }

  /** Resolves after `ms` of real time, or when the sandbox closes. */
  pause(ms: number): Promise<void> {
    const { promise, resolve } = deferred()
    const stop = afterMs(ms, resolve)
    const forget = this.onEnd(resolve)
    return promise.finally(() => {
      stop()
      forget()
    })
  }

  end(): void {
    this.#isOver = true
    for (const end of [...this.#ends]) end()
    this.#ends.clear()
  }
}

export const closed = (): SandboxError =>
  new SandboxError('closed', 'this sandbox was closed: make another one with createSandbox()')

/**
 * The method that `using` or `await using` calls. Its symbol is named only where the compiler of the user knows it, by
 * the types of Node or the lib `esnext.disposable`: elsewhere it would be an error in our types.
 */
export type Using<Name extends string, End> = SymbolConstructor extends {
  readonly [name in Name]: infer Key extends symbol
}
  ? { [key in Key]: End }
  : object
