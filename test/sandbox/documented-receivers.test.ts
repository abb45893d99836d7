/** Contract 16: a receiver that was written from the documentation of its service accepts every webhook of its profile. */
import { describe, expect, test } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../src/index'
import { factories } from '../../src/suites/factories/factories'
import { receiverOf } from '../support/documented-receivers'
import { setUp } from '../support/set-up'

const sandboxes: readonly [service: 'spec' | 'omise', options: SandboxOptions][] = [
  ['spec', {}],
  ['omise', { profile: 'omise' }],
  ['omise', { hosts: 'omise' }],
]

const other = { spec: 'omise', omise: 'spec' } as const

describe.each(sandboxes)('the receiver of %s and a sandbox with %j', (service, options) => {
  test('agree on every kind of event, during a rotation of secrets too', async () => {
    const { sandbox } = setUp({ overrides: { eventKeys: service }, ...options })
    const answers: [status: number, ofOther: number][] = []
    sandbox.webhooks.onDelivery(async (request) => {
      const received = { headers: request.headers, body: await request.text() }
      const secret = sandbox.webhooks.secrets.at(-1) ?? ''
      const status = receiverOf(service, secret)(received)
      answers.push([status, receiverOf(other[service], secret)(received)])
      return status
    })
    for (const key of sandbox.catalogue.eventKeys)
      if (!key.startsWith('webhooks.')) await sandbox.trigger(key)
    await sandbox.fetch('/webhooks/secrets', {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    await sandbox.trigger('customer.create')
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.secrets).toHaveLength(2)
    expect(answers.length).toBeGreaterThan(35)
    expect(new Set(answers.map(String))).toEqual(new Set(['200,401']))
  })
})

test.each(['spec', 'omise'] as const)(
  'the receiver of %s accepts the webhooks of its factories',
  async (service) => {
    const secret = 'c2VjcmV0LW9mLXRoZS1zaG9w'
    const { webhook } = factories({ profile: service })
    const request = webhook('charge.complete', { secret })
    const received = { headers: request.headers, body: await request.text() }
    expect(receiverOf(service, secret)(received)).toBe(200)
    expect(receiverOf(other[service], secret)(received)).toBe(401)
  },
)

test('a stale signature is older than the tolerance, by as little as a receiver must notice', async () => {
  const { sandbox } = setUp({ signatureTime: 'virtual', freeze: true, now: '2026-01-15T09:00:00Z' })
  const ages: number[] = []
  sandbox.webhooks.onDelivery(({ headers }) => {
    ages.push(sandbox.clock.now().getTime() / 1000 - Number(headers.get('service-signature-timestamp')))
    return 200
  })
  sandbox.faults.addWebhook({ event: 'customer.create', signature: 'stale' })
  await sandbox.trigger('customer.create')
  await sandbox.trigger('customer.create')
  await sandbox.webhooks.settle()
  expect(ages).toEqual([301, 0])
})

describe('factories with the profile omise', () => {
  const { charge, event } = factories({ profile: 'omise' })

  test('give records in its form, and events with its keys', () => {
    const declined = charge.declined('insufficient_fund')
    expect(declined).toMatchObject({
      currency: 'THB',
      failure_message: expect.stringContaining('credit limit'),
    })
    expect(declined.created_at).toMatch(/:00Z$/)
    expect(event('charge.capture')).toMatchObject({
      key: 'charge.capture',
      data: { currency: 'THB', paid: true },
    })
    expect(event('charge.complete').data.authorize_uri).not.toBeNull()
    for (const key of createSandbox({ profile: 'omise' }).catalogue.eventKeys)
      expect(event(key).key).toBe(key)
  })

  test('refuse a key of the specification, and a profile that there is not', () => {
    expect(() => event('charge.dispute.create')).toThrow('with the profile omise it is dispute.create')
    expect(() => factories({ profile: 'recorded' as 'omise' })).toThrow('profile: must be spec or omise')
  })
})
