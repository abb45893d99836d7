/** Faults of deliveries, scripted beforehand: what a receiver meets on a bad day. */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Sandbox, WebhookFaultOptions } from '../../../src/index'
import { fits } from '../../../src/kernel/text'
import { runs } from '../../support/arbitraries'
import type { Client } from '../../support/client'
import { later, setUp, start, stateOf, test } from '../../support/set-up'
import { refusalOf } from '../../support/signed'
import { openSink, type Sink, withSink } from '../../support/sink'

const customer = (client: Client) => client.customer()
const charge = (client: Client) => client.charge()

/** A sandbox with this fault after the deliveries of one act, and what its receiver got. */
const delivered = async (
  fault: WebhookFaultOptions,
  act: (client: Client) => Promise<unknown> = customer,
) => {
  const { sink, sandbox, client } = await withSink()
  sandbox.faults.addWebhook(fault)
  await act(client)
  await sandbox.webhooks.settle()
  return { sink, sandbox, client }
}

/** Why a receiver would refuse each of what came. */
const refusals = ({ sink, sandbox }: { sink: Sink; sandbox: Sandbox }) =>
  sink.received.map((one) => refusalOf(one, sandbox.webhooks.secret))

describe('a fault', () => {
  test('drops an attempt: nothing arrives, and the retry comes when the clock reaches it', async () => {
    const { sink, sandbox } = await delivered({ event: 'charge.create', drop: true }, charge)
    expect(sink.keys).toEqual(['charge.complete'])
    expect(sandbox.webhooks.deliveries({ key: 'charge.create' })).toMatchObject([
      { status: null, error: 'dropped by a fault', retry_at: later(start, 60_000) },
    ])
    await sandbox.clock.advance('1m')
    expect(sink.keys).toEqual(['charge.complete', 'charge.create'])
  })

  test('delays a delivery that waits for another, and settle() does not wait for it', async () => {
    const { sandbox } = await delivered({ event: 'charge.complete', delayMs: 90_000 }, charge)
    expect(sandbox.webhooks.deliveries().map(({ key }) => key)).toEqual(['charge.create'])
  })

  test('delays a delivery on the virtual clock, and holds up no other', async () => {
    const { sink, sandbox } = await delivered({ event: 'charge.create', delayMs: 90_000 }, charge)
    await sandbox.clock.advance(89_999)
    expect(sink.keys).toEqual(['charge.complete'])
    await sandbox.clock.advance(1)
    expect(sink.keys).toEqual(['charge.complete', 'charge.create'])
    expect(sandbox.webhooks.deliveries({ key: 'charge.create' })).toMatchObject([
      { attempt: 1, created_at: later(start, 90_000), status: 200 },
    ])
  })

  test('duplicates: the same event, N more times, each with its own signature', async () => {
    const { sink, sandbox } = await delivered({ event: 'customer.create', duplicate: 2 })
    expect(sink.keys).toEqual(['customer.create', 'customer.create', 'customer.create'])
    expect(new Set(sink.received.map(({ event }) => event.id)).size).toBe(1)
    expect(refusals({ sink, sandbox })).toEqual([null, null, null])
    expect(sandbox.webhooks.deliveries().map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  })

  test.each<[what: string, fault: WebhookFaultOptions, ends: readonly string[]]>([
    ['the next event overtakes', { event: 'charge.create' }, ['complete', 'create']],
    ['two in a row overtake each other', { event: 'charge.*', times: 2 }, ['create', 'complete']],
    ['a copy overtakes', { event: 'charge.complete', duplicate: 1 }, ['create', 'complete', 'complete']],
  ])('reorders: %s', async (_, fault, ends) => {
    const { sink } = await delivered({ ...fault, reorder: true }, charge)
    expect(sink.keys).toEqual(ends.map((end) => `charge.${end}`))
  })

  test('reorders the last event: any event within a second overtakes it', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ event: 'customer.create', reorder: true })
    const { id } = await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual([])
    await client.patch(`/customers/${id}`, { description: 'later' })
    await sandbox.clock.advance('1s')
    expect(sink.keys).toEqual(['customer.update', 'customer.create'])
  })

  const spoilt: [signature: NonNullable<WebhookFaultOptions['signature']>, refusal: string][] = [
    ['invalid', 'wrong signature'],
    ['stale', 'too old'],
    ['missing', 'no signature'],
    ['old-secret', 'wrong signature'],
  ]
  test.each(spoilt)('spoils a signature: %s', async (signature, refusal) => {
    const twice = async (client: Client) => [await client.customer(), await client.customer()]
    expect(refusals(await delivered({ signature }, twice))).toEqual([refusal, null])
  })

  test('signs with the older secret alone during a rotation, and with the deleted one after it', async () => {
    const { sink, sandbox, client } = await withSink()
    const old = sandbox.webhooks.secret
    await client.post('/webhooks/secrets')
    const recent = sandbox.webhooks.secret
    sandbox.faults.addWebhook({ signature: 'old-secret', times: 2 })
    await client.customer()
    await sandbox.webhooks.settle()
    const oldId = sandbox.webhookSecrets.list().find(({ secret }) => secret === old)?.id
    await client.delete(`/webhooks/secrets/${oldId}`)
    await client.customer()
    await sandbox.webhooks.settle()
    for (const one of sink.received)
      expect([refusalOf(one, old), refusalOf(one, recent)]).toEqual([null, 'wrong signature'])
    expect(sink.received).toHaveLength(2)
  })

  test('does several things at once', async () => {
    const fault = { event: 'customer.*', delayMs: 5000, signature: 'missing', duplicate: 1 } as const
    const setup = await delivered(fault)
    await setup.sandbox.clock.advance('5s')
    expect(refusals(setup)).toEqual([null, 'no signature'])
  })

  test('answers in place of the receiver, with a text; the retry reaches it', async () => {
    const respond = { status: 503, body: 'out of stock' }
    const { sink, sandbox } = await delivered({ event: 'charge.create', respond }, charge)
    expect(sink.keys).toEqual(['charge.complete'])
    expect(sandbox.webhooks.deliveries({ key: 'charge.create' })).toMatchObject([
      {
        ...{ status: 503, error: 'answered by a fault', answer: 'out of stock' },
        ...{ delivered: false, retry_at: later(start, 60_000) },
      },
    ])
    await sandbox.clock.advance('1m')
    expect(sink.keys).toEqual(['charge.complete', 'charge.create'])
  })

  test('with an answer 200 swallows the event: it counts as delivered', async () => {
    const { sink, sandbox } = await delivered({ event: 'customer.create', respond: { status: 200 } })
    expect(sink.keys).toEqual([])
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 200, delivered: true, retry_at: null }])
  })

  test('with an answer waits for its delay first', async () => {
    const fault = { event: 'customer.create', delayMs: 5000, respond: { status: 429 } }
    const { sink, sandbox } = await delivered(fault)
    await sandbox.clock.advance(5000)
    expect(sink.keys).toEqual([])
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 429, created_at: later(start, 5000) }])
  })
})

