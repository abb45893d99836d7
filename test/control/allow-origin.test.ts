/** Contract 4: another port of localhost is another site, whose pages `--allow-origin` lets in. */
import { describe, expect, test } from 'vitest'
import { makeSandbox } from '../support/set-up'
import { type Ask, keepAlive } from '../support/socket'

const shop = 'http://localhost:3000'

describe('a site of --allow-origin', () => {
  const own = { origin: shop, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
  const open = async () => {
    const sandbox = makeSandbox({ allowOrigins: [`${shop}/`, 'HTTPS://Admin.example.com:443'] })
    const { url } = await sandbox.listen({ port: 0, controlToken: 'a-token' })
    const ask = keepAlive()
    return {
      sandbox,
      ask: (asking: Parameters<Ask>[1], path = '/clock') => ask(`${url}/_sandbox${path}`, asking),
    }
  }
  const bearer = { authorization: 'Bearer a-token' }

  test('moves the clock and reads the answer', async () => {
    const { ask } = await open()
    for (const origin of [shop, 'https://admin.example.com']) {
      const { status, headers, text } = await ask({
        method: 'POST',
        headers: { ...own, ...bearer, origin },
        body: '{"advance":"1d"}',
      })
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')], text).toEqual([
        200,
        origin,
        'Origin',
      ])
    }
  })

  test('can read the reason of a refusal, and can read pages', async () => {
    const { ask } = await open()
    const refused = await ask({ headers: own })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, shop])
    const page = await ask({ headers: { ...own, ...bearer } }, '/docs')
    expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, shop])
  })

  test('may send the token after a preflight request, which names the allowed headers', async () => {
    const { ask } = await open()
    const asking = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    const { status, headers } = await ask({ method: 'OPTIONS', headers: { ...own, ...asking } }, '/state')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, shop])
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
    for (const name of ['Authorization', 'Content-Type'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each([
    ['its neighbour', { ...own, origin: 'http://localhost:3001' }],
    ['the same by another name', { ...own, origin: 'http://127.0.0.1:3000' }],
    ['the same over TLS', { ...own, origin: 'https://localhost:3000' }],
    [
      'an image of it',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
  ])('does not admit %s, nor its preflight requests', async (_, headers) => {
    const { ask } = await open()
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await ask({ method, headers: { ...headers, ...bearer } })
      expect([answer.status, answer.headers.get('access-control-allow-origin')], method).toEqual([403, null])
    }
  })

  test('cannot call the API from a page: only the control plane allows it', async () => {
    const sandbox = makeSandbox({ allowOrigins: [shop] })
    const { url } = await sandbox.listen({ port: 0 })
    const { headers } = await keepAlive()(`${url}/charges`, { headers: { origin: shop } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
