/** Webhooks of a worker that anyone may call: they reach nothing that only the machine of the worker can reach. */
import { expect, test } from 'vitest'
import { goodCard, makeClient } from '../support/client'
import { setUp } from '../support/set-up'
import { openSink } from '../support/sink'
import { attemptsOf, teamOfFile } from './team'

const team = teamOfFile()

const wrong = teamOfFile({ fixtures: [{ webhooks: ['http://10.0.0.1/webhooks'] }] })

const refusal =
  'must not be localhost or an address of a private network, unless createWorker() gets allowPrivateWebhooks: true'

test('an account takes no private address as an endpoint, and keeps those that it has', async () => {
  const client = makeClient(team().account('sets'))
  const webhook_uri = 'https://shop.example.com/webhooks'
  await client.patch('/account', { webhook_uri })
  const refused = await client.patch('/account', {
    webhook_uri: 'http://2130706433:8080/',
    webhook_endpoints: ['https://shop.example.com', 'http://[::ffff:169.254.169.254]/latest'],
  })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `webhook_uri ${refusal} and webhook_endpoints ${refusal}`,
  ])
  expect((await client.get('/account')).body).toMatchObject({ webhook_uri, webhook_endpoints: [] })
  const live = await client.patch('/account', { webhook_uri: 'https://localhost' }, { key: 'skey_sets' })
  expect(live.body.message).toBe(`webhook_uri ${refusal}`)
  expect((await client.patch('/account', { webhook_uri: '' })).body.webhook_uri).toBeNull()
})

test('nor does a charge', async () => {
  const client = makeClient(team().account('charges'))
  const { body: token } = await client.post('/tokens', { card: goodCard }, { host: 'vault' })
  const charge = { amount: 10_000, currency: 'thb', card: token.id, webhook_endpoints: ['http://redis:6379'] }
  const refused = await client.post('/charges', charge)
  expect([refused.body.code, refused.body.message]).toEqual([
    'invalid_charge',
    `webhook_endpoints ${refusal}`,
  ])
})

test('one that comes with a state gets nothing, and the attempt says why', async () => {
  const sink = await openSink()
  const { sandbox, client: elsewhere } = setUp()
  await elsewhere.patch('/account', { webhook_uri: sink.url })
  expect((await team().control('brings', 'PUT', '/state', sandbox.snapshot())).status).toBe(200)
  await makeClient(team().account('brings')).post('/customers', { email: 'buyer@example.com' })
  await expect
    .poll(() => attemptsOf(team(), 'brings'))
    .toMatchObject([{ status: null, error: `not sent to ${new URL(sink.url).host}: a webhook ${refusal}` }])
  expect(sink.received).toEqual([])
})

test('nor do accounts whose fixture has one begin: the answer names the mistake in the options', async () => {
  const { body } = await makeClient(wrong().account('fixed')).get<{ message: string }>('/account')
  expect(body.message).toBe(
    'no account can be made, as createWorker() got a fixture that cannot be loaded: ' +
      `fixture: webhooks.webhook_endpoints ${refusal} (bad_request)`,
  )
})
