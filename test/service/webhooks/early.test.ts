/** Contract 12.1: a delivery that arrives, and is answered, before the answer of the call that caused it. */
import { describe, expect, onTestFinished } from 'vitest'
import { intercept } from '../../../src/suites/intercept/intercept'
import { makeClient } from '../../support/client'
import { plainSandbox, setUp, test } from '../../support/set-up'
import { withSink } from '../../support/sink'

describe('an early delivery', () => {
  test('is answered before its call, and so are those before it', async ({ sandbox, client }) => {
    const seen: string[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      const { key } = await request.json()
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(key)
    })
    sandbox.faults.addWebhook({ event: 'charge.complete', early: true })
    await client.charge()
    expect(seen).toEqual(['charge.create', 'charge.complete'])
    expect(sandbox.faults.list()).toMatchObject([{ early: true, hits: 1 }])
    await client.customer()
    expect(seen).toHaveLength(2)
  })

  test('counts events of calls only: what a payer does has no answer to come before', async () => {
    const { sandbox, client } = setUp()
    sandbox.webhooks.onDelivery(() => 204)
    sandbox.faults.addWebhook({ event: 'charge.complete', early: true })
    const { id } = await client.charge({ card: '', source: { type: 'promptpay' } })
    sandbox.simulate.payCharge(id)
    await sandbox.webhooks.settle()
    expect(sandbox.faults.list()).toMatchObject([{ hits: 0 }])
    expect(sandbox.webhooks.deliveries({ key: 'charge.complete' })).toMatchObject([{ status: 204 }])
  })

  test('a receiver can call the API in it, also for what is early in turn', async ({ sandbox, client }) => {
    const seen: string[] = []
    sandbox.faults.addWebhook({ event: '*', early: true, times: 10 })
    sandbox.webhooks.onDelivery(async (request) => {
      const { key, data } = await request.json()
      if (key === 'charge.complete') expect((await client.get(`/charges/${data.id}`)).status).toBe(200)
      if (key === 'charge.complete') await client.post(`/charges/${data.id}/refunds`, { amount: 2000 })
      seen.push(key)
    })
    await client.charge()
    expect(seen).toEqual(['charge.create', 'refund.create', 'charge.complete'])
  })

  test('works while the clock moves, and its results are in the order of the events', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.addWebhook({ event: 'refund.create', early: true })
    sandbox.webhooks.onDelivery(async (request) => {
      const { key, data } = await request.json()
      if (key === 'charge.complete') await client.post(`/charges/${data.id}/refunds`, { amount: 2000 })
    })
    await client.charge()
    await sandbox.clock.advance('1d')
    const keys = sandbox.webhooks.deliveries().map(({ key }) => key)
    expect(keys).toEqual(['charge.create', 'charge.complete', 'refund.create'])
  })

  test('is sent with the other effects of its fault', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 204)
    const fault = { event: 'customer.create', early: true, respond: { status: 503 }, duplicate: 1 }
    sandbox.faults.addWebhook(fault)
    await client.customer()
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 503, error: 'answered by a fault' }])
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ status: 503 }, { status: 204 }])
  })

  test('does not hold up the call when the sandbox is reset or closed meanwhile', async () => {
    const sandbox = plainSandbox()
    const client = makeClient(sandbox)
    let arrived = (): void => undefined
    sandbox.webhooks.onDelivery(() => {
      arrived()
      return new Promise(() => undefined)
    })
    for (const end of [() => sandbox.reset(), () => sandbox.close()]) {
      sandbox.faults.addWebhook({ event: 'customer.create', early: true })
      const here = new Promise<void>((resolve) => {
        arrived = resolve
      })
      const answered = client.post('/customers')
      await here
      await end()
      expect((await answered).status).toBe(200)
    }
  })

  test('over sockets, to a receiver behind a URL', async () => {
    const { sink, sandbox } = await withSink()
    const { url } = await sandbox.listen({ port: 0 })
    sandbox.faults.addWebhook({ event: '*', early: true })
    const answer = await fetch(`${url}/customers`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    expect([answer.status, sink.keys]).toEqual([200, ['customer.create']])
  })

  test('under intercept', async () => {
    const { sink, sandbox } = await withSink()
    const interception = intercept(sandbox, { api: 'api.early.example' })
    onTestFinished(() => interception.stop())
    sandbox.faults.addWebhook({ event: '*', early: true })
    await fetch('https://api.early.example/customers', {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    expect(sink.keys).toEqual(['customer.create'])
  })
})