describe('a fault applies to attempts', () => {
  test('`times` of them, after `after`; hits are counted, and retries are attempts too', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ event: 'customer.create', after: 1, times: 2, drop: true })
    for (let i = 0; i < 3; i += 1) await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.received).toHaveLength(1)
    expect(sandbox.faults.list()).toMatchObject([{ hits: 2, times: 2, after: 1 }])
    await sandbox.clock.advance('1m')
    expect(sink.received).toHaveLength(3)
  })

  test('of the events and the receiver that it names', async () => {
    const [a, b] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: [a.url, b.url] })
    sandbox.faults.addWebhook({ event: 'charge.*', url: `${new URL(b.url).origin}/*`, times: 9, drop: true })
    await client.charge()
    await client.customer()
    await sandbox.webhooks.settle()
    expect(a.keys).toEqual(['charge.create', 'charge.complete', 'customer.create'])
    expect(b.keys).toEqual(['customer.create'])
  })

  test('the first fault that fits takes an attempt; the next waits for the following one', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ signature: 'missing' })
    sandbox.faults.addWebhook({ signature: 'invalid' })
    for (let i = 0; i < 3; i += 1) await client.customer()
    await sandbox.webhooks.settle()
    expect(refusals({ sink, sandbox })).toEqual(['no signature', 'wrong signature', null])
  })

  test('of its own account and mode only', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.live.faults.addWebhook({ drop: true })
    sandbox.createAccount().faults.addWebhook({ drop: true })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['customer.create'])
    expect(sandbox.faults.list()).toEqual([])
  })
})

