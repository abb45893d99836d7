import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The checkout as a fresh clone has it, with the packages installed: the files that git knows or would add, and nothing
 * that was built.
 */
export function cloneFresh(root: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  const isThere = (file: string): boolean => file !== '' && existsSync(join(root, file))
  for (const file of listed.split('\0').filter(isThere)) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(root, file), join(to, file))
  }
  // A link would not do: the bundler names the files of packages by their real paths.
  cpSync(join(root, 'node_modules'), join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}
