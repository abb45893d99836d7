/**
 * Programs that the tests drive: a browser (test/browser), the HTTP clients of other languages
 * (test/cli/exec/intercept.test.ts) and their test runners (test/package/languages.test.ts). It uses nothing but Node, as
 * `.ci/setup.mjs` runs it before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first one is a browser without windows: it takes less than half the time of the processor. */
const names = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'],
]

/** Where installers put it on systems that do not have it on their PATH. */
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
]

/** The program of Chromium, Chrome or Edge: the one that CHROME_PATH names, or one that is found. */
export function findChromium() {
  const { CHROME_PATH: chosen, PATH: path = '' } = process.env
  if (chosen) return chosen
  const onPath = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...places].find((file) => existsSync(file))
}

export const howToGetChromium =
  'the tests in test/browser need Chromium, Chrome or Edge: install one (Debian: apt-get install chromium-headless-shell), or name its program in CHROME_PATH'

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
  {
    name: 'PHP curl',
    programs: ['php'],
    probe: ['-r', 'curl_version(); echo "php ", PHP_VERSION;'],
    debian: 'php-cli php-curl',
  },
]

const runners = [
  {
    name: 'pytest',
    programs: ['python3', '/usr/bin/python3'],
    probe: ['-c', 'import flask, pytest, requests, xdist; print("pytest", pytest.__version__)'],
    debian: 'python3-pytest python3-pytest-xdist python3-flask python3-requests',
  },
  {
    name: 'PHPUnit',
    programs: ['phpunit'],
    probe: ['--version'],
    debian: 'phpunit',
  },
  {
    name: 'RSpec',
    programs: ['ruby'],
    probe: [
      '-e',
      'require "rest-client"; require "rspec"; require "webrick"; puts RSpec::Core::Version::STRING',
    ],
    debian: 'ruby-rspec ruby-rest-client ruby-webrick',
  },
]

/** Each client with its program and version, or neither if this machine lacks it. */
export const findClients = () => find(clients)

/** The same of test runners, with the packages that their examples need. */
export const findRunners = () => find(runners)

/** @param {typeof clients} wanted */
function find(wanted) {
  return wanted.map(({ name, programs, probe, debian }) => {
    for (const program of programs) {
      const { status, stdout } = spawnSync(program, probe, { encoding: 'utf8' })
      if (status === 0) return { name, debian, program, version: /[\d.]+\d/.exec(stdout)?.[0] ?? '' }
    }
    return { name, debian, program: null, version: null }
  })
}

/**
 * Installs what is missing if that needs no questions: as root, with the packages of Debian. Otherwise it says so.
 * @param languages whether clients and test runners of other languages are needed, besides the browser
 */
export function installTools(languages) {
  const wanted = languages ? [...findClients(), ...findRunners()] : []
  const missing = wanted.flatMap(({ program, debian }) => (program === null ? [debian] : []))
  if (!findChromium()) missing.push('chromium-headless-shell')
  const say = (text) => process.stderr.write(`${text}\n`)
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const command = `apt-get update -qq && apt-get install -qq -y --no-install-recommends ${missing.join(' ')}`
    say(`installing what the tests drive: ${command}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync(command, { env, shell: true, stdio: ['ignore', 'ignore', 2] })
  }
  if (!findChromium()) say(howToGetChromium)
}
