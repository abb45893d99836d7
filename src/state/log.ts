import {
  closeSync,
  fstatSync,
  fsync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { heading, Lines, markLine } from './lines'

/** Readable by its owner alone: it holds keys and secrets. */
const mode = 0o600

/** Writes all of it at `position`; the disk may take it in parts. */
export const writeAll = (descriptor: number, bytes: Uint8Array, position: number): number => {
  let done = 0
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
  return done
}

/** A state file that is being written: begun beside the one whose place it takes once its base is whole. */
export class Log {
  readonly path: string
  #descriptor: number
  readonly #lines = new Lines()
  readonly #headingSum: number
  readonly #markStart: number
  readonly #stats: Stats
  #bytes = 0
  #changes = 0

  constructor(path: string) {
    this.path = path
    // What a process that was killed left there has the mode that it had.
    rmSync(path, { force: true })
    this.#descriptor = openSync(path, 'wx', mode)
    this.#stats = fstatSync(this.#descriptor)
    this.#bytes = writeAll(this.#descriptor, this.#lines.next(heading()), 0)
    this.#headingSum = this.#lines.sum
    this.#markStart = this.#bytes
    this.#bytes += this.mark()
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Where `path` is this very file, as it was written here. */
  isAt(path: string): boolean {
    return isSame(path, { dev: this.#stats.dev, ino: this.#stats.ino, size: this.#bytes })
  }

  /** Writes a change which counts once `mark` was called. */
  write(text: string): void {
    this.#bytes += writeAll(this.#descriptor, this.#lines.next(text), this.#bytes)
    this.#changes += 1
  }

  /** All that was written is the base. */
  endBase(): void {
    this.write(`{"base":${this.#changes}}`)
  }

  /** What was written up to here counts: nothing of it can go missing unnoticed. Returns the length of the mark. */
  mark(): number {
    const end = { bytes: this.#bytes, changes: this.#changes, sum: this.#lines.sum }
    return writeAll(this.#descriptor, markLine(end, this.#headingSum), this.#markStart)
  }

  /** Writes a change that counts. What it throws leaves the file as it was. */
  append(text: string): void {
    const { sum } = this.#lines
    const [bytes, changes] = [this.#bytes, this.#changes]
    try {
      this.write(text)
      this.mark()
    } catch (error) {
      this.#lines.sum = sum
      this.#bytes = bytes
      this.#changes = changes
      // Half a line would make all that follows unreadable.
      ftruncateSync(this.#descriptor, bytes)
      throw error
    }
  }

  /** Waits until it is on the disk. */
  sync(): void {
    fsyncSync(this.#descriptor)
  }

  async syncSoon(): Promise<void> {
    await promisify(fsync)(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** After `close`, where it stands by now. */
  reopen(path: string): void {
    this.#descriptor = openSync(path, 'r+')
  }

  discard(): void {
    this.close()
    rmSync(this.path, { force: true })
  }
}

/** What is at `path` is this file, and has this size. */
export const isSame = (path: string, { dev, ino, size }: Pick<Stats, 'dev' | 'ino' | 'size'>): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.ino === ino && found.dev === dev && found.size === size
}

/** After a rename: the name too has to be on the disk. Where folders cannot be opened (Windows), it is at once. */
export const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
