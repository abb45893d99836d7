/**
 * The state of a sandbox in a file, so that it outlives the process. Every change is appended, by one write, before
 * anybody is told of it: a process that is killed at any moment loses nothing that it answered. At every start, and
 * when most of what the file holds is void, the state is written anew beside it and takes its place at once.
 *
 * A write is in the hands of the operating system, not yet on the disk: what a power failure takes away is the last
 * seconds, which are then missing at the end. To wait for the disk at every request would make it a hundred times
 * slower, for a tool whose whole state used to vanish with the process.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { yieldToEventLoop } from '../kernel/real-time'
import { SandboxError } from '../kernel/sandbox-error'
import type { Change } from '../library/changes'
import type { Keeper } from '../library/keeper'
import { type Snapshot, trustSnapshot } from '../library/state'
import { Draft, syncFolder, writeAll } from './draft'
import { heading, Lines, readChanges, Unreadable } from './lines'
import { lock } from './lock'
import { changesThatMake, Sum } from './sum'
import { Writer } from './writer'

export interface StateFileOptions {
  /** How much it grows at least before it is looked at whether most of it is void. */
  readonly leastBytes?: number
  /** Told when the file could not be written anew; it goes on growing then. */
  readonly onTrouble?: (error: Error) => void
}

const defaultLeastBytes = 8 * 1024 * 1024
/** What is written of a state before something else has its turn. */
const pieceBytes = 256 * 1024

export class StateFile implements Keeper {
  readonly #path: string
  readonly #release: () => void
  readonly #leastBytes: number
  readonly #onTrouble: (error: Error) => void
  #descriptor: number | null = null
  #lines = new Lines()
  readonly #writer = new Writer()
  #bytes = 0
  /** How many rows, jobs and other facts it holds, those that are void included. */
  #facts = 0
  /** At this length it is looked at how many of them are void. */
  #lookAtBytes = 0
  /** The state is being written anew; what changed since it began. */
  #since: string[] | null = null
  #rewriting: Promise<void> = Promise.resolve()

