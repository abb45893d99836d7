/** Functions as receivers, and the resending of events. */
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../../src/create-sandbox'
import type { SandboxErrorCode } from '../../src/index'
import type { DeliveryEntry } from '../../src/sandbox/webhooks/delivery'
import { Accounts } from '../../src/service/accounts'
import { makeClient } from '../support/client'
import { later, setUp, start, test } from '../support/set-up'
import { openSink, withSink } from '../support/sink'

const failure = (code: SandboxErrorCode, message: RegExp) =>
  expect.objectContaining({ name: 'SandboxError', code, message: expect.stringMatching(message) })

describe('deliverTo', () => {
  test('leads new events to this address in place of that of the option, after listen() too', async () => {
    const [before, after] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: before.url })
    await client.customer()
    await sandbox.webhooks.settle()
    const { url } = await sandbox.listen({ port: 0, vaultPort: 0 })
    sandbox.webhooks.deliverTo(after.url)
    const authorization = sandbox.authorization.secret
    await fetch(`${url}/customers`, { method: 'POST', headers: { authorization } })
    await client.customer()
    await sandbox.webhooks.settle()
    expect([before.received.length, after.received.length]).toEqual([1, 2])
    expect(sandbox.webhooks.endpoints).toEqual([after.url])
  })

  test('leaves the addresses of the account and functions, and holds after a reset and a restore', async () => {
    const { sandbox, client } = setUp()
    const own = 'https://shop.example/own'
    await client.patch('/account', { webhook_uri: own })
    sandbox.webhooks.deliverTo(['https://shop.example/a', 'https://shop.example/b'])
    const end = sandbox.webhooks.onDelivery(() => 200)
    const given = ['https://shop.example/a', 'https://shop.example/b']
    expect(sandbox.webhooks.endpoints).toEqual([own, ...given, expect.any(String)])
    end()
    const state = sandbox.snapshot()
    sandbox.reset()
    expect(sandbox.webhooks.endpoints).toEqual(given)
    sandbox.restore(state)
    sandbox.webhooks.deliverTo([])
    expect(sandbox.webhooks.endpoints).toEqual([own])
  })

  test('is for one account and mode', () => {
    const { sandbox } = setUp({ webhook: 'https://shop.example/option' })
    const account = sandbox.createAccount()
    account.webhooks.deliverTo('https://shop.example/hers')
    sandbox.live.webhooks.deliverTo('https://shop.example/live')
    expect(sandbox.webhooks.endpoints).toEqual(['https://shop.example/option'])
    expect(sandbox.live.webhooks.endpoints).toEqual(['https://shop.example/live'])
    for (const { webhooks } of [account, account.test])
      expect(webhooks.endpoints).toEqual(['https://shop.example/hers'])
    expect(account.live.webhooks.endpoints).toEqual([])
  })

  const wrong = ['localhost:3000/hooks', '/hooks', 'ftp://shop.example', 3000, undefined]
  test.for([...wrong, ['https://shop.example', 'shop']])('refuses %j, and changes nothing', (url) => {
    const { sandbox } = setUp({ webhook: 'https://shop.example/option' })
    expect(() => sandbox.webhooks.deliverTo(url as string)).toThrow(
      failure('invalid_option', /^url(\.1)?: must be an http or https URL/),
    )
    expect(sandbox.webhooks.endpoints).toEqual(['https://shop.example/option'])
  })
})

describe('onDelivery', () => {
  test('answers in place of the network at a configured address', async () => {
    const { sandbox, client } = setUp({ webhook: 'https://shop.example/hooks' })
    const urls: string[] = []
    const end = sandbox.webhooks.onDelivery((request) => void urls.push(request.url), {
      url: 'https://shop.example/hooks',
    })
    sandbox.webhooks.onDelivery((request) => void urls.push(request.url), { url: 'https://shop.example/own' })
    await client.customer()
    await client.charge({ webhook_endpoints: ['https://shop.example/own'] })
    await sandbox.webhooks.settle()
    const paths = urls.toSorted().map((url) => new URL(url).pathname)
    expect(paths).toEqual(['/hooks', '/own', '/own'])
    end()
    expect(sandbox.webhooks.endpoints).toEqual(['https://shop.example/hooks'])
  })

  test('ends on request: deliveries in flight to it fail, without a call into the network', async () => {
    const { sandbox, client } = setUp({ webhooks: { retry: ['1m'] } })
    const end = sandbox.webhooks.onDelivery(() => 500)
    await client.customer()
    await sandbox.webhooks.settle()
    end()
    await client.customer()
    await sandbox.clock.advance('1h')
    expect(sandbox.webhooks.deliveries().map(({ status, error }) => [status, error])).toEqual([
      [500, null],
      [500, 'the function that took these deliveries is gone'],
    ])
  })

  const answers: [name: string, answer: () => unknown, status: number | null, error: string | null][] = [
    ['nothing', () => undefined, 200, null],
    ['a status', () => 418, 418, null],
    ['a number that is no status', () => [].push(), 200, null],
    ['a Response', () => new Response(null, { status: 503 }), 503, null],
    ['a promise', async () => Response.json({}, { status: 201 }), 201, null],
    ['a throw', () => JSON.parse('{'), 500, expect.stringMatching(/JSON/)],
    ['a rejection', () => Promise.reject(new Error('why')), 500, 'why'],
    ['never', () => new Promise(() => {}), null, 'timeout'],
  ]
  test.each(answers)('may answer %s', async (name, answer, status, error) => {
    const timeoutMs = name === 'never' ? 30 : 20_000
    const { sandbox, client } = setUp({ webhooks: { timeoutMs, retry: false } })
    sandbox.webhooks.onDelivery(answer)
    await client.customer()
    expect(await sandbox.webhooks.next()).toMatchObject({ status, error })
  })

  test('stays through a reset', async ({ sandbox, client }) => {
    let calls = 0
    sandbox.webhooks.onDelivery(() => {
      calls += 1
    })
    sandbox.reset()
    await client.customer()
    await sandbox.webhooks.settle()
    expect(calls).toBe(1)
  })

  test('refuses an invalid address', ({ sandbox }) => {
    expect(() => sandbox.webhooks.onDelivery(() => 200, { url: 'shop.example' })).toThrow(
      failure('invalid_option', /url: must be an http or https URL, not "shop\.example"/),
    )
  })

  test.each<[handler: unknown, shown: string]>([
    ['http://shop.example', '"http://shop.example"'],
    [undefined, 'undefined'],
    [createServer(), 'object'],
    [7n, 'bigint'],
  ])('takes only a function, and says what %s is', (handler, shown) => {
    const { sandbox } = setUp()
    const message = `handler: must be a function, not ${shown}`
    const refusal = expect.objectContaining({ code: 'invalid_option', message })
    expect(() => sandbox.webhooks.onDelivery(handler as never)).toThrow(refusal)
  })
})

