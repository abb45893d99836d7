/** `payment-sandbox serve` from outside: what it says, what it answers, and what its options change. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { version } from '../../../package.json'
import { readOptions } from '../../../src/cli/command-line'
import { createSandbox } from '../../../src/index'
import { sandboxOptions } from '../../../src/options/config'
import { temporaryFolder } from '../../support/folder'
import { openSink } from '../../support/sink'
import { authorization, card, command, type Ended, keys, post, serving, stop } from '../command'

/** A port that another server uses. */
const takenPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return port
}

/** One whose predecessor is free. */
const takenPortAfterFree = async (): Promise<number> => {
  const port = await takenPort()
  const before = createServer().listen(port - 1, '127.0.0.1')
  const isFree = await once(before, 'listening').then(
    () => true,
    () => false,
  )
  before.close()
  return isFree ? port : takenPortAfterFree()
}

/** The command, where a port is taken; begun anew where another program took the free one before it. */
const refused = async (args: (port: number) => readonly string[]): Promise<Ended & { port: number }> => {
  const port = await takenPortAfterFree()
  const ended = await command(args(port)).ended
  return ended.stderr.includes(`port ${port - 1} of`) ? refused(args) : { port, ...ended }
}

describe('ready', () => {
  it('is a line of text and a line of JSON without --log and without a terminal', async () => {
    const server = await serving([], {}, temporaryFolder())
    const { url, vaultUrl } = server
    const { stdout, stderr } = await stop(server)
    const [plain, json, ...rest] = stdout.trimEnd().split('\n')
    expect(plain).toBe(`payment-sandbox ready on ${url} (vault ${vaultUrl})`)
    expect(JSON.parse(json ?? '')).toEqual({
      event: 'ready',
      url,
      vaultUrl,
      dashboardUrl: `${url}/_sandbox/`,
      profile: 'spec',
      publicKey: 'pkey_test_sandbox',
      secretKey: 'skey_test_sandbox',
      webhookSecret: createSandbox().webhooks.secret,
    })
    expect({ rest, stderr }).toEqual({ rest: [], stderr: '' })
  })

  it.each<[args: readonly string[], env: NodeJS.ProcessEnv, file: string, profile: string]>([
    [['--proxy-host', 'omise'], {}, 'port: 0', 'omise'],
    [['--proxy-host', 'omise', '--profile', 'spec'], {}, 'port: 0', 'spec'],
    [['--proxy-host', 'api=api.example.com'], {}, 'port: 0', 'spec'],
    [[], { PAYMENT_SANDBOX_PROXY_HOST: 'omise', PAYMENT_SANDBOX_PROFILE: 'spec' }, 'port: 0', 'spec'],
    [[], { PAYMENT_SANDBOX_PROXY_HOST: 'omise' }, 'profile: spec', 'spec'],
    [[], {}, 'proxyHost: { api: api.omise.co }', 'omise'],
  ])(
    'is one JSON line with --log json, with the profile of %j, %j and %j: %s',
    async (args, env, text, profile) => {
      const file = join(temporaryFolder(), 'options.yaml')
      writeFileSync(file, text)
      const running = command(['--port', '0', '--log', 'json', '--config', file, ...args], env)
      expect(JSON.parse(await running.line(/./))).toMatchObject({ event: 'ready', profile })
    },
  )

  it.each([
    [[], 'package.json names a client of Omise: start with --profile omise'],
    [['--profile', 'spec'], undefined],
    [['--profile', 'omise'], undefined],
  ])('in a project with a client of Omise, with %j, has the hint %j', async (args, hint) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "omise": "^0.12.1" } }')
    const running = command(['--port', '0', '--log', 'json', ...args], {}, '', folder)
    expect(JSON.parse(await running.line(/./)).hint).toBe(hint)
  })

  it('is the only output of --log silent', async () => {
    const server = await serving(['--log', 'silent'])
    await post(`${server.url}/customers`, { email: 'a@example.com' })
    expect((await stop(server)).stdout).toMatch(/^payment-sandbox ready on \S+ \(vault \S+\)\n$/)
  })

  it('follows a banner with --log pretty, at most 80 columns wide and without colours in a pipe', async () => {
    const server = await serving(['--log', 'pretty'])
    const { data } = await (await fetch(`${server.url}/_sandbox/accounts`)).json()
    const { stdout } = await stop(server)
    expect(stdout).toContain(`curl ${server.url}/customers`)
    expect(stdout).toContain(`            signed with secret ${data[0].webhook_secret}\n`)
    expect(stdout).toMatch(/\n\npayment-sandbox ready on /)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).not.toMatch(/\p{Cc}(?<!\n)/u)
  })
})

