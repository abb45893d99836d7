/** The browser that test/browser needs. Uses nothing but Node, as it runs before anything is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

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
  'the tests in test/browser need Chromium, Chrome or Edge: install one (Debian: apt-get install chromium), or name its program in CHROME_PATH'

/** Installs it where that needs no questions: as root, with the packages of Debian. Says so where it cannot. */
export function installChromium() {
  if (findChromium()) return
  const say = (text) => process.stderr.write(`${text}\n`)
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebian) {
    const command = 'apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium'
    say(`installing Chromium for the tests: ${command}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync(command, { env, shell: true, stdio: ['ignore', 'ignore', 2] })
  }
  if (!findChromium()) say(howToGetChromium)
}
