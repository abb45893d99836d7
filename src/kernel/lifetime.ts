import { afterMs } from './real-time'
import { SandboxError } from './sandbox-error'

/** Whether a sandbox is still open, and what to end when it is not any more. */
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

  /** Calls `end` when it is over, or at once. Returns what takes that back. */
  onEnd(end: () => void): () => void {
    if (this.#isOver) end()
    else this.#ends.add(end)
    return () => void this.#ends.delete(end)
  }

  /** What `work` comes to, unless it is over before: then rejects with `closed`. */
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

  /** Resolves after so many ms of real time, or when it is over. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      let forget = (): void => undefined
      const done = (): void => {
        stop()
        forget()
        resolve()
      }
      const stop = afterMs(ms, done)
      forget = this.onEnd(done)
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
