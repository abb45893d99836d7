/**
 * Real time, for what happens outside the virtual clock: a receiver takes its time, and somebody waits for it. As
 * it was when this was loaded, so that the fake timers of a test stop neither.
 */
const { setTimeout, clearTimeout } = globalThis
/** Not everywhere is there an end of a turn. */
const atEndOfTurn: (work: () => void) => void = globalThis.setImmediate ?? ((work) => setTimeout(work, 0))

/** Runs `work` after so many ms of real time, unless what it returns is called before. */
export const afterMs = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** The same, without keeping a process alive that has nothing else to do. */
export const afterMsIfAlive = (ms: number, work: () => void): (() => void) => {
  const timer: unknown = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  // Node's timers are objects, the web's are numbers, which keep nothing alive.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
  return () => clearTimeout(timer as number)
}

/** Whether things come several at a time, as in the last turns of the event loop. */
export class Turns {
  #count = 0
  /** How many a turn, of late. */
  #mean = 0
  #end: Promise<void> | null = null

  /** One more has come. */
  count(): void {
    this.#count += 1
    if (this.#count > 1) return
    atEndOfTurn(() => {
      this.#mean += (this.#count - this.#mean) / 8
      this.#count = 0
    })
  }

  get areBusy(): boolean {
    return this.#mean > 1.1
  }

  /** Resolves once those that are there already have had their turn. */
  get end(): Promise<void> {
    this.#end ??= new Promise((resolve) =>
      atEndOfTurn(() => {
        this.#end = null
        resolve()
      }),
    )
    return this.#end
  }
}
