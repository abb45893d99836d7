import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The `node_modules` with these packages of the registry, in a folder outside of the project: nothing else needs them.
 * A folder keeps what it has for later runs, so its name changes with its packages.
 */
const fromRegistry = (...packages: readonly string[]): string => {
  const name = packages.join(' ').replace(/[^\w.]+/g, '-')
  const folder = join(tmpdir(), 'payment-sandbox-bench', name)
  if (!existsSync(join(folder, 'package-lock.json'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'ignore' })
  }
  return join(folder, 'node_modules')
}

const link = (from: string, to: string): void => {
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && !existsSync(join(to, name)))
      symlinkSync(join(from, name), join(to, name), 'junction')
}

/** A folder of a user who has installed the packed package, both runners and nock. */
export const makeProject = (): string => {
  const project = mkdtempSync(join(tmpdir(), 'payment-sandbox-user-'))
  const modules = join(project, 'node_modules')
  mkdirSync(modules)
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { stdio: 'ignore' })
  const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['-xzf', tarball], { cwd: project })
  // Not a link to it: Jest transforms what is outside of node_modules.
  renameSync(join(project, 'package'), join(modules, 'payment-sandbox'))
  link(fromRegistry('nock@14.0.9'), modules)
  link(resolve('node_modules'), modules)
  link(resolve('test/package/node_modules'), modules)
  writeFileSync(join(project, 'package.json'), '{"private":true}')
  return project
}