it('the log has a line of JSON for each delivery', async () => {
  const receiver = await openSink()
  const server = await serving(['--webhook', receiver.url])
  const { body } = await post(`${server.url}/customers`, { email: 'a@example.com' })
  const line = JSON.parse(await server.line(/"event":"delivery"/))
  expect(line).toEqual({
    ...{ event: 'delivery', time: expect.any(String), id: expect.stringMatching(/^whdl_test_/) },
    ...{ eventId: expect.stringMatching(/^evnt_test_/), key: 'customer.create', object: body.id },
    ...{ uri: receiver.url, attempt: 1, status: 200, error: null, hint: null, nextAttemptAt: null },
  })
})

describe('the two servers', () => {
  it('name the port that is in use, and the way out', async () => {
    const rows: [name: string, way: string, args: (port: number) => string[]][] = [
      ['API server', '--port 0', (port) => ['--port', String(port)]],
      ['vault server', '--vault-port 0', (port) => ['--port', '0', '--vault-port', String(port)]],
      [
        'vault server, which takes the port after that of the API unless it is given one',
        '--vault-port 0',
        (port) => ['--port', String(port - 1)],
      ],
    ]
    // At once: each waits for a server at the port to say what it is.
    const all = await Promise.all(rows.map(async (row) => ({ row, ...(await refused(row[2])) })))
    for (const { row, port, code, stdout, stderr } of all) {
      const [name, way] = row
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(`payment-sandbox: port ${port} of 127.0.0.1 is taken (${name})`)
      expect(stderr).toMatch(new RegExp(`^[^\n]+; for example: payment-sandbox ${way}\n$`))
    }
  })

  it('say when another payment-sandbox has the port', async () => {
    const { url } = await serving()
    const { port } = new URL(url)
    const { stderr } = await command(['--port', port]).ended
    expect(stderr).toContain(
      `is taken (API server): use it, stop the payment-sandbox ${version} that runs there, or choose another port`,
    )
  })
})

it.runIf(process.platform !== 'win32')(
  'an internal error ends the server with exit status 1 and one line',
  async () => {
    const faulty = join(temporaryFolder(), 'faulty.cjs')
    writeFileSync(faulty, `process.on('SIGUSR2', () => { throw new Error('the moon fell') })`)
    const server = await serving([], { NODE_OPTIONS: `--require ${faulty}` })
    server.process.kill('SIGUSR2')
    expect(await server.ended).toMatchObject({
      code: 1,
      stderr:
        'payment-sandbox: the moon fell (a bug in payment-sandbox; DEBUG=payment-sandbox shows the stack)\n',
    })
  },
)

