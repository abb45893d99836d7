/** Contract 9.3: `exec --intercept`: commands in every language reach the sandbox at hosts that are wired in. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, test } from 'vitest'
import { selfSigned } from '../../../src/node/authority'
import { temporaryFolder } from '../../support/folder'
import { findClients } from '../../support/programs.mjs'
import { serverOf } from '../../support/server'
import { cli, command, type Ended, intercepted, noCall, run, serving } from '../command'
import { sales } from '../sales'

/** `payment-sandbox exec --intercept omise -- <words>` */
const shell = (script: string, env?: NodeJS.ProcessEnv): Promise<Ended> =>
  intercepted(['sh', '-c', script], env).ended

const clients = findClients()
const found = clients.filter(({ program }) => program !== null)
const missing = clients.filter(({ program }) => program === null)
const named = found.map(({ name, version }) => `${name} ${version}`)
const lacking = missing.map(({ name, debian }) => `${name} (Debian: apt-get install ${debian})`)

test(`this machine has ${named.join(', ') || 'no client'}; it lacks ${lacking.join(', ') || 'none'}`, () => {
  expect(named, `at least one client is needed: ${lacking.join(', ')}`).not.toEqual([])
})

describe.each(found)('$name $version', ({ name, program }) => {
  const words = sales[name]
  const starter = name === 'curl' ? 'sh' : (program ?? '')

  it('takes a token, a charge and a refund at the hosts that are wired in', async () => {
    const { code, stdout, stderr } = await intercepted([starter, ...(words?.sale ?? [])]).ended
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '"amount": 30000\n', stderr: '' })
  })

  it('is refused a call to a neighbour of these hosts, by name', async () => {
    const { code, stderr } = await intercepted([starter, ...(words?.call('unmapped.omise.co') ?? [])]).ended
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/403 "?ERR_PAYMENT_SANDBOX_UNMAPPED_HOST unmapped.omise.co/)
    expect(stderr).toContain(
      'payment-sandbox: the call to unmapped.omise.co was refused: the sandbox answers',
    )
  })

  it('with a list of authorities of its own fails, and people read why', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/own.pem`, (await selfSigned(['elsewhere.example'])).cert)
    const variables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'].map(
      (one) => `${one}=${folder}/own.pem`,
    )
    // Settings of PHP that name no authorities.
    variables.push(`PHP_INI_SCAN_DIR=:${folder}`)
    const call = ['env', ...variables, starter, ...(words?.call('api.omise.co') ?? [])]
    const { code, stderr } = await intercepted(call).ended
    expect(code).not.toBe(0)
    expect(stderr).toMatch(/payment-sandbox: a client called api\.omise\.co and does not trust the authority/)
    expect(stderr).not.toContain('no call arrived')
    expect(stderr).not.toContain('php -d')
  })
})

/** A server of the project under test, on this machine. */
const openLocal = (): Promise<string> =>
  serverOf(async (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${await text(incoming)}\n`)
  })

describe('the profile', () => {
  const profileWith = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
    const script = `fetch(process.env.PAYMENT_SANDBOX_URL + '/_sandbox').then(async (answer) => {
      console.log((await answer.json()).profile)
    })`
    const { stdout } = await command(['exec', ...args, '--', process.execPath, '-e', script], env).ended
    return stdout.trim()
  }

  it.each([
    [['--intercept', 'omise'], {}, 'omise'],
    [['--intercept', 'api=api.omise.co'], {}, 'omise'],
    [['--proxy-host', 'omise'], {}, 'omise'],
    [['--intercept', 'omise', '--profile', 'spec'], {}, 'spec'],
    [['--intercept', 'omise'], { PAYMENT_SANDBOX_PROFILE: 'spec' }, 'spec'],
    [['--intercept', 'api=api.example.com'], {}, 'spec'],
    [[], {}, 'spec'],
  ])('of exec with %j and %j is %s', async (args, env, profile) => {
    expect(await profileWith(args, env)).toBe(profile)
  })
})

