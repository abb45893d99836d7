/** The files of the project: what git knows or would add; without git, what is there except for what .gitignore names. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { matcher } from './paths'

export function projectFiles(root: string): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\0').filter((file) => file && existsSync(join(root, file)))
  } catch {
    const ignored = matcher(['.git', ...readFileSync(join(root, '.gitignore'), 'utf8').split(/\/?\n/)])
    const list = (folder: string): string[] =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter(({ name }) => !ignored(name) && !ignored(`/${posix.join(folder, name)}`))
        .flatMap((entry) => {
          const path = posix.join(folder, entry.name)
          return entry.isDirectory() ? list(path) : [path]
        })
    return list('')
  }
}
