/** Contract 6: the list of accounts. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { WebhookSecret } from '../../src/index'
import { makeControl } from '../support/control'
import { plainSandbox, setUp } from '../support/set-up'

describe('GET /_sandbox/accounts (contract 6)', () => {
  test('shows the settings of each account, its keys and its webhook secret', async () => {
    const { sandbox } = setUp()
    const control = makeControl(sandbox)
    const made = []
    for (const account of [{ email: 'a@example.com' }, { country: 'JP' }])
      made.push((await control.post('/accounts', account)).body)
    const { body } = await control.get('/accounts')
    expect(body.data).toEqual([expect.objectContaining({ id: sandbox.accounts[0]?.id }), ...made])
  })

  test('shows the oldest webhook secret in use, and null when each one was deleted', async () => {
    const { sandbox, client } = setUp()
    const shown = async () => {
      const { body } = await makeControl(sandbox).get('/accounts')
      return (body.data as { webhook_secret: string | null }[])[0]?.webhook_secret
    }
    const [first] = sandbox.webhookSecrets.list()
    expect(await shown()).toBe(first?.secret)
    const { body: second } = await client.post<WebhookSecret>('/webhooks/secrets')
    expect(await shown()).toBe(first?.secret)
    await client.delete(`/webhooks/secrets/${first?.id}`)
    expect(await shown()).toBe(second.secret)
    await client.delete(`/webhooks/secrets/${second.id}`)
    expect(await shown()).toBeNull()
  })

  test('takes little memory for accounts that have no records: 100,000 of them can be shown', async () => {
    // Without the audit of each account at the end of the test.
    const sandbox = plainSandbox()
    onTestFinished(() => sandbox.close())
    for (let i = 0; i < 1_000; i += 1) sandbox.createAccount()
    const before = process.memoryUsage().heapUsed
    await makeControl(sandbox).get('/accounts')
    await (await sandbox.fetch(`${sandbox.url}/_sandbox/`)).text()
    // Garbage included. It was 80 kB for each account that was shown.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000 * 30_000)
  })
})