  /**
   * Takes hold of the file, which may not be there yet.
   * @throws SandboxError `invalid_option` when another process has it, or nothing can be written there
   */
  constructor(file: string, options: StateFileOptions = {}) {
    this.#path = existsSync(file) ? realpathSync(file) : file
    this.#leastBytes = options.leastBytes ?? defaultLeastBytes
    this.#onTrouble = options.onTrouble ?? (() => undefined)
    // What is no file, such as /dev/null or a folder, must never be taken the place of.
    if (existsSync(file) && !statSync(this.#path).isFile()) throw this.refusal('it is not a file')
    this.#release = this.#lock(file)
    this.#removeDrafts()
  }

  /** Gives the file up for other processes. */
  readonly release = (): void => this.#release()

  /**
   * What it holds; `null` when it is not there yet, or empty. Changes nothing.
   * @throws SandboxError `invalid_option` when it is none of ours, or damaged
   */
  read(): Snapshot | null {
    if (!existsSync(this.#path) || statSync(this.#path).size === 0) return null
    const sum = new Sum()
    try {
      const isOwn = readChanges(this.#path, (change) => sum.add(change))
      // What another version wrote has to be proved first.
      return isOwn ? trustSnapshot(sum.snapshot) : sum.snapshot
    } catch (error) {
      if (error instanceof Unreadable) throw this.refusal(error.message)
      throw this.refusal(`it cannot be read: ${messageOf(error)}`)
    }
  }

  /** For what it holds and cannot be used. */
  refusal(why: string): SandboxError {
    return new SandboxError(
      'invalid_option',
      `--state ${this.#path}: ${why}; nothing was changed: take another file, or move this one away`,
    )
  }

  /** Appends a change. @throws SandboxError `cannot_write` when the disk is full or gone: then it did not happen */
  add(change: Change, whole: () => Snapshot): void {
    const text = this.#writer.text(change)
    this.#append(text)
    this.#facts += factsIn(change)
    this.#since?.push(text)
    if (this.#since === null && this.#bytes >= this.#lookAtBytes) this.#look(whole())
  }

  readonly soon = (work: () => void): void => void setImmediate(work)

  /** Half of it being void is the price of writing it anew seldom. */
  #look(snapshot: Snapshot): void {
    this.#waitToLook()
    if (this.#facts > 2 * sizeOf(snapshot)) this.#rewriting = this.#rewrite(snapshot)
  }

  /** The longer it is, the longer looking takes. */
  #waitToLook(): void {
    this.#lookAtBytes = this.#bytes + Math.max(this.#leastBytes, this.#bytes / 4)
  }

  /** The file is then a new one, which holds this state and nothing else. */
  replace(snapshot: Snapshot): void {
    // Whoever writes the former state anew finds that it is void.
    this.#since = null
    this.#writer.forget()
    let draft: Draft | null = null
    try {
      draft = new Draft(this.#draftPath)
      for (const text of textsOf(snapshot)) draft.write(text)
      draft.finish()
      this.#adopt(draft, sizeOf(snapshot))
    } catch (error) {
      draft?.discard()
      throw this.#cannotWrite(error)
    }
  }

  /** Waits until what was written is on the disk, and gives the file up. */
  async close(): Promise<void> {
    this.#since = null
    await this.#rewriting
    if (this.#descriptor !== null) {
      fsyncSync(this.#descriptor)
      closeSync(this.#descriptor)
      this.#descriptor = null
    }
    this.#release()
  }

  /** In pieces, while requests are answered: rows never change, so the state stays what it was. */
  async #rewrite(snapshot: Snapshot): Promise<void> {
    const since: string[] = []
    this.#since = since
    // What is written from now on comes after other lines in the new file than in this one.
    this.#writer.forget()
    const isVoid = (): boolean => this.#since !== since
    let draft: Draft | null = null
    try {
      draft = new Draft(`${this.#draftPath}.${this.#bytes}`)
      let pieceEnd = pieceBytes
      for (const text of textsOf(snapshot)) {
        if (isVoid()) return
        draft.write(text)
        if (draft.bytes < pieceEnd) continue
        pieceEnd = draft.bytes + pieceBytes
        await yieldToEventLoop()
      }
      await draft.finishSoon()
      if (isVoid()) return
      for (const text of since) draft.write(text)
      // What came since counts little: it is short.
      this.#adopt(draft, sizeOf(snapshot) + since.length)
      draft = null
    } catch (error) {
      // It goes on growing; the next look tries it again.
      this.#onTrouble(error instanceof Error ? error : new Error(String(error)))
    } finally {
      draft?.discard()
      if (!isVoid()) this.#since = null
    }
  }

  #append(text: string): void {
    if (this.#descriptor === null) throw new Error(`${this.#path} was closed`)
    const { sum } = this.#lines
    try {
      this.#bytes += writeAll(this.#descriptor, this.#lines.next(text), this.#bytes)
    } catch (error) {
      // Half a line would make all that follows unreadable.
      this.#lines.sum = sum
      this.#writer.forget()
      ftruncateSync(this.#descriptor, this.#bytes)
      throw this.#cannotWrite(error)
    }
  }

  get #draftPath(): string {
    return `${this.#path}.new`
  }

  /** From here on the draft is the file. */
  #adopt(draft: Draft, facts: number): void {
    const before = this.#descriptor
    // Windows renames nothing over a file that is open.
    if (before !== null) closeSync(before)
    try {
      renameSync(draft.path, this.#path)
    } catch (error) {
      if (before !== null) this.#descriptor = openSync(this.#path, 'r+')
      throw error
    }
    this.#descriptor = draft.descriptor
    this.#lines = draft.lines
    this.#bytes = draft.bytes
    this.#facts = facts
    this.#waitToLook()
    syncFolder(dirname(this.#path))
  }

  #lock(file: string): () => void {
    try {
      const held = lock(this.#path)
      if (typeof held === 'function') return held
      throw new SandboxError(
        'invalid_option',
        `--state ${file} is in use by process ${held}: stop that one, or take another file`,
      )
    } catch (error) {
      if (error instanceof SandboxError) throw error
      throw this.refusal(`it cannot be used: ${messageOf(error)}`)
    }
  }

  /** What a process that was killed while it wrote left beside the file. */
  #removeDrafts(): void {
    const start = basename(this.#draftPath)
    const folder = dirname(this.#path)
    for (const name of readdirSync(folder))
      if (name.startsWith(start)) rmSync(join(folder, name), { force: true })
  }

  #cannotWrite(error: unknown): SandboxError {
    return new SandboxError('cannot_write', `cannot write ${this.#path}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Rows and jobs that there are. */
const sizeOf = ({ jobs, accounts, worlds }: Snapshot): number =>
  [accounts, ...Object.values(worlds)]
    .flatMap((rows) => Object.values(rows))
    .reduce((sum, rows) => sum + rows.length, jobs.pending.length)

const factsIn = ({ rows, forgotten, jobs }: Change): number =>
  1 + rows.length + forgotten.length + (jobs === null ? 0 : jobs.added.length + jobs.gone.length)

function* textsOf(snapshot: Snapshot): Generator<string> {
  const writer = new Writer()
  yield heading()
  for (const change of changesThatMake(snapshot)) yield writer.text(change)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