describe('options', () => {
  it('come from the environment, and the command line wins', async () => {
    const server = await serving(['--secret-key', 'skey_test_flag'], {
      PAYMENT_SANDBOX_SECRET_KEY: 'skey_test_variable',
      PAYMENT_SANDBOX_PUBLIC_KEY: 'pkey_test_variable',
      PAYMENT_SANDBOX_LOG: 'silent',
      PAYMENT_SANDBOX_HEADER_PREFIX: 'Shop',
      PAYMENT_SANDBOX_HOST: '',
    })
    const customer = (key: string) => post(`${server.url}/customers`, {}, key)
    expect(await customer('skey_test_flag')).toMatchObject({ status: 200 })
    expect(await customer('skey_test_variable')).toMatchObject({ status: 401 })
    expect(await post(`${server.vaultUrl}/tokens`, card, 'pkey_test_variable')).toMatchObject({ status: 200 })
    const headers = { authorization: authorization('skey_test_flag') }
    const answer = await fetch(`${server.url}/charges`, { headers })
    expect(answer.headers.has('shop-version')).toBe(true)
    expect((await stop(server)).stdout.split('\n')).toHaveLength(2)
  })

  it.each([
    ['1', true],
    ['true', true],
    ['ON', true],
    ['yes', true],
    ['no', false],
    ['', undefined],
  ])('a switch such as PAYMENT_SANDBOX_FREEZE=%s is %s', (text, freeze) => {
    expect(readOptions(sandboxOptions(), { flags: {}, env: { PAYMENT_SANDBOX_FREEZE: text } }).freeze).toBe(
      freeze,
    )
  })

  it('--random-seed gives the same ids to the same requests, and with --now and --freeze the same answers', async () => {
    const session = async () => {
      const { url, vaultUrl } = await serving([
        ...['--random-seed', 'demo', '--now', '2026-01-15T16:00:00+07:00', '--freeze'],
        ...['--base-url', 'https://pay.example.com/', '--vault-url', 'https://vault.example.com'],
      ])
      const token = await post(`${vaultUrl}/tokens`, card, keys.public)
      return [
        token,
        await post(`${url}/charges`, { amount: '150000', currency: 'thb', card: token.body.id }),
        await post(`${url}/charges`, { amount: '1', currency: 'thb', card: 'tokn_test_none' }),
      ]
    }
    const first = await session()
    expect(first).toMatchObject([
      { status: 200 },
      { status: 200, body: { created_at: expect.stringMatching(/^2026-01-15T09:00:00/) } },
      { status: expect.any(Number), body: { object: 'error' } },
    ])
    expect(await session()).toEqual(first)
  })
})

describe('the log', () => {
  it('in JSON is one object a line, with the time of the virtual clock', async () => {
    const server = await serving(['--now', '2026-01-15T09:00:00Z', '--freeze'])
    await post(`${server.url}/customers`, { email: 'a@example.com' })
    await post(`${server.url}/customers?a=b`, {}, 'skey_test_nobody_knows')
    const { stdout } = await stop(server)
    const [made, refused, ...rest] = stdout.trimEnd().split('\n').slice(2)
    expect(rest).toEqual([])
    const request = {
      event: 'request',
      time: '2026-01-15T09:00:00.000Z',
      id: expect.any(String),
      method: 'POST',
      path: '/customers',
      durationMs: expect.any(Number),
      ignored: [],
    }
    const made200 = { ...request, status: 200, error: null, reason: null, hint: null, warnings: [] }
    expect(JSON.parse(made ?? '')).toEqual(made200)
    const { hint, warnings, ...entry } = JSON.parse(refused ?? '')
    const reason = 'authentication failed'
    expect(entry).toEqual({ ...request, status: 401, error: 'authentication_failure', reason })
    expect(hint).toMatch(
      /^key skey_test_…ows is not known; the options publicKey and secretKey .*; known keys: /,
    )
    expect(warnings).toEqual([hint])
    expect(stdout).not.toContain('nobody')
  })

  it('for people has a line per request, the error code on it and the hint below', async () => {
    const server = await serving(['--log', 'pretty', '--now', '2026-01-15T12:00:01Z', '--freeze'])
    await post(`${server.url}/customers`, {})
    await post(`${server.url}/customers`, {}, 'skey_test_nobody')
    const lines = (await stop(server)).stdout.trimEnd().split('\n').slice(-3)
    expect(lines).toEqual([
      expect.stringMatching(/^12:00:01 {2}POST {4}\/customers {2,}200 {2,}\d+\.\d ms$/),
      expect.stringMatching(
        /^12:00:01 {2}POST {4}\/customers {2,}401 {2,}\d+\.\d ms {2}authentication_failure$/,
      ),
      expect.stringMatching(
        /^ {10}key skey_test_…ody is not known; the options publicKey and secretKey .*; known keys: /,
      ),
    ])
  })
})
