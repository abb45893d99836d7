/** Contract 1, 4: every event of spec 6 can be made to happen where nothing is there yet. */
import { describe, expect } from 'vitest'
import type { EventKey } from '../../src/index'
import { triggerable } from '../../src/sandbox/actions/trigger'
import { eventKeysOf } from '../../src/service/resources/event/keys'
import { methods } from '../../src/service/simulation/methods'
import { makeControl } from '../support/control'
import { later, setUp, start, stateOf, test } from '../support/set-up'

describe('sandbox.trigger(key)', () => {
  // Money of live mode can be transferred days later only.
  const inTestModeOnly = (key: string): boolean => key.startsWith('transfer.')

  test.for(eventKeysOf('spec'))('%s, on an empty sandbox, in both modes, twice', async (key, { sandbox }) => {
    for (const mode of [sandbox.accounts[0]?.test, ...(inTestModeOnly(key) ? [] : [sandbox.live])])
      for (let i = 0; i < 2; i += 1) {
        const event = await mode?.trigger(key)
        expect(event).toMatchObject({ object: 'event', key, livemode: mode === sandbox.live })
        expect(mode?.events.get(event?.id ?? '')).toEqual(event)
      }
  })

  test.each(['TH', 'JP', 'SG', 'MY'] as const)('every event in an account of %s', async (country) => {
    const { sandbox } = setUp({ country })
    for (const key of eventKeysOf('spec')) expect((await sandbox.trigger(key)).key).toBe(key)
  })

  test.each(eventKeysOf('spec'))('%s where card charges wait for 3-D Secure', async (key) => {
    const { sandbox } = setUp({ require3ds: true })
    expect((await sandbox.trigger(key)).key).toBe(key)
  })

  test.each(methods.map(({ type }) => type))(
    'a source of %s has all that its method asks for',
    async (type) => {
      const { sandbox } = setUp()
      const { data } = await sandbox.trigger('source.create', { type })
      expect(data).toMatchObject({ object: 'source', type })
    },
  )

  test('leaves no receiver behind, and moves the clock only for a retry', async ({ sandbox }) => {
    for (const key of eventKeysOf('spec')) if (key !== 'webhooks.retry') await sandbox.trigger(key)
    expect(sandbox.clock.now().toISOString()).toBe(start)
    sandbox.reset()
    const retried = await sandbox.trigger('webhooks.retry')
    expect(retried.data).toMatchObject({ object: 'webhook_delivery', key: 'customer.create', status: 200 })
    expect(sandbox.clock.now().toISOString()).toBe(later(start, 60_000))
    expect(sandbox.webhooks.endpoints).toEqual([])
    await sandbox.clock.advance('8d')
    expect(sandbox.webhooks.deliveries()).toHaveLength(2)
  })

  test('delivers the event to the receivers', async ({ sandbox }) => {
    const received: string[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      received.push(((await request.json()) as { id: string }).id)
      return 200
    })
    const { id } = await sandbox.trigger('charge.dispute.close')
    await sandbox.webhooks.settle()
    expect(received).toContain(id)
  })
})

describe('parameters of the caller', () => {
  const asked: [key: EventKey, parameters: object, data: object][] = [
    ['charge.create', { amount: 5000, metadata: { order: '7' } }, { amount: 5000, metadata: { order: '7' } }],
    ['charge.create', { currency: 'jpy', description: 'd' }, { currency: 'jpy', description: 'd' }],
    ['charge.complete', { card: { number: '4111111111140011' } }, { failure_code: 'insufficient_fund' }],
    ['charge.complete', { source: { type: 'promptpay' }, currency: 'thb' }, { status: 'successful' }],
    ['charge.update', { amount: 7000 }, { amount: 7000, captured: true }],
    ['refund.create', { amount: 250_000 }, { amount: 250_000 }],
    ['customer.update', { description: 'new' }, { description: 'new' }],
    ['transfer.update', { amount: 5_000_000 }, { amount: 5_000_000, sent: true }],
    ['charge.dispute.create', { message: 'never came' }, { message: 'never came' }],
    ['charge.dispute.create', { metadata: { claim: 'C-1' } }, { metadata: { claim: 'C-1' } }],
    ['source.failed', { type: 'truemoney', phone_number: '0812345678' }, { charge_status: 'failed' }],
    ['link.payment.complete', { amount: 30_000 }, { amount: 30_000, paid: true }],
    ['schedule.create', { every: 3, period: 'week', on: { weekdays: ['monday'] } }, { every: 3 }],
  ]
  test.for(asked)('%s with %j', async ([key, parameters, data], { sandbox }) => {
    expect((await sandbox.trigger(key, parameters as never)).data).toMatchObject(data)
  })

  const refused: [key: string, parameters: object, code: string, message: RegExp][] = [
    ['charge.created', {}, 'not_found', /no event charge.created: did you mean charge.create/],
    ['zzz', {}, 'not_found', /there are charge.create, /],
    ['charge.create', { amount: 1 }, 'refused', /amount must be at least 2000/],
    ['charge.create', { colour: 'red' }, 'refused', /^colour: has no meaning for POST \/charges: there are /],
    ['charge.create', { source: { items: [{ nam: 'x' }] } }, 'refused', /\[nam\]: .* you mean name\?$/],
    ['customer.destroy', { card: 'tokn_test_none' }, 'refused', /tokn_test_none was not found/],
    ['transfer.create', { recipient: 'recp_test_none' }, 'refused', /recp_test_none was not found/],
    ['charge.update', { capture: true }, 'refused', /./],
  ]
  test.for(refused)(
    '%s with %j is refused, and nothing is left of it',
    async ([key, parameters, code, why], { sandbox }) => {
      const before = stateOf(sandbox)
      await expect(sandbox.trigger(key, parameters as never)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(why),
      })
      expect(stateOf(sandbox)).toBe(before)
    },
  )

  test('a retry is refused if retries are off', async () => {
    const { sandbox } = setUp({ webhooks: { retry: false } })
    await expect(sandbox.trigger('webhooks.retry')).rejects.toMatchObject({ code: 'refused' })
  })
})

describe('/_sandbox/trigger', () => {
  test('POST returns the event, for an account and mode', async ({ sandbox, control }) => {
    const { id, live } = sandbox.createAccount()
    const { status, body } = await control.post(`/trigger/link.create?account=${id}&livemode=true`, {
      title: 'Coffee',
    })
    expect([status, body]).toMatchObject([
      200,
      { key: 'link.create', livemode: true, data: { title: 'Coffee' } },
    ])
    expect(live.events.last()).toEqual(body)
    expect(sandbox.events.count()).toBe(0)
  })

  test('GET lists every event, with its steps and its parameters', async ({ sandbox }) => {
    const { data } = (await makeControl(sandbox).get('/trigger')).body
    expect(data).toEqual(triggerable('spec'))
    expect(triggerable('spec').map(({ key }) => key)).toEqual([...eventKeysOf('spec')])
  })

  const bad: [path: string, body: unknown, status: number][] = [
    ['/trigger/none', {}, 404],
    ['/trigger/charge.create', { amount: 1 }, 400],
    ['/trigger/charge.create', { colour: 'red' }, 422],
  ]
  test.for(bad)('%s with %j is %i', async ([path, body, status], { sandbox }) => {
    const before = stateOf(sandbox)
    expect((await makeControl(sandbox).post(path, body)).status).toBe(status)
    expect(stateOf(sandbox)).toBe(before)
  })
})
