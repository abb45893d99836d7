/** `payment-sandbox mcp`: tools for coding agents on standard input and output, as a process. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, vi } from 'vitest'
import { isRunning } from '../../../src/node/state/lock'
import { agentOn, wholeStory } from '../../support/agents'
import { temporaryFolder } from '../../support/folder'
import { test } from '../../support/set-up'
import { cli, command, plainEnv, readyOn, run } from '../command'
import { expectRefusal } from '../inside'

const speaking = (...given: readonly (string | NodeJS.ProcessEnv)[]): StdioClientTransport => {
  const args = given.filter((one) => typeof one === 'string')
  const env = Object.assign(plainEnv(), ...given.filter((one) => typeof one !== 'string'))
  return new StdioClientTransport({
    ...{ command: process.execPath, args: [cli, 'mcp', ...args], stderr: 'pipe', env },
  })
}

const message = (id: number | null, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params })

const opening = [
  message(0, 'initialize', {
    ...{ protocolVersion: '2025-06-18', capabilities: {} },
    clientInfo: { name: 'tests', version: '1' },
  }),
  message(null, 'notifications/initialized', {}),
]

const callOf = (id: number, name: string, given: object = {}): string =>
  message(id, 'tools/call', { name, arguments: given })

describe('mcp', () => {
  test('does a whole story with a sandbox of its own', async () => {
    await wholeStory(await agentOn(speaking()))
  })

  test.for([
    ['--url', (url: string) => ['--url', url, '--control-token', 'a-token']],
    [
      'PAYMENT_SANDBOX_URL',
      (url: string) => [{ PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_CONTROL_TOKEN: 'a-token' }],
    ],
  ] as const)(
    'is about the sandbox of %s, here one that asks for a token',
    async ([, given], { sandbox }) => {
      const { url } = await sandbox.listen({ port: 0, controlToken: 'a-token' })
      const { use } = await agentOn(speaking(...given(url)))
      await use('call_api', { method: 'POST', path: '/customers' })
      expect(sandbox.customers.count()).toBe(1)
    },
  )

  test('ends with all that an exploration has started', async () => {
    const folder = temporaryFolder()
    const script = `require('fs').writeFileSync('${folder}/pid', String(process.pid)); setInterval(() => {}, 1000)`
    const transport = speaking({ TMPDIR: folder })
    const { use } = await agentOn(transport)
    const ended = use('explore', { command: [process.execPath, '-e', script] }).catch(
      (error: unknown) => error,
    )
    await vi.waitFor(() => expect(readFileSync(`${folder}/pid`, 'utf8')).toMatch(/^\d+$/), 20_000)
    process.kill(Number(transport.pid), 'SIGTERM')
    expect(await ended).toBeInstanceOf(Error)
    const pid = Number(readFileSync(`${folder}/pid`, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000)
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['pid']), 20_000)
  })

  test('takes the options of serve', async () => {
    const { use } = await agentOn(
      speaking('--fixture', 'first-sale', '--now', '2026-01-15T09:00:00Z', '--freeze'),
    )
    expect((await use('sandbox_info')).data).toMatchObject({ now: '2026-01-15T09:00:00.000Z', frozen: true })
    expect((await use('find_records', { scope: 'charge' })).data.total).toBeGreaterThan(0)
  })

  test('writes nothing but the protocol, answers a hundred calls at once, and ends with its input', async () => {
    const calls = Array.from({ length: 100 }, (_, i) =>
      callOf(i + 1, 'call_api', {
        method: 'POST',
        path: '/customers',
        parameters: { email: `c${i}@example.com` },
      }),
    )
    const input = [...opening, 'this is no message', ...calls].join('\n')
    const { code, stdout, stderr } = await command(['mcp', '--log', 'pretty'], {}, `${input}\n`).ended
    expect(code).toBe(0)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 101 }, (_, i) => i),
    )
    expect(answers.filter(({ result }) => result?.isError === true)).toEqual([])
    // The log is on the standard error.
    expect(stderr).toContain('/customers')
  })

  test('begins without the sandbox of --url, and says how to start it', async () => {
    const input = [...opening, callOf(1, 'sandbox_info')].join('\n')
    const { code, stdout } = await command(['mcp', '--url', 'http://127.0.0.1:9'], {}, `${input}\n`).ended
    expect(code).toBe(0)
    const { result } = JSON.parse(stdout.trim().split('\n')[1] ?? '')
    expect(result).toMatchObject({ isError: true })
    expect(result.content[0].text).toMatch(
      /^no sandbox answers at http:\/\/127\.0\.0\.1:9 \(.*\): start one with "npx payment-sandbox"/,
    )
  })

  test.each([
    [['--url', 'http://127.0.0.1:4111', '--fixture', 'saved-card'], /leave out --fixture/],
    [['--url', 'nowhere'], /--url must be an http or https URL/],
    [['--port', 'x'], /--port must be a whole number/],
    [
      ['--fixture', 'saved-card'],
      /^PAYMENT_SANDBOX_URL names a running sandbox: leave out --fixture$/,
      { PAYMENT_SANDBOX_URL: 'http://127.0.0.1:4111' },
    ],
  ])('%j is a wrong use', (args, why, env?: NodeJS.ProcessEnv) =>
    expectRefusal(['mcp', ...args], 2, why, env),
  )
})

describe('what the package has for it', () => {
  const dist = dirname(cli)
  const files = readdirSync(dist, { recursive: true })
    .map(String)
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(dist, file), 'utf8') }))

  test('is less than 450 kB, in files that serve does not load', () => {
    // The protocol has texts that nothing else has, and the tools have titles.
    const own = files.filter(({ text }) => /notifications\/initialized|Explain an error/.test(text))
    expect(own.length).toBeGreaterThan(1)
    const bytes = own.reduce((sum, { file }) => sum + statSync(join(dist, file)).size, 0)
    expect(bytes).toBeLessThan(450_000)
    expect(own.map(({ file }) => file)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/core|program|part-command|part-serve\.|^index/)]),
    )
  })

  test('is not loaded by serve', async () => {
    const list = `process.on('exit', () => console.error(Object.keys(require.cache).join('\\n')))`
    const script = `${list}; process.argv.push('--port', '0'); require(${JSON.stringify(cli)})`
    const server = run(process.execPath, ['-e', script, '--', 'serve'])
    const { url } = await readyOn(server)
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
    server.process.kill('SIGTERM')
    const { stderr } = await server.ended
    expect(stderr).toContain('part-core.cjs')
    expect(stderr).not.toMatch(/protocol|part-mcp/)
  })
})
