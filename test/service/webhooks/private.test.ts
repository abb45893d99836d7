/** Contract 23: off loopback webhooks go to public addresses only, and no answer tells an open port from a closed one. */
import { Resolver } from 'node:dns/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { makeClient } from '../../support/client'
import { plainSandbox } from '../../support/set-up'
import { openSink } from '../../support/sink'

const listening = async (options: SandboxOptions = {}, host = '0.0.0.0') => {
  const sandbox = plainSandbox({ accounts: 'auto', ...options })
  await sandbox.listen({ port: 0, host })
  return { sandbox, client: makeClient(sandbox) }
}

const wayOut = /must not be localhost or an address of a private network, unless .*--webhook-private/

/** Names lead to these addresses; none is in the hosts file. */
const resolving = (...addresses: string[]) => {
  const asked = vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(addresses as never)
  const none = Object.assign(new Error('none'), { code: 'ENODATA' })
  const other = vi.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(none)
  onTestFinished(() => {
    asked.mockRestore()
    other.mockRestore()
  })
}

describe('off loopback', () => {
  test.each([
    'localhost',
    'app',
    'x.localhost',
    '127.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
  ])('%s is refused where it is given, in words that name the way out', async (name) => {
    const { sandbox, client } = await listening()
    const url = `http://${name}:9/hooks`
    const charge = {
      amount: 10_000,
      currency: 'thb',
      webhook_endpoints: [url],
      source: { type: 'promptpay' },
    }
    const answers = [
      await client.post('/charges', charge, { as: 'json' }),
      await client.patch('/account', { webhook_uri: url }),
      await client.patch('/account', { webhook_endpoints: [url] }, { as: 'json' }),
    ]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([400, expect.stringMatching(wayOut)])
    expect([sandbox.events.list().length, sandbox.charges.count()]).toEqual([0, 0])
  })

  test('a refusal is the same for an open and a closed port', async () => {
    const { sandbox, client } = await listening()
    const sink = await openSink()
    const said = async (url: string) => {
      const { status, body } = await client.patch('/account', { webhook_uri: url })
      return [status, body.code, body.message]
    }
    expect(await said(sink.url)).toEqual(await said('http://127.0.0.1:9/'))
    expect([sink.received, sandbox.events.list()]).toEqual([[], []])
  })

  test('an address that was given before is refused at the attempt, with the way out', async () => {
    const sink = await openSink()
    const sandbox = plainSandbox()
    const client = makeClient(sandbox)
    await client.patch('/account', { webhook_uri: sink.url })
    await sandbox.listen({ port: 0, host: '0.0.0.0' })
    await client.customer()
    const delivery = await sandbox.webhooks.next('customer.create')
    expect([delivery.status, delivery.error]).toEqual([null, expect.stringMatching(wayOut)])
    expect(sink.received).toEqual([])
  })

  test('a name that leads to a private address is refused at the attempt, the same for an open and a closed port', async () => {
    resolving('127.0.0.1')
    const { sandbox, client } = await listening()
    const sink = await openSink()
    const errors: (string | null)[] = []
    for (const port of [new URL(sink.url).port, '9']) {
      await client.patch('/account', { webhook_uri: `http://inner.example.com:${port}/` })
      await client.customer()
      const { status, error } = await sandbox.webhooks.next('customer.create')
      expect(status).toBeNull()
      errors.push(error?.replace(`:${port}`, '') ?? null)
    }
    expect(errors[0]).toMatch(/^not sent to inner\.example\.com: a webhook must not be .*--webhook-private/)
    expect(errors[1]).toBe(errors[0])
    expect(sink.received).toEqual([])
  })

  test('user and password in an address are refused, also with webhookPrivate', async () => {
    for (const options of [{}, { webhookPrivate: true }]) {
      const { client } = await listening(options)
      const { status, text } = await client.patch('/account', { webhook_uri: 'https://a:b@example.com/' })
      expect([status, text]).toEqual([400, expect.stringContaining('must have no user and password')])
    }
  })

  test('a private address among the options is refused at the start', async () => {
    const webhook = 'http://127.0.0.1:3000/'
    const refusal = { code: 'invalid_option', message: expect.stringMatching(wayOut) }
    for (const options of [{ webhook }, { webhooks: { endpoints: [webhook] } }])
      await expect(listening(options)).rejects.toMatchObject(refusal)
  })

  test('webhookPrivate allows private addresses', async () => {
    resolving('127.0.0.1')
    const sink = await openSink()
    const { port } = new URL(sink.url)
    const { sandbox, client } = await listening({ webhookPrivate: true, webhook: sink.url })
    await client.patch('/account', { webhook_uri: `http://inner.example.com:${port}/` })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['customer.create', 'customer.create'])
  })
})

test('on loopback every address is allowed, also with user and password', async () => {
  const sink = await openSink()
  const { sandbox, client } = await listening({ webhook: sink.url }, '127.0.0.1')
  await client.patch('/account', { webhook_uri: sink.url.replace('http://', 'http://a:b@') })
  await client.customer()
  await sandbox.webhooks.settle()
  expect(sink.keys).toEqual(['customer.create', 'customer.create'])
})
