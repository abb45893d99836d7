/** Who makes the calls of a run. */
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
  readonly stage: CallerRun
  readonly role: Role
  /** Resolves when it crashes. */
  readonly died: Promise<void>
  /** The other one of a flow that runs twice: they crash together. */
  readonly #twin: Actor | null
  #isDead = false
  #die: () => void = () => undefined

  constructor(stage: CallerRun, role: Role, twin: Actor | null = null) {
    this.stage = stage
    this.role = role
    this.#twin = twin
    this.died = new Promise((resolve) => {
      this.#die = resolve
    })
  }

  get isDead(): boolean {
    return this.#twin?.isDead ?? this.#isDead
  }

  die(): void {
    this.#twin?.die()
    this.#isDead = true
    this.#die()
  }
}

export interface StageSetting {
  /** Who makes the current call; `null` if unknown, as behind a socket. */
  readonly caller: () => Actor | null
  /** Runs what a receiver does. */
  readonly as: <T>(caller: Actor, work: () => T) => T
}

/** For code of other processes. */
export const strangers: StageSetting = { caller: () => null, as: (_, work) => work() }
