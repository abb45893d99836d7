/** Contract 4: who may drive a sandbox, and what is said to whoever asks for something else. */
import { describe, expect, test } from 'vitest'
import { makeControl } from '../support/control'
import { makeSandbox } from '../support/sandbox'
import { setUp } from '../support/set-up'
import { keepAlive } from '../support/socket'

describe('over sockets: Host and Origin (contract 4)', () => {
  const callers: [allowed: boolean, name: string, headers: (host: string) => Record<string, string>][] = [
    [true, 'its own address', () => ({})],
    [true, 'localhost', (host) => ({ host: host.replace('127.0.0.1', 'localhost') })],
    [true, 'localhost in capitals', () => ({ host: 'LOCALHOST' })],
    [true, 'the loopback of IPv6', () => ({ host: '[::1]:4111' })],
    [true, 'a page of its own', (host) => ({ origin: `http://${host}` })],
    [true, 'a page on another port of localhost', () => ({ origin: 'http://localhost:3000' })],
    [false, 'a name that leads here (DNS rebinding)', () => ({ host: 'evil.example' })],
    [false, 'a name that begins like one of ours', () => ({ host: 'localhost.evil.example' })],
    [false, 'another address', () => ({ host: '10.0.0.1:4111' })],
    [false, 'a page of another site', () => ({ origin: 'https://evil.example' })],
    [false, 'a page whose name begins like ours', () => ({ origin: 'http://localhost.evil.example' })],
    [false, 'a page with a user in its address', () => ({ origin: 'http://localhost@evil.example' })],
    [false, 'a page without an origin', () => ({ origin: 'null' })],
    [false, 'a page of a file', () => ({ origin: 'file://' })],
  ]
  test.each(callers)('allowed: %s, for %s', async (allowed, _, headers) => {
    const sandbox = makeSandbox()
    const { url } = await sandbox.listen({ port: 0 })
    const ask = keepAlive()
    const before = sandbox.clock.now().toISOString()
    const answer = await ask(`${url}/_sandbox/clock`, {
      method: 'POST',
      body: '{"advance":"1d"}',
      headers: headers(new URL(url).host),
    })
    expect(answer.status, answer.text).toBe(allowed ? 200 : 403)
    expect(sandbox.clock.now().toISOString() === before).toBe(!allowed)
    if (!allowed) expect(JSON.parse(answer.text)).toEqual({ error: { message: expect.stringMatching(/./) } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('a server on every address answers to each of them, and still to no other name', async () => {
    const sandbox = makeSandbox()
    const { url } = await sandbox.listen({ port: 0, host: '0.0.0.0' })
    const ask = keepAlive()
    const status = async (host: string) => (await ask(`${url}/_sandbox/health`, { headers: { host } })).status
    expect(await status('172.17.0.2:4111')).toBe(200)
    expect(await status('evil.example')).toBe(403)
  })

  test('behind a proxy, --base-url says what else is its own', async () => {
    const sandbox = makeSandbox({ baseUrl: 'https://pay.example.com' })
    const { url } = await sandbox.listen({ port: 0 })
    const ask = keepAlive()
    const headers = { host: 'pay.example.com', origin: 'https://pay.example.com' }
    expect((await ask(`${url}/_sandbox/health`, { headers })).status).toBe(200)
    expect((await ask(`${url}/_sandbox/health`)).status).toBe(200)
  })

  test('the control plane is on the API server, not on the vault', async () => {
    const sandbox = makeSandbox()
    const { vaultUrl } = await sandbox.listen({ port: 0 })
    expect((await fetch(`${vaultUrl}/_sandbox/health`)).status).toBe(404)
  })
})

describe('in one process', () => {
  test('the default origin is its own, another is not', async () => {
    const { fetch, url } = makeSandbox()
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
    expect((await fetch('https://evil.example/_sandbox/health')).status).toBe(403)
  })
})

describe('what it is asked for', () => {
  test('needs no key, and a key changes nothing', async () => {
    const { sandbox } = setUp()
    const headers = { authorization: 'Basic bm9ib2R5Og==' }
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox/clock`, { headers })).status).toBe(200)
  })

  test('an unknown path is 404 and names those that are near', async () => {
    const control = makeControl(makeSandbox())
    const { status, body } = await control.get('/clok')
    expect([status, body]).toEqual([
      404,
      {
        error: { message: expect.stringContaining('there is no /_sandbox/clok; there are /_sandbox/clock') },
      },
    ])
    const far = await control.get('/zzz')
    expect(JSON.stringify(far.body)).toContain('/_sandbox/health')
  })

  test('another method is 405 and names the right ones', async () => {
    const control = makeControl(makeSandbox())
    const { status, body } = await control.delete('/clock')
    expect([status, body]).toEqual([
      405,
      { error: { message: '/_sandbox/clock takes GET and POST, not DELETE' } },
    ])
  })

  test('a trailing slash means the same', async () => {
    const { fetch, url } = makeSandbox()
    expect((await fetch(`${url}/_sandbox/health/`)).status).toBe(200)
  })

  const bodies: [name: string, body: string, path: string, message: RegExp][] = [
    ['no JSON', '{"advance"', '', /^body: is not valid JSON/],
    ['a form', 'advance=15d', '', /^body: is not valid JSON/],
    ['a list', '[]', '', /^body: /],
    ['a text', '"15d"', '', /^body: /],
    ['nothing it knows', '{"forward":"15d"}', 'forward', /^forward: has no meaning here/],
    ['a wrong type', '{"freeze":"yes"}', 'freeze', /^freeze: must be true or false$/],
    ['two things at once', '{"advance":"1d","freeze":true}', '', /^body: give one of advance/],
    ['nothing at all', '', '', /^body: give one of advance/],
  ]
  test.each(bodies)(
    'a body with %s is 422 with its issues, and changes nothing',
    async (_, body, path, message) => {
      const sandbox = makeSandbox()
      const answer = await makeControl(sandbox).post('/clock', body)
      expect(answer.status).toBe(422)
      expect(answer.body.error).toMatchObject({
        message: expect.stringMatching(message),
        issues: expect.arrayContaining([{ path, message: expect.stringMatching(/./) }]),
      })
      expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T09:00:00.000Z')
    },
  )

  test('a body that is no JSON is not quoted: it may hold a card number', async () => {
    const { body } = await makeControl(makeSandbox()).post('/clock', '{"number": 4242424242424242, oops')
    expect(JSON.stringify(body)).not.toContain('4242')
  })

  test('JSON is read whatever its type says, as `curl -d` sends it', async () => {
    const { fetch, url, clock } = makeSandbox()
    const body = new URLSearchParams()
    const headers = {
      'content-type': String(new Request(url, { method: 'POST', body }).headers.get('content-type')),
    }
    const answer = await fetch(`${url}/_sandbox/clock`, { method: 'POST', headers, body: '{"advance":"1d"}' })
    expect([answer.status, clock.now().toISOString()]).toEqual([200, '2026-01-16T09:00:00.000Z'])
  })
})
