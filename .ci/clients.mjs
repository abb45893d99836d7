/** The HTTP clients of other languages that test/cli/intercept.test.ts drives. Uses nothing but Node, as chromium.mjs. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const clients = [
  { name: 'curl', programs: ['curl'], probe: ['--version'], debian: 'curl' },
  {
    name: 'Python requests',
    programs: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import requests; print("requests", requests.__version__)'],
    debian: 'python3-requests',
  },
  {
    name: 'Ruby net/http',
    programs: ['ruby'],
    probe: ['-e', 'require "net/http"; puts "ruby #{RUBY_VERSION}"'],
    debian: 'ruby',
  },
]

/** Each client with the program that runs it and its version, or with neither where this machine lacks it. */
export function findClients() {
  return clients.map(({ name, programs, probe, debian }) => {
    for (const program of programs) {
      const { status, stdout } = spawnSync(program, probe, { encoding: 'utf8' })
      if (status === 0) return { name, debian, program, version: /[\d.]+\d/.exec(stdout)?.[0] ?? '' }
    }
    return { name, debian, program: null, version: null }
  })
}

/** Installs those that are missing where that needs no questions: as root, with the packages of Debian. */
export function installClients() {
  const missing = findClients().filter(({ program }) => program === null)
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length === 0 || !isDebian) return
  const packages = missing.map(({ debian }) => debian).join(' ')
  const command = `apt-get update -qq && apt-get install -qq -y --no-install-recommends ${packages}`
  process.stderr.write(`installing clients for the tests: ${command}\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, { env, shell: true, stdio: ['ignore', 'ignore', 2] })
}
