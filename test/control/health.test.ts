/** The health check answers without the token of the control plane, and then says nothing else (contract 4). */
import { expect, test } from 'vitest'
import { makeSandbox } from '../support/set-up'
import { keepAlive } from '../support/socket'

const open = async () => {
  const { url } = await makeSandbox().listen({ port: 0, host: '0.0.0.0', controlToken: 'a-token' })
  const ask = keepAlive()
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(`${url}/_sandbox${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
  return { get }
}

test.each([
  ['no token', {}],
  ['another token', { authorization: 'Bearer b-token' }],
])('the health check with %s says that it is up, and nothing else', async (_, headers) => {
  const { get } = await open()
  for (const path of ['/health', '/health/']) {
    const answer = await get(path, headers)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ok' }])
  }
  expect((await get('/health', headers, 'POST')).status).toBe(401)
  const known = await get('/health', { authorization: 'Bearer a-token' })
  expect(JSON.parse(known.text)).toMatchObject({ status: 'ok', version: expect.any(String) })
  expect((await get('/health', { ...headers, host: 'evil.example' })).status).toBe(403)
})
