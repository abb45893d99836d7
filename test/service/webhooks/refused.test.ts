/** Contract 16: a receiver that refuses a delivery may have another signature in mind: its owner reads which one was sent. */
import { describe, expect } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../src/index'
import { toHaveDelivered } from '../../../src/suites/testing/matchers/records'
import { setUp, test } from '../../support/set-up'

const makeCustomer = ({ fetch, authorization }: Sandbox) =>
  fetch('/customers', { method: 'POST', headers: { authorization: authorization.secret } })

const answeredWith = async (status: number, options: SandboxOptions = {}) => {
  const { sandbox } = setUp(options)
  sandbox.webhooks.onDelivery(() => status)
  await makeCustomer(sandbox)
  return { sandbox, delivery: await sandbox.webhooks.next('customer.create') }
}

describe('the hint of a refused delivery', () => {
  test.each<[options: SandboxOptions, hint: string]>([
    [
      {},
      'signed in Service-Signature and Service-Signature-Timestamp, the key is the text of the secret; ' +
        'the option webhookSecret (--webhook-secret) sets it; a receiver for Omise needs the profile omise',
    ],
    [
      { profile: 'omise' },
      'signed in Omise-Signature and Omise-Signature-Timestamp, the key is the secret decoded from base64; ' +
        'the option webhookSecret (--webhook-secret) sets it',
    ],
    [
      { headerPrefix: 'Shop', secretEncoding: 'base64' },
      'signed in Shop-Signature and Shop-Signature-Timestamp, the key is the secret decoded from base64; ' +
        'the option webhookSecret (--webhook-secret) sets it; a receiver for Omise needs the profile omise',
    ],
  ])('with %j names both headers and the key', async (options, hint) => {
    for (const status of [400, 401, 403]) {
      const { sandbox, delivery } = await answeredWith(status, options)
      expect(delivery.hint).toBe(hint)
      expect(sandbox.requests.last()?.deliveries).toMatchObject([{ status, hint }])
    }
  })

  test.each([200, 204, 302, 404, 410, 422, 500, 503])('is none for an answer %i', async (status) => {
    const { sandbox, delivery } = await answeredWith(status)
    expect(delivery.hint).toBeNull()
    expect(sandbox.requests.last()?.deliveries).toMatchObject([{ status, hint: null }])
  })

  test('is none where a fault answered, or spoiled the signature: the error says so', async () => {
    const { sandbox } = setUp()
    sandbox.webhooks.onDelivery(() => 401)
    sandbox.faults.addWebhook({ respond: { status: 401 } })
    for (const signature of ['missing', 'invalid'] as const) sandbox.faults.addWebhook({ signature })
    for (let i = 0; i < 3; i += 1) await makeCustomer(sandbox)
    await sandbox.webhooks.settle()
    const spoiled = 'its signature was spoiled by a fault'
    expect(sandbox.webhooks.deliveries()).toMatchObject([
      { hint: null, error: 'answered by a fault' },
      { hint: null, error: spoiled },
      { hint: null, error: spoiled },
    ])
  })

  test('is in the answers of the control plane, in the dashboard, and in the message of toHaveDelivered', async () => {
    const { sandbox } = await answeredWith(401)
    const read = async (path: string) => (await sandbox.fetch(`${sandbox.url}/_sandbox${path}`)).text()
    const text = 'signed in Service-Signature and Service-Signature-Timestamp'
    const id = sandbox.webhooks.deliveries()[0]?.id
    const request = sandbox.requests.last()?.id
    const html = { headers: { accept: 'text/html' } }
    const page = await sandbox.fetch(`${sandbox.url}/_sandbox/requests/${request}`, html)
    expect(await page.text()).toContain(text)
    for (const path of ['/deliveries', '/requests', `/webhooks?delivery=${id}`])
      expect(await read(path)).toContain(text)
    const { pass, message } = await toHaveDelivered(sandbox, 'customer.create')
    expect([pass, message()]).toEqual([false, expect.stringContaining(text)])
  })
})
