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

/** Readable by its owner only: it holds keys and secrets. */
const mode = 0o600

/** Writes all bytes at `position`; one system call may write only a part. */
export const writeAll = (descriptor: number, bytes: Uint8Array, position: number): number => {
  let done = 0
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
  return done
}

/** A state file in writing. It begins as a draft beside the present file and replaces it once its base is complete. */
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
    // A draft that a killed process left there may have another mode.
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

  /** Whether `path` is this file, unchanged by other programs. */
  isAt(path: string): boolean {
    return isSame(path, { dev: this.#stats.dev, ino: this.#stats.ino, size: this.#bytes })
  }

  /** Writes a change. It counts after the next call of `mark`. */
  write(text: string): void {
    this.#bytes += writeAll(this.#descriptor, this.#lines.next(text), this.#bytes)
    this.#changes += 1
  }

  /** Ends the base: all changes until here belong to it. */
  endBase(): void {
    this.write(`{"base":${this.#changes}}`)
  }

  /** Moves the end mark: a loss of any change before it will be noticed. Returns the length of the mark. */
  mark(): number {
    const end = { bytes: this.#bytes, changes: this.#changes, sum: this.#lines.sum }
    return writeAll(this.#descriptor, markLine(end, this.#headingSum), this.#markStart)
  }

  /** Writes a change and moves the end mark. After an error the file is unchanged. */
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
      // Half a line would make all later lines unreadable.
      ftruncateSync(this.#descriptor, bytes)
      throw error
    }
  }

  /** Waits until the file is on the disk. */
  sync(): void {
    fsyncSync(this.#descriptor)
  }

  async syncSoon(): Promise<void> {
    await promisify(fsync)(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  /** Opens the file again after `close`, at its present path. */
  reopen(path: string): void {
    this.#descriptor = openSync(path, 'r+')
  }

  discard(): void {
    this.close()
    rmSync(this.path, { force: true })
  }
}

/** Whether the file at `path` is this one and has this size. */
export const isSame = (path: string, { dev, ino, size }: Pick<Stats, 'dev' | 'ino' | 'size'>): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.ino === ino && found.dev === dev && found.size === size
}

/** After a rename the name must be on the disk too. Windows cannot open folders, and needs no such call. */
export const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
