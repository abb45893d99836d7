/**
 * The state of a sandbox in a file, so that it outlives the process. Every change is appended, and the end mark moved
 * behind it, before the client gets its answer: a process that is killed at any time loses no answered change. At
 * every start, and when most rows in the file are out of date, the state is written to a new file that atomically
 * replaces the old one.
 *
 * The operating system may keep a write in memory for a while, so a power failure can lose the last seconds. The end
 * mark then shows the damage, and the file must be repaired. To wait for the disk at every request would be a
 * hundred times slower, which a tool for tests does not need.
 */
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { yieldToEventLoop } from '../../kernel/real-time'
import { errorMessage, SandboxError } from '../../kernel/sandbox-error'
import type { Keeper } from '../../sandbox/snapshots/changes'
import { type Snapshot, writeFixtures } from '../../sandbox/snapshots/snapshot'
import { type Change, factsIn, SnapshotBuilder, sizeOf, textsOf } from '../../sandbox/snapshots/sum'
import { whyNot } from '../files'
import { lock } from './lock'
import { isSame, Log, syncFolder } from './log'
import { Damaged, readChanges, Unreadable } from './reading'

export interface StateFileOptions {
  /** How much the file grows at least before the next check whether most of it is out of date. */
  readonly leastBytes?: number
  /** Called when the file could not be rewritten; it then keeps growing. */
  readonly onTrouble?: (error: Error) => void
}

const defaultLeastBytes = 8 * 1024 * 1024
/** How much of a state is written before the event loop gets its turn. */
const pieceBytes = 256 * 1024

export class StateFile implements Keeper {
  /** The path as given: the target of a link can change. */
  readonly #given: string
  readonly path: string
  /** Releases the file for other processes. */
  readonly release: () => void
  readonly #leastBytes: number
  readonly #onTrouble: (error: Error) => void
  #log: Log | null = null
  /** The file that was read; `null` if there was none. */
  #read: Stats | null = null
  /** The number of rows, jobs and other facts in the file, including those that are out of date. */
  #facts = 0
  /** The length at which to check how many of them are out of date. */
  #lookAtBytes = 0
  /** During a rewrite: the changes since it began. */
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
    this.#removeDrafts()
  }

  /**
   * The saved state; `null` when the file does not exist or is empty. Changes nothing.
   * @throws SandboxError `invalid_option` when it is not a state file, or is damaged
   */
  read(): Snapshot | null {
    this.#read = statSync(this.path, { throwIfNoEntry: false }) ?? null
    if (this.#read === null || this.#read.size === 0) return null
    const sum = new SnapshotBuilder()
    try {
      this.#read = readChanges(this.path, (change) => sum.add(change))
      return sum.snapshot
    } catch (error) {
      if (error instanceof Damaged) throw this.refusalOf(error)
      if (error instanceof Unreadable) throw this.refusal(error.message)
      throw this.refusal(`it cannot be read: ${errorMessage(error)}`)
    }
  }

  /** The error for a file whose content cannot be used. */
  refusal(why: string, out = 'take another file, or move this one away'): SandboxError {
    return new SandboxError('invalid_option', `--state ${this.path}: ${why}; nothing was changed: ${out}`)
  }

  /** The error for a damaged file: how to repair it, and what a repair loses. */
  refusalOf({ message, whole, lost, isCut }: Damaged): SandboxError {
    const hint = isCut ? '' : `; ${writeFixtures}`
    if (whole === null) return this.refusal(`${message}, and no whole state is left in it${hint}`)
    const price =
      lost === null ? '' : lost === 0 ? ', which loses nothing' : `, without the last ${changesText(lost)}`
    const command = `payment-sandbox snapshot repair ${this.path}`
    return this.refusal(message, `"${command}" goes back to its last whole state${price}${hint}`)
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
      log.append(text)
    } catch (error) {
      throw this.#cannotWrite(error)
    }
    this.#facts += factsIn(change)
    this.#since?.push(text)
    if (this.#since === null && log.bytes >= this.#lookAtBytes) this.#look(whole(), log)
  }

  /** Up to half of the file may be out of date, so that rewrites are rare. */
  #look(snapshot: Snapshot, log: Log): void {
    this.#waitToLook(log)
    if (this.#facts > 2 * sizeOf(snapshot)) this.#rewriting = this.#rewrite(snapshot, log)
  }

  /** A check of a longer file takes longer, so it comes later. */
  #waitToLook({ bytes }: Log): void {
    this.#lookAtBytes = bytes + Math.max(this.#leastBytes, bytes / 4)
  }

  /** Replaces the file by a new one that holds only this state. */
  replace(snapshot: Snapshot): void {
    // A running rewrite of the former state stops at its next step.
    this.#since = null
    let draft: Log | null = null
    try {
      draft = new Log(this.#draftPath)
      for (const text of textsOf(snapshot)) draft.write(text)
      draft.endBase()
      draft.mark()
      draft.sync()
      this.#adopt(draft, sizeOf(snapshot))
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

  /** Writes in pieces, while requests are answered. Rows are immutable, so the state in `snapshot` does not change. */
  async #rewrite(snapshot: Snapshot, { bytes }: Log): Promise<void> {
    const since: string[] = []
    this.#since = since
    const isVoid = (): boolean => this.#since !== since
    let draft: Log | null = null
    try {
      draft = new Log(`${this.#draftPath}.${bytes}`)
      let pieceEnd = pieceBytes
      for (const text of textsOf(snapshot)) {
        if (isVoid()) return
        draft.write(text)
        if (draft.bytes < pieceEnd) continue
        pieceEnd = draft.bytes + pieceBytes
        await yieldToEventLoop()
      }
      draft.endBase()
      await draft.syncSoon()
      if (isVoid()) return
      for (const text of since) draft.write(text)
      draft.mark()
      // The changes since the start are few.
      this.#adopt(draft, sizeOf(snapshot) + since.length)
    } catch (error) {
      // The file keeps growing; the next check tries again.
      this.#onTrouble(error instanceof Error ? error : new Error(String(error)))
    } finally {
      if (draft !== this.#log) draft?.discard()
      if (!isVoid()) this.#since = null
    }
  }

  get #draftPath(): string {
    return `${this.path}.new`
  }

  /** The draft becomes the file. */
  #adopt(draft: Log, facts: number): void {
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
    this.#facts = facts
    this.#waitToLook(draft)
    syncFolder(dirname(this.path))
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
        `--state ${file} is in use by process ${held}: stop that one, or take another file`,
      )
    } catch (error) {
      if (error instanceof SandboxError) throw error
      throw this.refusal(`it cannot be used: ${whyNot(error)}`)
    }
  }

  /** Removes the drafts that a killed process left beside the file. */
  #removeDrafts(): void {
    const start = basename(this.#draftPath)
    const folder = dirname(this.path)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry
      if (entry.isFile() && name.startsWith(start) && /^(?:\.\d+)?$/.test(name.slice(start.length)))
        rmSync(join(folder, name), { force: true })
    }
  }

  #cannotWrite(error: unknown): SandboxError {
    if (error instanceof SandboxError) return error
    return new SandboxError('cannot_write', `cannot write ${this.path}: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}

const changesText = (count: number): string => (count === 1 ? 'change' : `${count} changes`)
