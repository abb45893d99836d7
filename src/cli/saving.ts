import { createWriteStream, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Failure } from './failure'

/**
 * Writes a file whole or not at all: a full disk must not cost what stood in it yesterday.
 * @throws Failure saying why, and the way out
 */
export const saveFile = (file: string, text: string): void => {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    // A pipe or a device is written to: what takes its place would not be one.
    if (there?.isFile() === false) writeFileSync(file, text)
    else {
      writeFileSync(unfinished, text)
      // The file, not the link to it.
      renameSync(unfinished, there === undefined ? file : realpathSync(file))
    }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new Failure(`cannot write ${file} (${whyNot(error)}): name a file in a folder that exists`)
  }
}

/**
 * The same of what comes piece by piece, and may be more than the memory holds. Returns how many bytes it was.
 * @throws Failure as above; what `pieces` throws
 */
export const savePieces = async (file: string, pieces: AsyncIterable<Buffer>): Promise<number> => {
  const unfinished = `${file}.${process.pid}.unfinished`
  const there = statSync(file, { throwIfNoEntry: false })
  const isPlain = there === undefined || there.isFile()
  const out = createWriteStream(isPlain ? unfinished : file)
  try {
    await pipeline(pieces, out)
    if (isPlain) renameSync(unfinished, there === undefined ? file : realpathSync(file))
    return out.bytesWritten
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof Failure) throw error
    throw new Failure(`cannot write ${file} (${whyNot(error)}): name a file in a folder that exists`)
  }
}

/** What the system says of a file, without the call and the path that it repeats. */
export const whyNot = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w+ .*$/, '') : String(error)
