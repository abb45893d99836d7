/** Contract 23: how PHP and a browser of one's own reach the sandbox of `exec --intercept`. */
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { findChromium, howToGetChromium } from '../../support/programs.mjs'
import { cli, command, run } from '../command'

it('prints for a command that stays up one line with the dashboard, and the proxy by which a browser of its own gets there', async () => {
  const program = findChromium() ?? expect.fail(howToGetChromium)
  const words = [process.execPath, cli, 'exec', '--intercept', 'omise', '--', 'sleep', '60']
  // It goes to the standard error.
  const running = run('sh', ['-c', 'exec "$0" "$@" 2>&1', ...words])
  const line = await running.line(/./)
  const [, dashboard = '', args = ''] =
    /^payment-sandbox: dashboard (\S+) .* proxy http:\S+: chromium (.*) --user-data-dir=\S+$/.exec(line) ?? []
  expect((await fetch(dashboard)).headers.get('content-type')).toMatch(/^text\/html/)
  const own = ['--headless', '--no-sandbox', `--user-data-dir=${temporaryFolder()}`, '--dump-dom']
  const browser = run(program, [...args.split(' '), ...own, 'https://cdn.omise.co/omise.js'])
  expect((await browser.ended).stdout).toContain('OmiseCard')
  running.process.kill('SIGTERM')
  expect((await running.ended).stdout).toBe(`${line}\n`)
}, 60_000)

describe('the settings of PHP', () => {
  const script =
    'echo "$PHP_INI_SCAN_DIR"; cat $(echo "$PHP_INI_SCAN_DIR" | sed "s/.*://")/*.ini; echo "$SSL_CERT_FILE"'
  const settings = (env: NodeJS.ProcessEnv) =>
    command(['exec', '--intercept', 'omise', '--', 'sh', '-c', script], env).ended

  it.each([
    [{}, ''],
    [{ PHP_INI_SCAN_DIR: '' }, ''],
    [{ PHP_INI_SCAN_DIR: '/etc/php/own' }, '/etc/php/own'],
  ])('name the authorities of the run, in a folder after those of %j', async (env, before) => {
    const [folders = '', curl, openssl, file] = (await settings(env)).stdout.split('\n')
    expect(folders.slice(0, before.length + 1)).toBe(`${before}:`)
    expect([curl, openssl]).toEqual([`curl.cainfo="${file}"`, `openssl.cafile="${file}"`])
  })
})
