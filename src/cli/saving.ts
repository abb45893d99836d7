import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fixtureSchemaPath } from '../fixtures/write'
import { errorMessage } from '../kernel/sandbox-error'
import { whyNot } from '../node/files'
import { Failure, wrong } from './command-line'

/**
 * Writes a file completely or not at all: a full disk must not destroy the previous content. Returns the number of bytes.
 * @param isPrivate only its owner may read the file, since it holds keys; a link in its place is replaced, not followed,
 *   as another user of a shared folder may have made it
 * @throws Failure with the reason and the way out
 */
export const saveFile = async (file: string, text: string, isPrivate = false): Promise<number> => {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    // A pipe or a device is written directly: a file must not replace it.
    if (there !== undefined && !there.isFile()) {
      if (isPrivate) checkLink(file)
      await writeFile(file, text)
      return Buffer.byteLength(text)
    }
    rmSync(unfinished, { force: true })
    await writeFile(unfinished, text, { flag: 'wx', ...(isPrivate && { mode: 0o600 }) })
    // Replace the file, not the link to it.
    renameSync(unfinished, there === undefined || isPrivate ? file : realpathSync(file))
    return Buffer.byteLength(text)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new Failure(`cannot write ${file} (${whyNot(error)}): name a file in a folder that exists`)
  }
}

/** `/dev/stdout` is a link of the system to the pipe behind it. */
const checkLink = (file: string): void => {
  if (!resolve(file).startsWith('/dev/') && lstatSync(file).isSymbolicLink())
    throw new Error('it is a link to something else')
}

/** Writes a file of a project, in a folder that it makes. */
export const saveInProject = async (file: string, text: string): Promise<void> => {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (error) {
    throw new Failure(`cannot make the folder of ${file} (${errorMessage(error)}): name another folder`)
  }
  await saveFile(file, text)
}

/** A file of a project, before others are written into it; `null` where there is none. */
export const textOf = (file: string): string | null => {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  } catch (error) {
    throw new Failure(`cannot read ${file} (${errorMessage(error)}), and nothing was written`)
  }
}

/**
 * For a file that is written after long work: says before it that the folder is not there.
 * @throws SandboxError `invalid_option`
 */
export const checkFolder = (option: string, file: string | undefined): void => {
  if (file === undefined || statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory() === true) return
  throw wrong(`${option} ${file} is in no folder that exists: make ${dirname(file)}, or name another one`)
}

const above = (folder: string): readonly string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))]

/**
 * The text of a fixture for a file, whose first line leads editors to the schema: in the package as it is installed for
 * the file, or as it will be in the project.
 */
export const withSchemaPath = (text: string, file: string, project = '.'): string => {
  const folder = dirname(resolve(file))
  const hasSchema = (one: string): boolean => existsSync(join(one, fixtureSchemaPath))
  const home = above(folder).find(hasSchema) ?? resolve(project)
  const path = relative(folder, join(home, fixtureSchemaPath)).replaceAll('\\', '/')
  return text.replace(/(?<=^# yaml-language-server: \$schema=).*/, path.startsWith('.') ? path : `./${path}`)
}