describe('Node', () => {
  const node = (script: string, env?: NodeJS.ProcessEnv): Promise<Ended> =>
    intercepted([process.execPath, '-e', script], env).ended

  it('is refused a call to a neighbour by name, and reaches another server of this machine', async () => {
    const url = await openLocal()
    const script = `fetch('https://unmapped.omise.co/')
      .catch((error) => console.log((error.cause ?? error).code, (error.cause ?? error).message))
      .then(() => fetch('${url}/a'))
      .then((answer) => answer.text())
      .then((text) => console.log(text))`
    const { stdout } = await node(script)
    expect(stdout).toMatch(/^ERR_PAYMENT_SANDBOX_UNMAPPED_HOST .*unmapped\.omise\.co.*\nGET \/a /)
  })

  it('keeps the options that were set before, in children of children too', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/before.cjs`, "console.log('before')")
    const inner = JSON.stringify("fetch('https://api.omise.co/').then(({ status }) => console.log(status))")
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${inner}], { stdio: 'inherit' })`
    const { stdout } = await node(script, { NODE_OPTIONS: `--require ${folder}/before.cjs` })
    // Three processes of Node: the sandbox, the command, and the child of the command.
    expect(stdout).toBe('before\nbefore\nbefore\n200\n')
  })

  it('loads what it needs once where one such command runs in another', async () => {
    const inside = [process.execPath, cli, 'exec', '--intercept', 'omise', '--', 'printenv', 'NODE_OPTIONS']
    const { stdout } = await intercepted(inside).ended
    expect(stdout).toMatch(/^--require \S+\/dist\/register\.cjs\n$/)
  })
})

describe('other hosts', () => {
  it.each([
    ['without the proxy', ''],
    ['by the proxy', "--noproxy ''"],
    ['by a tunnel', "--noproxy '' --proxytunnel"],
  ])('are reached as before: %s', async (_, how) => {
    const url = await openLocal()
    const calls = `curl -sS ${how} ${url}/a?b=1; curl -sS ${how} ${url}/c -X DELETE -d body; curl -sS ${how} -T - ${url}/d`
    const { stdout, stderr } = await shell(`printf chunked | sh -c "${calls}"`)
    expect({ stdout, stderr }).toEqual({
      stdout: 'GET /a?b=1 \nDELETE /c body\nPUT /d chunked\n',
      stderr: expect.stringMatching(noCall),
    })
  })

  it('that cannot be reached answer 502, which says why', async () => {
    const { stdout, stderr } = await shell(
      "curl -sS --noproxy '' http://127.0.0.1:1/; curl -sS -v --noproxy '' https://127.0.0.1:1/",
    )
    expect(JSON.parse(stdout)).toEqual({
      object: 'error',
      code: 'bad_gateway',
      message: 'cannot reach 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
    })
    expect(stderr).toContain('< HTTP/1.1 502 Bad Gateway')
  })
})

describe('the proxy of the run', () => {
  it('answers only requests with a whole address: what a web page could send is refused', async () => {
    const running = intercepted(['sh', '-c', 'echo $HTTPS_PROXY; exec sleep 60'])
    const proxy = await running.line(/^http/)
    expect(new URL(proxy).hostname).toBe('127.0.0.1')
    for (const host of ['api.omise.co', 'localhost', 'evil.example']) {
      const status = await new Promise((resolve, reject) => {
        request(proxy, { method: 'POST', path: '/charges', headers: { host } }, (answer) =>
          resolve(answer.resume().statusCode),
        )
          .on('error', reject)
          .end('amount=1')
      })
      expect(status).toBe(421)
    }
    running.process.kill('SIGTERM')
    await running.ended
  })

  it('opens no way to the control plane', async () => {
    const health = (scheme: string) => `-o /dev/null ${scheme}://api.omise.co/_sandbox/health`
    const { stdout } = await shell(`curl -s -w '%{http_code} ' ${health('https')} ${health('http')}`)
    expect(stdout.trim()).toBe('403 403')
  })
})

