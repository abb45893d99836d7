import { closeSync, fsync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { Lines } from './lines'

/** Readable by its owner alone: it holds keys and secrets. */
const mode = 0o600

/** Writes all of it at `position`; the disk may take it in parts. */
export const writeAll = (descriptor: number, bytes: Uint8Array, position: number): number => {
  let done = 0
  while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, position + done)
  return done
}

/** A file that is written beside the one whose place it will take. */
export class Draft {
  readonly path: string
  readonly descriptor: number
  readonly lines = new Lines()
  bytes = 0

  constructor(path: string) {
    this.path = path
    // What a process that was killed left there has the mode that it had.
    rmSync(path, { force: true })
    this.descriptor = openSync(path, 'wx', mode)
  }

  write(text: string): void {
    this.bytes += writeAll(this.descriptor, this.lines.next(text), this.bytes)
  }

  /** Waits until it is on the disk: it must not take the place of what is. */
  finish(): void {
    fsyncSync(this.descriptor)
  }

  async finishSoon(): Promise<void> {
    await promisify(fsync)(this.descriptor)
  }

  discard(): void {
    closeSync(this.descriptor)
    rmSync(this.path, { force: true })
  }
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
