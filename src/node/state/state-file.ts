/**
 * The state of a sandbox in a file, so that it outlives the process. Every change is appended before its client gets an
 * answer: a process that is killed at any time loses no answered change. At every start, and when the file has doubled,
 * the state is written to a new file that atomically replaces the old one.
 *
 * The operating system may keep a write in memory for a while, so a power failure can lose the last seconds. To wait
 * for the disk at every request would be a hundred times slower, which a tool for tests does not need.
 */
import { existsSync, readFileSync, realpathSync, renameSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { yieldToEventLoop } from '../../kernel/real-time'
import { errorMessage, SandboxError } from '../../kernel/sandbox-error'
import type { Keeper } from '../../sandbox/snapshots/changes'
import { type Snapshot, writeFixtures } from '../../sandbox/snapshots/snapshot'
import { type Change, textsOf } from '../../sandbox/snapshots/snapshot-builder'
import { whyNot } from '../files'
import { type Damage, readLines, Unreadable } from './lines'
import { lock } from './lock'
import { isSame, Log } from './log'

export interface StateFileOptions {
  /** How much the file grows at least before it is written anew. */
  readonly leastBytes?: number
  /** Called when the file could not be written anew; it then keeps growing. */
  readonly onTrouble?: (error: unknown) => void
}

const defaultLeastBytes = 8 * 1024 * 1024

export class StateFile implements Keeper {
  /** The path as given: the target of a link can change. */
  readonly #given: string
  readonly path: string
  /** Releases the file for other processes. */
  readonly release: () => void
  readonly #leastBytes: number
  readonly #onTrouble: (error: unknown) => void
  #log: Log | null = null
  /** The file that was read; `null` if there was none. */
  #read: Stats | null = null
  /** The length at which it is written anew. */
  #bytesMax = 0
  /** While it is written anew: the changes since that began. */
  #since: string[] | null = null
  #rewriting: Promise<void> = Promise.resolve()

  /**
   * Locks the file, which may not exist yet.
   * @throws SandboxError `invalid_option` when another process uses it, or the folder is not writable
   */
  constructor(file: string, options: StateFileOptions = {}) {
    this.#given = resolve(file)
    this.path = existsSync(file) ? realpathSync(file) : this.#given
    this.#leastBytes = options.leastBytes ?? defaultLeastBytes
    this.#onTrouble = options.onTrouble ?? (() => undefined)
    // Only a regular file may be replaced, never a device such as /dev/null or a folder.
    if (existsSync(file) && !statSync(this.path).isFile()) throw this.refusal('it is not a file')
    this.release = this.#lock(file)
  }

  /**
   * The saved state; `null` when the file does not exist or is empty. Changes nothing.
   * @throws SandboxError `invalid_option` when it is not a state file, or is damaged
   */
  read(): { readonly state: Snapshot; readonly tornLine: number | null } | null {
    this.#read = statSync(this.path, { throwIfNoEntry: false }) ?? null
    if (this.#read === null || this.#read.size === 0) return null
    const { state, damage, why } = this.readWhole()
    if (damage === null || damage.lost === 0) return { state, tornLine: damage?.line ?? null }
    const command = `payment-sandbox snapshot repair ${this.path}`
    const lost = damage.lost === 1 ? 'change' : `${damage.lost} changes`
    throw this.refusal(
      why,
      `"${command}" goes back to its last whole state, without the last ${lost}; ${writeFixtures}`,
    )
  }

  /**
   * What is whole of it, up to its first damage; `why` names that.
   * @throws SandboxError `invalid_option` when it is not a state file, or no whole state is left in it
   */
  readWhole(): { readonly state: Snapshot; readonly damage: Damage | null; readonly why: string } {
    const { snapshot, damage } = this.#readLines()
    const why =
      damage === null ? 'it is cut' : `line ${damage.line} is ${damage.lost === 0 ? 'torn' : 'damaged'}`
    if (snapshot !== null) return { state: snapshot, damage, why }
    const hint = damage === null || damage.lost === 0 ? '' : `; ${writeFixtures}`
    throw this.refusal(`${why}, and no whole state is left in it${hint}`)
  }

  #readLines(): ReturnType<typeof readLines> {
    try {
      return readLines(readFileSync(this.path))
    } catch (error) {
      const why = error instanceof Unreadable ? error.message : `it cannot be read: ${errorMessage(error)}`
      throw this.refusal(why)
    }
  }

  /** The error for a file whose content cannot be used. */
  refusal(why: string, out = 'take another file, or move this one away'): SandboxError {
    return new SandboxError('invalid_option', `--state ${this.path}: ${why}; nothing was changed: ${out}`)
  }

  /**
   * Appends a change.
   * @throws SandboxError `cannot_write` when the disk is full, or the file is not in its place: then it did not happen
   */
  add(change: Change, whole: () => Snapshot): void {
    const log = this.#log
    if (log === null) throw new Error(`${this.path} was closed`)
    this.#checkPlace()
    const text = JSON.stringify(change)
    try {
      log.add(text)
    } catch (error) {
      throw this.#cannotWrite(error)
    }
    if (this.#since !== null) this.#since.push(text)
    else if (log.bytes > this.#bytesMax) this.#rewriting = this.#rewrite(whole(), log)
  }

  /** Replaces the file by a new one that holds only this state. */
  replace(snapshot: Snapshot): void {
    // The former state, if it is being written anew, is given up at the next step.
    this.#since = null
    let draft: Log | null = null
    try {
      draft = new Log(this.#draftPath)
      for (const text of textsOf(snapshot)) draft.add(text)
      draft.sync()
      this.#adopt(draft)
    } catch (error) {
      if (draft !== this.#log) draft?.discard()
      throw this.#cannotWrite(error)
    }
  }

  /** Waits until the file is on the disk, and releases it. */
  async close(): Promise<void> {
    this.#since = null
    await this.#rewriting
    this.#log?.sync()
    this.#log?.close()
    this.#log = null
    this.release()
  }

  /** Writes it anew while requests are answered. Rows are immutable, so the state in `snapshot` does not change. */
  async #rewrite(snapshot: Snapshot, log: Log): Promise<void> {
    const since: string[] = []
    this.#since = since
    // Where it fails, the file grows as much again before the next try.
    this.#allowGrowth(log)
    let draft: Log | null = null
    try {
      draft = new Log(this.#draftPath)
      for (const text of textsOf(snapshot)) {
        draft.add(text)
        await yieldToEventLoop()
        if (this.#since !== since) return
      }
      await draft.syncSoon()
      if (this.#since !== since) return
      for (const text of since) draft.add(text)
      this.#adopt(draft)
    } catch (error) {
      this.#onTrouble(error)
    } finally {
      if (draft !== this.#log) draft?.discard()
      if (this.#since === since) this.#since = null
    }
  }

  /** It may double: so it is rarely written anew, and half of it at most is out of date. */
  #allowGrowth({ bytes }: Log): void {
    this.#bytesMax = bytes + Math.max(this.#leastBytes, bytes)
  }

  get #draftPath(): string {
    return `${this.path}.new`
  }

  /** The draft becomes the file. */
  #adopt(draft: Log): void {
    this.#checkPlace()
    const before = this.#log
    // Windows cannot rename over an open file.
    before?.close()
    try {
      renameSync(draft.path, this.path)
    } catch (error) {
      before?.reopen(this.path)
      throw error
    }
    this.#log = draft
    this.#allowGrowth(draft)
  }

  /** Refuses to write to a file that was moved or replaced: the next start would not find the change. */
  #checkPlace(): void {
    const isThere =
      this.#log?.isAt(this.#given) ??
      (this.#read === null ? !existsSync(this.#given) : isSame(this.#given, this.#read))
    if (!isThere)
      throw new SandboxError(
        'cannot_write',
        `the state file ${this.#given} was moved away, deleted or changed by another program, so nothing is kept and nothing changes: put it back as it was, or save the state with "payment-sandbox snapshot save" and start again`,
      )
  }

  #lock(file: string): () => void {
    const folder = dirname(this.path)
    if (!existsSync(folder))
      throw this.refusal(`there is no folder ${folder}`, 'make that folder, or take another file')
    try {
      const held = lock(this.path)
      if (typeof held === 'function') return held
      throw new SandboxError(
        'invalid_option',
        `--state ${file} is in use by process ${held}: stop that one, or take another file; if it is another program, delete ${this.path}.lock`,
      )
    } catch (error) {
      if (error instanceof SandboxError) throw error
      throw this.refusal(`it cannot be used: ${whyNot(error)}`)
    }
  }

  #cannotWrite(error: unknown): SandboxError {
    if (error instanceof SandboxError) return error
    return new SandboxError('cannot_write', `cannot write ${this.path}: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}
