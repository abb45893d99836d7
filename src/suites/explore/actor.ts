/** Who makes the calls of a run. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ExploreRole } from '../../service/faults/kinds'

/** The run that a caller belongs to. */
interface CallerRun {
  readonly isOver: boolean
  /** Calls of code from an earlier run: they get no answer. */
  strays: number
  /** What was rejected and never handled. */
  readonly leftBehind: unknown[]
}

/** `judge`: what judges a run may call too. */
type Role = ExploreRole | 'judge'

/** Who makes a call: a part of the code under test, which may crash. */
export class Actor {
  readonly run: CallerRun
  readonly role: Role
  /** The other one of a flow that runs twice: they crash together. */
  readonly #twin: Actor | null
  #isDead = false
  readonly #onDeath: (() => void)[] = []

  constructor(run: CallerRun, role: Role, twin: Actor | null = null) {
    this.run = run
    this.role = role
    this.#twin = twin
  }

  /** Resolves when it crashes. */
  get died(): Promise<void> {
    return new Promise((resolve) => this.#whenDead(resolve))
  }

  /** What `work` resolves to, or `end` if it crashes before. */
  outlives<T, E>(work: Promise<T>, end: E): Promise<T | E> {
    return new Promise((resolve, reject) => {
      this.#whenDead(() => resolve(end))
      work.then(resolve, reject)
    })
  }

  get isDead(): boolean {
    return this.#twin?.isDead ?? this.#isDead
  }

  die(): void {
    this.#twin?.die()
    this.#isDead = true
    for (const act of this.#onDeath.splice(0)) act()
  }

  #whenDead(act: () => void): void {
    if (this.#isDead) act()
    else this.#onDeath.push(act)
  }
}

/** The running caller in this process: it follows the code under test through every await. */
export const callers = new AsyncLocalStorage<Actor>()

export interface CallerTracking {
  /** Who makes the current call; `null` if unknown, as behind a socket. */
  readonly caller: () => Actor | null
  /** Runs what a receiver does. */
  readonly as: <T>(caller: Actor, work: () => T) => T
}

/** For code of other processes. */
export const untracked: CallerTracking = { caller: () => null, as: (_, work) => work() }
