/** Contract 4: what the control plane says to callers who ask for something that does not exist. */
import { describe, expect } from 'vitest'
import { makeControl } from '../support/control'
import { makeSandbox, test } from '../support/set-up'

describe('a request to the control plane', () => {
  test('needs no key, and a key changes nothing', async ({ sandbox }) => {
    const headers = { authorization: 'Basic bm9ib2R5Og==' }
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox/clock`, { headers })).status).toBe(200)
  })

  test('an unknown path is 404 and names similar paths', async ({ control }) => {
    const { status, body } = await control.get('/clok')
    const message = expect.stringContaining('there is no /_sandbox/clok; there are /_sandbox/clock')
    expect([status, body]).toEqual([404, { error: { message } }])
    const far = await control.get('/zzz')
    expect(JSON.stringify(far.body)).toContain('/_sandbox/health')
  })

  test('a wrong method is 405 and names the allowed ones', async ({ control }) => {
    const { status, body } = await control.delete('/clock')
    const message = '/_sandbox/clock takes GET and POST, not DELETE'
    expect([status, body]).toEqual([405, { error: { message } }])
  })

  test('HEAD gets the headers of GET, except for a stream', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0 })
    const head = async (path: string) => (await fetch(`${url}/_sandbox${path}`, { method: 'HEAD' })).status
    for (const path of ['/health', '/']) expect(await head(path)).toBe(200)
    for (const path of ['/stream', '/reset']) expect(await head(path)).toBe(405)
    const { headers } = await fetch(`${url}/_sandbox/clock`, { method: 'HEAD' })
    expect(headers.get('content-length')).toBe('48')
  })

  test('a path with encoded letters means the same, and streams as well', async () => {
    const { url } = await makeSandbox().listen({ port: 0 })
    expect((await fetch(`${url}/%5fsandbox/health`)).status).toBe(200)
    const stream = await fetch(`${url}/%5Fs%61ndbox/stream`)
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await stream.body?.cancel()
    expect(
      (await fetch(`${url}/%5fsandbox/health`, { headers: { origin: 'http://localhost:3000' } })).status,
    ).toBe(403)
  })

  test('a trailing slash means the same', async () => {
    const { fetch, url } = makeSandbox()
    expect((await fetch(`${url}/_sandbox/health/`)).status).toBe(200)
  })

  const bodies: [name: string, body: string, path: string, message: RegExp][] = [
    ['no JSON', '{"advance"', '', /^body: is not valid JSON/],
    ['a form', 'advance=15d', '', /^body: is not valid JSON/],
    ['nothing it knows', '{"forward":"15d"}', 'forward', /^forward: has no meaning here/],
    ['a wrong type', '{"freeze":"yes"}', 'freeze', /^freeze: must be true or false$/],
    ['two things at once', '{"advance":"1d","freeze":true}', '', /^body: give one of advance/],
    ['nothing at all', '', '', /^body: give one of advance/],
  ]
  test.for(bodies)(
    'a body with %s is 422 with its issues, and changes nothing',
    async ([_, body, path, message], { sandbox }) => {
      const answer = await makeControl(sandbox).post('/clock', body)
      expect(answer.status).toBe(422)
      expect(answer.body.error).toMatchObject({
        message: expect.stringMatching(message),
        issues: expect.arrayContaining([{ path, message: expect.stringMatching(/./) }]),
      })
      expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T09:00:00.000Z')
    },
  )

  test('a body that is not JSON is never quoted: it may contain a card number', async () => {
    const { body } = await makeControl(makeSandbox()).post('/clock', '{"number": 4242424242424242, oops')
    expect(JSON.stringify(body)).not.toContain('4242')
  })

  test('JSON is read under any content type, because `curl -d` sends the type of a form', async () => {
    const { fetch, url, clock } = makeSandbox()
    const body = new URLSearchParams()
    const headers = {
      'content-type': String(new Request(url, { method: 'POST', body }).headers.get('content-type')),
    }
    const answer = await fetch(`${url}/_sandbox/clock`, { method: 'POST', headers, body: '{"advance":"1d"}' })
    expect([answer.status, clock.now().toISOString()]).toEqual([200, '2026-01-16T09:00:00.000Z'])
  })
})
