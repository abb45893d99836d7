/** Contract 4: without a server, the address and the Host header of a request say which host it is for. */
import { describe, expect, test } from 'vitest'
import { makeSandbox } from '../support/set-up'

describe('the control plane in one process', () => {
  test('the default origin is its own, a host of the option hosts is not', async () => {
    const { fetch, url } = makeSandbox({ hosts: { api: 'api.example.com' } })
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
    expect((await fetch('https://api.example.com/_sandbox/health')).status).toBe(403)
  })

  test.each([
    ['localhost', 200],
    ['127.0.0.1:4111', 200],
    ['evil.example', 403],
  ])('the Host header %s is answered with %i', async (host, status) => {
    const { fetch, url } = makeSandbox()
    expect((await fetch(`${url}/_sandbox/health`, { headers: { host } })).status).toBe(status)
  })

  test.each([
    ['evil@localhost', '<name>'],
    ['evil.example:4111', 'evil.example'],
    [`${'a'.repeat(150)}.example`, 'a'.repeat(100)],
  ])('the refusal of the Host header %s names the host %s', async (host, name) => {
    const { fetch, url } = makeSandbox()
    const answer = await fetch(`${url}/_sandbox/health`, { headers: { host } })
    expect(await answer.text()).toContain(`--allow-host ${name} `)
  })
})
