/** The files of the project: what git knows or would add; without git, what is in no folder that .gitignore names. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export function projectFiles(root: string): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return listed.split('\0').filter((file) => file && existsSync(join(root, file)))
  } catch {
    const names = readFileSync(join(root, '.gitignore'), 'utf8').replaceAll('/', '').split('\n')
    const ignored = new Set(['.git', ...names])
    const list = (folder: string): string[] =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter(({ name }) => !ignored.has(name))
        .flatMap((entry) => {
          const path = posix.join(folder, entry.name)
          return entry.isDirectory() ? list(path) : [path]
        })
    return list('')
  }
}
