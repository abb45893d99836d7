import { describe, expect } from 'vitest'
import type { WebhookSecret } from '../../../../src/index'
import type { ListBody } from '../../../support/client'
import {
  clientWith,
  expectError,
  expectRefusal,
  expectSuccess,
  makeSandbox,
  savedState,
  setUp,
  start,
  test,
} from '../../../support/set-up'

const path = '/webhooks/secrets'

describe('spec 2.10, 4.8: webhook secrets', () => {
  test('an account starts with one, whose value is not listed', async ({ client }) => {
    const { body } = await client.get<ListBody>(path)
    expect(body).toMatchObject({ total: 1, location: path })
    expect(body.data).toEqual([
      {
        object: 'webhook_secret',
        id: expect.stringMatching(/^whsec_[0-9a-z]{19}$/),
        livemode: false,
        created_at: start,
        metadata: {},
      },
    ])
  })

  test('the first one is the same at every start, and another in every mode and account', () => {
    const [a, b] = [makeSandbox(), makeSandbox({ randomSeed: 'other' })]
    const values = [a, a.live, a.createAccount().test].map((mode) => mode.webhookSecrets.last()?.secret)
    expect(new Set(values).size).toBe(3)
    expect(b.webhookSecrets.last()?.secret).toBe(values[0])
    expect(atob(values[0] ?? '')).toHaveLength(32)
  })

  test('a new one shows its value once: base64 text of 32 bytes', async ({ client, sandbox }) => {
    const made = expectSuccess(await client.post<WebhookSecret>(path, { metadata: { for: 'shop' } }))
    expect(atob(made.secret)).toHaveLength(32)
    expect(made.metadata).toEqual({ for: 'shop' })
    const { body } = await client.get<ListBody>(path)
    expect(body.data[0]).toEqual({ ...made, secret: undefined })
    expect(sandbox.webhookSecrets.get(made.id)).toEqual(made)
  })

  test('values follow from the seed', async () => {
    const make = async (randomSeed: string) =>
      (await setUp({ randomSeed }).client.post<WebhookSecret>(path)).body.secret
    expect(await make('a')).toBe(await make('a'))
    expect(await make('a')).not.toBe(await make('b'))
  })

  test('there are at most two at a time', async ({ client, sandbox }) => {
    await client.post(path)
    const message = 'maximum number of webhook secrets reached'
    await expectRefusal(sandbox, () => client.post(path), 'limit_reached', { message })
  })

  test('a receiver changes over: make the new one, then delete the old one', async ({ client, sandbox }) => {
    const old = sandbox.webhookSecrets.last()?.id ?? ''
    const { id } = expectSuccess(await client.post(path))
    expect(sandbox.webhookSecrets.list().map((secret) => secret.id)).toEqual([old, id])
    expect(expectSuccess(await client.delete(`${path}/${old}`))).toMatchObject({ id: old, deleted: true })
    expect((await client.get<ListBody>(path)).body.data.map((secret) => secret.id)).toEqual([id])
    const message = `webhook secret ${old} was not found`
    expectError(await client.delete(`${path}/${old}`), 'not_found', { message })
    expectSuccess(await client.post(path))
  })

  test('all can be deleted', async ({ client, sandbox }) => {
    await client.delete(`${path}/${sandbox.webhookSecrets.last()?.id}`)
    expect((await client.get<ListBody>(path)).body).toMatchObject({ total: 0, data: [] })
    sandbox.restore(savedState(sandbox))
    expect(sandbox.webhookSecrets.count()).toBe(0)
  })

  test('metadata that is too long or no object is refused', async ({ client }) => {
    for (const metadata of ['text', { a: 'x'.repeat(15_000) }])
      expectError(await client.post(path, { metadata }, { as: 'json' }), 'bad_request', {
        message: /^metadata is/,
        fields: ['metadata'],
      })
  })

  test('live mode has one of its own, with an id of the same form', async ({ sandbox }) => {
    const { body } = await clientWith(sandbox, sandbox.live.keys).get<ListBody>(path)
    expect(body.data).toMatchObject([{ id: expect.stringMatching(/^whsec_[0-9a-z]{19}$/), livemode: true }])
  })

  test('a list is a page like any other', async ({ client }) => {
    await client.post(path)
    const { body } = await client.get<ListBody>(path, { limit: 1, offset: 1, order: 'chronological' })
    expect(body).toMatchObject({ limit: 1, offset: 1, total: 2 })
    expect(body.data).toHaveLength(1)
  })
})
