/** What falls due without a request: the alarm of the object wakes its account. */
import { expect, onTestFinished, test } from 'vitest'
import { patience } from '../support/arbitraries'
import { makeClient } from '../support/client'
import { temporaryFolder } from '../support/folder'
import { day, later } from '../support/set-up'
import { openSink } from '../support/sink'
import { bundleWorker, startTeam } from './team'

test('a refused webhook is sent again, and an authorization expires, also after the runtime was started anew', async () => {
  const script = await bundleWorker({ webhooks: { retry: ['1s', '1s'] }, allowPrivateWebhooks: true })
  const folder = temporaryFolder()
  const sink = await openSink(503, 200)
  const before = await startTeam({ script, folder })
  const client = makeClient(before.account('shop'))
  await client.patch('/account', { webhook_uri: sink.url })
  await client.post('/customers', { email: 'a@example.com' })
  await expect.poll(() => sink.keys, { timeout: patience }).toEqual(['customer.create', 'customer.create'])
  const { created_at } = await client.authorized()
  await expect.poll(() => sink.keys, { timeout: patience }).toContain('charge.create')
  const moved = await before.control('shop', 'POST', '/clock', { set: later(created_at, 7 * day - 3_000) })
  expect(moved.status).toBe(200)
  await before.stop()

  const after = await startTeam({ script, folder })
  onTestFinished(() => after.stop())
  await expect.poll(() => sink.keys, { timeout: patience }).toContain('charge.update')
  const { body } = await makeClient(after.account('shop')).get<{ data: readonly { status: string }[] }>(
    '/charges',
  )
  expect(body.data.map(({ status }) => status)).toEqual(['expired'])
}, 300_000)
