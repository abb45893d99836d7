/** Without the token, no spelling of an address reaches the control plane. */
import { describe, expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { teamOfFile } from './team'

const team = teamOfFile()

const disguises = ['/vault/_sandbox', '/%5Fsandbox', '/vault/%5Fsandbox', '//_sandbox', '/vault//_sandbox']

describe.each(disguises)('%s', (disguise) => {
  test.each(['', '/a/victim'])('below "%s" answers nothing of the control plane', async (place) => {
    const ask = (method: string, path: string) => fetch(`${team().url}${place}${disguise}${path}`, { method })
    for (const [method, path] of [
      ['GET', '/clock'],
      ['GET', '/state'],
      ['DELETE', '/state'],
      ['POST', '/reset'],
    ] as const)
      expect((await ask(method, path)).status, `${method} ${path}`).toBeOneOf([401, 403, 404])
  })

  test('deletes no state, also with a key', async () => {
    const client = makeClient(team().account('victim'))
    const { body: customer } = await client.post('/customers', { email: 'buyer@example.com' })
    const headers = { authorization: `Basic ${btoa('skey_test_victim:')}` }
    for (const place of ['', '/a/victim'])
      await fetch(`${team().url}${place}${disguise}/state`, { method: 'DELETE', headers })
    expect((await client.get(`/customers/${customer.id}`)).status).toBe(200)
  })
})
