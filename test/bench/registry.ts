import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The `node_modules` with these packages of the registry, in a folder outside of the project: nothing else needs them.
 * A folder keeps what it has for later runs, so its name changes with its packages.
 */
export const fromRegistry = (...packages: readonly string[]): string => {
  const name = packages.join(' ').replace(/[^\w.]+/g, '-')
  const folder = join(tmpdir(), 'payment-sandbox-bench', name)
  if (!existsSync(join(folder, 'package-lock.json'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'ignore' })
  }
  return join(folder, 'node_modules')
}

/** The Node of a major version: the one that runs this, or the newest of the registry. */
export const nodeOf = (major: number): string =>
  process.versions.node.startsWith(`${major}.`)
    ? process.execPath
    : join(fromRegistry(`node@${major}`), 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