describe('the environment of the command', () => {
  const printed = async (env: NodeJS.ProcessEnv): Promise<Record<string, string>> => {
    const { stdout } = await intercepted(['env'], env).ended
    return Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  }

  it('names the proxy in both cases, and leaves what needs none out of it, but never the hosts of the sandbox', async () => {
    const env = await printed({ NO_PROXY: 'db.internal, .omise.co,*.co,vault.omise.co,*,10.0.0.0/8' })
    expect(env.HTTPS_PROXY).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    for (const name of ['https_proxy', 'HTTP_PROXY', 'http_proxy']) expect(env[name]).toBe(env.HTTPS_PROXY)
    expect(env.NO_PROXY).toBe('localhost,127.0.0.1,::1,db.internal,10.0.0.0/8')
    expect(env.no_proxy).toBe(env.NO_PROXY)
    expect(env.PAYMENT_SANDBOX_INTERCEPT).toBe('omise')
  })

  it('joins the authority of the run with those that were trusted before', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${folder}/corporate.pem`, 'corporate authority')
    const script = 'cat $SSL_CERT_FILE; echo ====; cat $NODE_EXTRA_CA_CERTS; echo ====; cat $CURL_CA_BUNDLE'
    const before = { SSL_CERT_FILE: `${folder}/corporate.pem`, NODE_EXTRA_CA_CERTS: '', CURL_CA_BUNDLE: '' }
    const [ssl = '', node = '', curl = ''] = (await shell(script, before)).stdout.split('====\n')
    expect(ssl).toMatch(/^corporate authority\n-----BEGIN CERTIFICATE-----/)
    expect(node.match(/BEGIN CERTIFICATE/g)).toHaveLength(1)
    expect(curl.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50)
    for (const text of [ssl, node, curl]) expect(text).not.toContain('PRIVATE KEY')
  })
})

describe('the folder of the run', () => {
  const readable = 'echo folder $(dirname $SSL_CERT_FILE)'

  it('can be read by this user only, and holds no key', async () => {
    const running = intercepted(['sh', '-c', `${readable}; exec sleep 60`])
    const folder = (await running.line(/^folder /)).slice('folder '.length)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(folder)) {
      expect(statSync(`${folder}/${file}`).mode & 0o777).toBe(0o600)
      expect(readFileSync(`${folder}/${file}`, 'utf8')).not.toContain('PRIVATE KEY')
    }
    running.process.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 143, stderr: expect.stringMatching(noCall) })
    expect(existsSync(folder)).toBe(false)
  })

  it.each([
    ['the command ends', 'exit 7', 7],
    ['the command dies', 'kill -9 $$', 137],
    ['a signal ends it', 'kill -TERM $PPID; exec sleep 60', 143],
  ])('is gone when %s', async (_, end, code) => {
    const ended = await shell(`${readable}; ${end}`)
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(noCall) })
    expect(existsSync(ended.stdout.trim().slice('folder '.length))).toBe(false)
  })

  it('is gone when the command does not exist', async () => {
    const folder = temporaryFolder()
    const { code, stderr } = await intercepted(['no-such-command'], { TMPDIR: folder }).ended
    expect({ code, stderr }).toEqual({
      code: 127,
      stderr: 'payment-sandbox: cannot start "no-such-command": command not found\n',
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

test('serve --proxy-host is such a proxy for clients that trust the authority under /_sandbox/authority', async () => {
  const folder = temporaryFolder()
  const { url } = await serving(['--proxy-host', 'omise'])
  const script = `curl -sS ${url}/_sandbox/authority -o ${folder}/authority.pem
    curl -sS https://api.omise.co/account -u skey_test_sandbox: -o /dev/null -w '%{http_code}'`
  const env = { HTTPS_PROXY: url, CURL_CA_BUNDLE: `${folder}/authority.pem` }
  expect(await run('sh', ['-c', script], env).ended).toMatchObject({ code: 0, stdout: '200\n', stderr: '' })
})

test('hosts that cannot be read are a wrong use', async () => {
  const { code, stderr } = await command(['exec', '--intercept', 'omise.co', '--', 'true']).ended
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^payment-sandbox: --intercept must be hosts such as .*, not "omise.co"; for example: /,
  )
})
