/** Faults of deliveries that answer in place of the receiver. */
import { describe, expect, test } from 'vitest'
import { later, start } from '../../support/set-up'
import { withSink } from '../../support/sink'

describe('a fault', () => {
  test('answers in place of the receiver, with a text; the retry reaches it', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ event: 'charge.create', respond: { status: 503, body: 'out of stock' } })
    await client.charge()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['charge.complete'])
    expect(sandbox.webhooks.deliveries({ key: 'charge.create' })).toMatchObject([
      {
        status: 503,
        error: 'answered by a fault',
        answer: 'out of stock',
        delivered: false,
        retry_at: later(start, 60_000),
      },
    ])
    await sandbox.clock.advance('1m')
    expect(sink.keys).toEqual(['charge.complete', 'charge.create'])
  })

  test('that answers 200 swallows the event: it counts as delivered', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ event: 'customer.create', respond: { status: 200 } })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual([])
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 200, delivered: true, retry_at: null }])
  })

  test('that answers waits for its delay first', async () => {
    const { sink, sandbox, client } = await withSink()
    sandbox.faults.addWebhook({ event: 'customer.create', delayMs: 5000, respond: { status: 429 } })
    await client.customer()
    await sandbox.clock.advance(5000)
    expect(sink.keys).toEqual([])
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 429, created_at: later(start, 5000) }])
  })
})
