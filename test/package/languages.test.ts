/**
 * Runs the examples of other languages as their users would, by the command of their README. The published clients come from
 * registries of their languages, which tests do not call: small ones in `test/support/clients` make the same calls.
 */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, it, test, vi } from 'vitest'
import { findRunners } from '../support/programs.mjs'
import { makeProject, patience, root, run } from './packed'

vi.setConfig({ testTimeout: patience })

const clients = join(root, 'test', 'support', 'clients')
const runners = findRunners()
const nameOf = ({ name, version }: { name: string; version: string | null }): string => `${name} ${version}`
const found = runners.filter(({ program }) => program !== null)
const missing = runners.filter(({ program }) => program === null)
const lacking = missing.map(({ name, debian }) => `${name} (Debian: apt-get install ${debian})`)

test(`this machine has ${found.map(nameOf).join(', ') || 'no runner'}; it lacks ${lacking.join(', ') || 'none'}`, () => {
  expect(found, `at least one runner is needed: ${lacking.join(', ')}`).not.toEqual([])
})

/** Writes a script that `npm test` finds by its name. */
const writeProgram = (file: string, line: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
}

const npmTest = (cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  run('npm', ['test', '--silent'], { cwd, env })

const programOf = (name: string): string => found.find((one) => one.name === name)?.program ?? ''

/** Runs only where the runner is installed. */
const itWith = (name: string) => it.skipIf(programOf(name) === '')

/** The example with a client, and an environment in which `pytest` is the one of that Python. */
const pythonShop = async () => {
  const cwd = await makeProject({ from: join(root, 'examples', 'pytest') })
  copyFileSync(join(clients, 'omise.py'), join(cwd, 'omise.py'))
  const own = await run(programOf('pytest'), ['-c', 'import sys; print(sys.executable)'], { cwd })
  const PATH = [dirname(own.trim()), process.env.PATH].join(delimiter)
  return { cwd, env: { PATH, PYTHONDONTWRITEBYTECODE: '1' } }
}

itWith('pytest')('pytest, with a stand-in for the client: two workers share a sandbox', async () => {
  const { cwd, env } = await pythonShop()
  expect(await npmTest(cwd, env)).toMatch(/^=+ 8 passed in /m)
})

itWith('pytest')('pytest, with a stand-in for the client: it starts a sandbox if there is none', async () => {
  const { cwd, env } = await pythonShop()
  expect(await run('pytest', [], { cwd, env })).toMatch(/^=+ 8 passed in /m)
})

itWith('PHPUnit')('phpunit, with a stand-in for the client: the tests pass', async () => {
  const cwd = await makeProject({ from: join(root, 'examples', 'phpunit') })
  const { autoload, 'autoload-dev': forTests } = JSON.parse(readFileSync(join(cwd, 'composer.json'), 'utf8'))
  const folders: Readonly<Record<string, string>> = { ...forTests['psr-4'], ...autoload['psr-4'] }
  const prefixes = Object.entries(folders).map(([prefix, folder]) => `'${prefix}\\' => '${folder}'`)
  mkdirSync(join(cwd, 'vendor'))
  copyFileSync(join(clients, 'omise.php'), join(cwd, 'vendor', 'omise.php'))
  // What Composer would write.
  writeFileSync(
    join(cwd, 'vendor', 'autoload.php'),
    `<?php
    require __DIR__ . '/omise.php';
    spl_autoload_register(function ($class) {
      foreach ([${prefixes.join(', ')}] as $prefix => $folder) {
        if (!str_starts_with($class, $prefix)) continue;
        require dirname(__DIR__) . "/$folder" . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
        return;
      }
    });`,
  )
  writeProgram(join(cwd, 'vendor', 'bin', 'phpunit'), 'exec phpunit "$@"')
  expect(await npmTest(cwd)).toMatch(/^OK \(7 tests, /m)
})

itWith('RSpec')('rspec, with a stand-in for the client: the tests pass', async () => {
  const cwd = await makeProject({ from: join(root, 'examples', 'rspec') })
  // Bundler would look for the client.
  writeProgram(join(cwd, 'bin', 'bundle'), 'shift; exec "$@"')
  const PATH = [join(cwd, 'bin'), process.env.PATH].join(delimiter)
  expect(await npmTest(cwd, { PATH, RUBYLIB: clients })).toMatch(/^7 examples, 0 failures$/m)
})
