/** Contract 18: `check-webhook` on charges of a running sandbox, and on receivers that read other headers or another key. */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { cases } from '../../../src/cli/check-webhook/cases'
import { createSandbox, type Sandbox } from '../../../src/index'
import {
  careful,
  closeReceivers,
  hmacOf,
  listening,
  readAll,
  receiving,
} from '../../service/webhooks/receivers'
import { temporaryFolder } from '../../support/folder'
import { expectRefusal, inside } from '../inside'

afterAll(closeReceivers)

describe('a refusal because of how it was signed', () => {
  const secret = 'R+A0SNTWPqCGY9+quqpHwGu7HSdJu0BgFuyYnG/RDvY='
  const receiver = (prefix: string, encoding: BufferEncoding) =>
    listening(
      createServer(async (request, response) => {
        const body = await readAll(request)
        const { [`${prefix}-signature`]: signature, [`${prefix}-signature-timestamp`]: timestamp } =
          request.headers
        const key = Buffer.from(secret, encoding)
        const mac = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')
        response.writeHead(signature === mac ? 204 : 401).end()
      }),
    )

  it.each([
    [
      'omise',
      'base64',
      [],
      'Omise-Signature and Omise-Signature-Timestamp, and the secret decoded from base64 as key',
      /^this sent Service-Signature and Service-Signature-Timestamp, and the text of the secret: give --profile omise where/,
    ],
    [
      'service',
      'utf8',
      ['--profile', 'omise'],
      'Service-Signature and Service-Signature-Timestamp, and the text of the secret as key',
      /: give --header-prefix Service --secret-encoding utf8 where that is right, or change the receiver$/,
    ],
    [
      'service',
      'base64',
      [],
      'the secret decoded from base64 as key',
      /^this sent the text of the secret: give --secret-encoding base64 where/,
    ],
    [
      'omise',
      'utf8',
      ['--profile', 'omise'],
      'the text of the secret as key',
      /^this sent the secret decoded from base64: give --secret-encoding utf8 where/,
    ],
  ] as const)(
    'names what a receiver of %s and %s accepts',
    async (prefix, encoding, options, accepts, advice) => {
      const url = await receiver(prefix, encoding)
      const { stdout } = await inside(['check-webhook', url, '--secret', secret, ...options, '--json'])
      expect(JSON.parse(stdout).cases[0]).toMatchObject({
        result: 'not handled',
        statuses: [401],
        problem: `answered 401, expected 200 to 299, but it accepts ${accepts}`,
        advice: expect.stringMatching(advice),
      })
    },
  )
})

describe('--sandbox', () => {
  /** A receiver that believes nothing but the API of its sandbox. */
  const reader = async (sandbox: Sandbox & { readonly webhookSecret: string }) => {
    const orders: unknown[] = []
    const receiver = await receiving({
      ...careful,
      accepts: ({ body, signature, timestamp = '' }) =>
        signature?.split(',').includes(hmacOf(sandbox.webhookSecret, timestamp, body)) === true &&
        Math.abs(Date.now() / 1000 - Number(timestamp)) < 301,
      act: async (event, book) => {
        const headers = { authorization: sandbox.authorization.secret }
        const answer = await sandbox.fetch(`${sandbox.url}/charges/${event.data.id}`, { headers })
        if (!answer.ok) return 422
        const { metadata, amount } = await answer.json()
        orders.push({ metadata, amount })
        return careful.act(event, book)
      },
    })
    return { ...receiver, orders }
  }

  const opened = async () => {
    const webhookSecret = 'whsec_of_this_sandbox'
    const sandbox = createSandbox({ webhookSecret })
    const { url } = await sandbox.listen({ port: 0 })
    onTestFinished(() => sandbox.close())
    return { ...(await reader(Object.assign(sandbox, { webhookSecret }))), sandbox, address: url }
  }

  it('makes its events there: a receiver that reads the charge finds it, signed with the secret of that sandbox', async () => {
    const { url, handled, address, orders, sandbox } = await opened()
    const words = ['check-webhook', url, '--sandbox', address, '--handled', handled]
    const { code, stdout, stderr } = await inside([...words, '--metadata', 'order=B-7'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`  signed with whsec_of_this_sandbox, the secret of ${address}\n`)
    expect(stdout).toContain(`  ${cases.length - 1} of ${cases.length - 1} handled, 1 not judged; the`)
    expect(new Set(orders.map((order) => JSON.stringify(order)))).toEqual(
      new Set(['{"metadata":{"order":"B-7"},"amount":150000}']),
    )
    expect(sandbox.faults.list()).toEqual([])
  })

  it('makes charges like the one of --event', async () => {
    const { url, address, orders } = await opened()
    const file = join(temporaryFolder(), 'mine.json')
    const data = { amount: 45_000, currency: 'thb', metadata: { order: 'B-8' } }
    writeFileSync(file, JSON.stringify({ id: 'evnt_test_mine', key: 'charge.complete', data }))
    const { code } = await inside(['check-webhook', url, '--sandbox', address, '--event', file])
    expect(code).toBe(0)
    expect(orders[0]).toEqual({ amount: 45_000, metadata: { order: 'B-8' } })
  })

  it('sends nothing itself: an event reaches the receiver by this command alone', async () => {
    const { url, address, sandbox } = await opened()
    const heard: string[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      heard.push((await request.json()).key)
      return new Response()
    })
    await inside(['check-webhook', url, '--sandbox', address])
    await sandbox.webhooks.settle()
    expect(heard.filter((key) => key.startsWith('charge.'))).toEqual([])
  })

  it('says where no sandbox is', async () => {
    const { url } = await receiving(careful)
    await expectRefusal(
      ['check-webhook', url, '--sandbox', 'http://127.0.0.1:1'],
      1,
      /^no sandbox answers at http:\/\/127\.0\.0\.1:1 \(connection refused\): .* give its address with --sandbox$/,
    )
    await expectRefusal(
      ['check-webhook', url, '--sandbox', 'x'],
      2,
      /^--sandbox must be an http or https URL/,
    )
  })
})