describe('resend', () => {
  test('delivers once more with a new signature, from the first attempt on, to the current address', async () => {
    const [a, b] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ signatureTime: 'virtual' })
    await client.patch('/account', { webhook_uri: a.url })
    await client.customer()
    const { event } = await sandbox.webhooks.next()
    await sandbox.clock.advance('2d')
    await client.patch('/account', { webhook_endpoints: [b.url] })
    const sent = await sandbox.webhooks.resend(event.id)
    expect(sent).toMatchObject([
      { uri: a.url, attempt: 1, status: 200, created_at: later(start, 2 * 86_400_000) },
      { uri: b.url, attempt: 1, status: 200 },
    ])
    expect([a.keys, b.keys]).toEqual([['customer.create', 'customer.create'], ['customer.create']])
    const signed = a.received.map(({ headers }) => headers['service-signature-timestamp'])
    expect(Number(signed[1]) - Number(signed[0])).toBe(2 * 86_400)
    expect(sandbox.events.get(event.id)?.webhook_deliveries).toHaveLength(3)
  })

  test('retries a failed event like a new one', async () => {
    const { sink, sandbox, client } = await withSink({ script: [500] })
    await client.customer()
    await sandbox.clock.advance('30d')
    const { event } = await sandbox.webhooks.next()
    const [again] = await sandbox.webhooks.resend(event.id)
    expect(again).toMatchObject({ attempt: 1, status: 500 })
    await sandbox.clock.advance('30d')
    expect(sink.received).toHaveLength(22)
  })

  test('refuses an unknown event, an event about a delivery, and an account without a receiver', async () => {
    const { sandbox, client } = setUp()
    await client.customer()
    const id = sandbox.events.last()?.id ?? ''
    const none = failure('no_endpoint', /no address to deliver to/)
    await expect(sandbox.webhooks.resend(id)).rejects.toEqual(none)
    await expect(sandbox.webhooks.resend('evnt_test_x')).rejects.toEqual(failure('not_found', /evnt_test_x/))
    sandbox.webhooks.onDelivery(() => 200)
    await sandbox.webhooks.resend(id)
    const about = sandbox.events.list({ key: 'webhooks.deliver' })[0]?.id ?? ''
    const never = failure('no_endpoint', /never delivered itself/)
    await expect(sandbox.webhooks.resend(about)).rejects.toEqual(never)
  })
})

test('deliveries can be filtered by their fields and their result', async () => {
  const { sandbox, client } = await withSink({ script: [500, 200] })
  await client.charge()
  await sandbox.clock.advance('1m')
  const keys = sandbox.webhooks.deliveries().map(({ key }) => key)
  expect(keys).toEqual(['charge.create', 'charge.complete', 'charge.create'])
  expect(sandbox.webhooks.deliveries({ delivered: false })).toHaveLength(1)
  expect(sandbox.webhooks.deliveries({ key: 'charge.create' })).toHaveLength(2)
  expect(sandbox.webhooks.deliveries(({ attempt }) => attempt > 1)).toHaveLength(1)
  for (const field of Object.keys(sandbox.webhooks.deliveries()[0] ?? {}))
    expect(() => sandbox.webhooks.deliveries({ [field]: 0 })).not.toThrow()
})

test('deliveries refuse a field that none of them has, which would match nothing', ({ sandbox }) => {
  expect(() => sandbox.webhooks.deliveries({ delivred: false } as object)).toThrow(
    failure('invalid_option', /^filter: no record has delivred: did you mean delivered\?$/),
  )
  expect(() => sandbox.webhooks.deliveries('charge.create' as never)).toThrow(
    failure('invalid_option', /^filter: must be an object of fields, or a function$/),
  )
})

test('the log of a server names the record of each attempt, without a search through the other accounts', async () => {
  const sandbox = createSandbox({ accounts: [{}, {}] })
  onTestFinished(() => sandbox.close())
  const searches = vi.spyOn(Accounts.prototype, 'worlds', 'get')
  onTestFinished(() => searches.mockRestore())
  const entries: DeliveryEntry[] = []
  sandbox.host.onDelivery((entry) => entries.push(entry))
  const objects: string[] = []
  for (const account of sandbox.accounts) {
    account.test.webhooks.onDelivery(() => new Response())
    objects.push((await makeClient(sandbox, account).customer()).id)
    await account.test.webhooks.settle()
  }
  expect(entries.map(({ key, object, status }) => [key, object, status])).toEqual(
    objects.map((id) => ['customer.create', id, 200]),
  )
  expect(searches).not.toHaveBeenCalled()
})
