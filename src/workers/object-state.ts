import { version } from '../../package.json'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import type { Keeper } from '../sandbox/snapshots/changes'
import type { Snapshot } from '../sandbox/snapshots/snapshot'
import { type Change, textsOf } from '../sandbox/snapshots/snapshot-builder'
import { stateVersion } from '../sandbox/snapshots/version'
import type { ObjectStorage } from './platform'
import { FactTable, type OwnFacts, stateIn, Texts } from './texts'

/** The shelf of the changes; those of snapshots begin after it. */
const logShelf = 0
/** How many characters the log grows at least before it is written anew. */
const leastLength = 1024 * 1024

/**
 * The state of one account in the storage of its object: the changes that a state file holds as lines, as rows. The
 * platform sends no answer before the rows of its request are stored.
 */
export class ObjectState implements Keeper {
  readonly #storage: ObjectStorage
  readonly #facts: FactTable
  readonly #log: Texts
  /** Called after each change: the next alarm may change. */
  readonly #changed: () => void
  /** Characters of the log, and how many of them it may have before it is written anew. */
  #length = 0
  #lengthMax = leastLength
  #isForgotten = false

  constructor(storage: ObjectStorage, changed: () => void) {
    this.#storage = storage
    this.#changed = changed
    this.#facts = new FactTable(storage)
    this.#log = new Texts(storage.sql, logShelf)
  }

  /** `null` for an object without a state. */
  get own(): OwnFacts | null {
    return this.#facts.read()
  }

  /** @throws SandboxError `invalid_snapshot` when another version wrote it, or rows are missing */
  read(): Snapshot | null {
    const { own } = this
    if (own === null) return null
    if (own.format !== stateVersion)
      throw new SandboxError(
        'invalid_snapshot',
        `version ${own.version} of payment-sandbox wrote it in version ${own.format} of the format, this one reads version ${stateVersion}`,
      )
    let length = 0
    const snapshot = stateIn(this.#log, (each) => {
      length += each
    })
    this.#measured(length, this.#facts.number('base'))
    return snapshot
  }

  /** For wakings without a request. */
  know(facts: Omit<OwnFacts, 'format' | 'version'>): void {
    this.write(() => this.#facts.write({ format: stateVersion, version, ...facts }))
  }

  add(change: Change, whole: () => Snapshot): void {
    const text = JSON.stringify(change)
    const length = this.#length + text.length
    if (length > this.#lengthMax) {
      this.replace(whole())
      return
    }
    this.write(() => this.#log.add(text))
    this.#length = length
    this.#changed()
  }

  replace(snapshot: Snapshot): void {
    let length = 0
    this.write(() => {
      this.#log.clear()
      for (const text of textsOf(snapshot)) {
        this.#log.add(text)
        length += text.length
      }
      this.#facts.setNumber('base', length)
    })
    this.#measured(length, length)
    this.#changed()
  }

  /** What is stored was deleted. A request under way would write into the rows of those that came after. */
  forget(): void {
    this.#isForgotten = true
  }

  /** It may double, so that it is rarely written anew. */
  #measured(length: number, lengthOfState: number): void {
    this.#length = length
    this.#lengthMax = lengthOfState + Math.max(leastLength, lengthOfState)
  }

  /**
   * All or nothing.
   * @throws SandboxError `cannot_write`
   */
  write<T>(work: () => T): T {
    if (this.#isForgotten)
      throw new SandboxError('cannot_write', 'the state of this account was deleted during the request')
    try {
      return this.#storage.transactionSync(work)
    } catch (error) {
      if (error instanceof SandboxError) throw error
      throw new SandboxError(
        'cannot_write',
        `the storage of this account cannot be written: ${errorMessage(error)}`,
        { cause: error },
      )
    }
  }
}
