/** Contract 23: under the permission model of Node a missing permission is named, with the option that gives it. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli, run } from './command'

const restricted = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'
const net = process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []

test.each([
  ['a child process', ['exec', '--', 'true'], [], 'no permission: start Node with --allow-child-process'],
  [
    'a folder for certificates',
    ['exec', '--intercept', 'omise', '--', 'true'],
    ['--allow-child-process'],
    /no permission for \S*payment-sandbox-tls\S*: start Node with --allow-fs-write=<path>/,
  ],
  [
    'a state file',
    ['serve', '--port', '0', '--state', join(tmpdir(), 'payment-sandbox-withheld.json')],
    [],
    /no permission for \S*: start Node with --allow-fs-write=<path>/,
  ],
] as const)(
  'the command that lacks the permission for %s says so, and ends',
  async (_, args, given, says) => {
    const options = [restricted, '--no-warnings', '--allow-fs-read=*', ...net, ...given]
    const { code, stderr } = await run(process.execPath, [...options, cli, ...args]).ended
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/^payment-sandbox: .*\n$/)
    expect(stderr).not.toContain('bug')
  },
)

test('the command that may not read its configuration says so', async () => {
  const options = [restricted, '--no-warnings', `--allow-fs-read=${join(cli, '..', '*')}`, ...net]
  const { code, stderr } = await run(process.execPath, [...options, cli, 'serve', '--port', '0']).ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'payment-sandbox: no permission for payment-sandbox.config.json: start Node with --allow-fs-read=<path>\n',
  })
})
