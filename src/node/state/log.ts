import fs from 'node:fs'
import { promisify } from 'node:util'
import { heading, nextLine } from './lines'

/** Readable by its owner only: it holds keys and secrets. */
const mode = 0o600

/** A state file in writing. It begins as a draft beside the present file and replaces it once its state is complete. */
export class Log {
  readonly path: string
  #descriptor: number
  readonly #stats: fs.Stats
  #bytes = 0
  /** The checksum of the last line. */
  #sum = 0

  constructor(path: string) {
    this.path = path
    // A draft that a killed process left there may have another mode.
    fs.rmSync(path, { force: true })
    this.#descriptor = fs.openSync(path, 'ax', mode)
    this.#stats = fs.fstatSync(this.#descriptor)
    this.add(heading())
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Whether `path` is this file, unchanged by other programs. */
  isAt(path: string): boolean {
    return isSame(path, { dev: this.#stats.dev, ino: this.#stats.ino, size: this.#bytes })
  }

  /** Writes a line. After an error the file is unchanged. */
  add(text: string): void {
    const { line, sum } = nextLine(text, this.#sum)
    try {
      fs.writeFileSync(this.#descriptor, line)
    } catch (error) {
      // Half a line would make all later lines unreadable.
      fs.ftruncateSync(this.#descriptor, this.#bytes)
      throw error
    }
    this.#bytes += line.length
    this.#sum = sum
  }

  /** Waits until the file is on the disk. */
  sync(): void {
    fs.fsyncSync(this.#descriptor)
  }

  async syncSoon(): Promise<void> {
    await promisify(fs.fsync)(this.#descriptor)
  }

  close(): void {
    fs.closeSync(this.#descriptor)
  }

  /** Opens the file again after `close`, at its present path. */
  reopen(path: string): void {
    this.#descriptor = fs.openSync(path, 'a')
  }

  discard(): void {
    this.close()
    fs.rmSync(this.path, { force: true })
  }
}

/** Whether the file at `path` is this one and has this size. */
export const isSame = (path: string, { dev, ino, size }: Pick<fs.Stats, 'dev' | 'ino' | 'size'>): boolean => {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.ino === ino && found.dev === dev && found.size === size
}
