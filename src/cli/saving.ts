import { createWriteStream, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { errorMessage } from '../kernel/sandbox-error'
import { Failure } from './given'

/**
 * Writes a file completely or not at all: a full disk must not destroy the previous content.
 * @throws Failure with the reason and the way out
 */
export const saveFile = (file: string, text: string): void => {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    // A pipe or a device is written directly: a file must not replace it.
    if (there?.isFile() === false) writeFileSync(file, text)
    else {
      writeFileSync(unfinished, text)
      // Replace the file, not the link to it.
      renameSync(unfinished, there === undefined ? file : realpathSync(file))
    }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new Failure(`cannot write ${file} (${whyNot(error)}): name a file in a folder that exists`)
  }
}

/**
 * The same for content that comes in pieces and may not fit in memory. Returns the number of bytes.
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

/** The system's reason, without the name of the call and the path. */
export const whyNot = (error: unknown): string => errorMessage(error).replace(/, \w+ .*$/, '')