describe('the list of faults', () => {
  test('shows each with its defaults and its hits; clear empties it', async () => {
    const { sink, sandbox, client } = await withSink()
    const added = sandbox.faults.addWebhook({ drop: true })
    expect(added).toEqual({
      kind: 'webhook',
      id: expect.stringMatching(/^wflt_test_[0-9a-z]{19}$/),
      event: '*',
      url: null,
      times: 1,
      after: 0,
      delayMs: 0,
      drop: true,
      respond: null,
      duplicate: 0,
      reorder: false,
      early: false,
      signature: null,
      hits: 0,
    })
    expect(sandbox.faults.list()).toEqual([added])
    sandbox.faults.clear()
    expect(sandbox.faults.list()).toEqual([])
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.received).toHaveLength(1)
    expect(sandbox.faults.addWebhook({ drop: true }).id).not.toBe(added.id)
  })

  const wrong: [fault: object, message: RegExp][] = [
    [{}, /^fault: does nothing: give/],
    [{ drop: false }, /^fault: does nothing/],
    [{ event: 'charge.complet', drop: true }, /^event: fits no event .*: did you mean charge.complete\?$/],
    [{ event: 'charg.*', drop: true }, /^event: fits no event that is delivered: did you mean charge\.\*/],
    [{ event: 'zzz', drop: true }, /^event: fits no event that is delivered: there are charge\./],
    [{ event: 'webhooks.*', drop: true }, /^event: fits no event/],
    [{ event: 7, drop: true }, /^event: must be an event key/],
    [{ times: 0, drop: true }, /^times: must be a whole number from 1 to/],
    [{ after: -1, drop: true }, /^after: must be a whole number from 0 to/],
    [{ delayMs: 1.5 }, /^delayMs: must be a whole number from 0 to/],
    [{ delayMs: '90m' }, /^delayMs: must be a whole number/],
    [{ duplicate: 101 }, /^duplicate: must be a whole number from 1 to 100/],
    [{ respond: { status: 199 } }, /^respond.status: must be a whole number from 200 to 599/],
    [{ respond: 503 }, /^respond: must be an answer such as { "status": 503 }/],
    [{ respond: { status: 503, code: 'x' } }, /^respond.code: has no meaning here/],
    [{ drop: true, respond: { status: 503 } }, /^respond: cannot be given with drop/],
    [{ signature: 'wrong' }, /^signature: must be one of invalid, stale, missing, old-secret/],
    [{ drop: 'yes', signature: 'x' }, /^drop: must be true or false; signature: must be/],
    [{ drop: true, dropped: true }, /^dropped: has no meaning here/],
  ]
  test.for(wrong)('refuses %j and changes nothing', ([fault, message], { sandbox }) => {
    const before = stateOf(sandbox)
    const refusal = expect.objectContaining({
      code: 'invalid_fault',
      message: expect.stringMatching(message),
    })
    expect(() => sandbox.faults.addWebhook(fault)).toThrow(refusal)
    expect(stateOf(sandbox)).toBe(before)
  })
})

test('a pattern matches a star with any text, like a regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', '.', '*'), maxLength: 6 })
  const plain = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
  fc.assert(
    fc.property(letters, plain, (pattern, text) => {
      const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
      expect(fits(pattern, text)).toBe(expression.test(text))
    }),
    runs(500),
  )
})
