/** The story of a failed test (contract 19): its cause can be read from what the sandbox did, in at most 20 lines. */
import { describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/index'
import { verifyWebhook } from '../../../src/service/webhooks/signature'
import { shortStory, storyOf, storyText } from '../../../src/suites/testing/story/story'

interface Call {
  readonly path?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

/** A POST as a shop makes it: a call that has no answer is over. */
const post = async (sandbox: Sandbox, fields: Record<string, string>, call: Call = {}): Promise<void> => {
  const { path = '/charges', key = sandbox.keys.secret, headers = {} } = call
  const authorization = `Basic ${btoa(`${key}:`)}`
  const body = new URLSearchParams(fields)
  const init = { method: 'POST', headers: { authorization, ...headers }, body }
  await sandbox.fetch(`${sandbox.url}${path}`, init).catch(() => undefined)
}

const sale = (sandbox: Sandbox, more: Record<string, string> = {}) => ({
  ...{ amount: '100000', currency: 'thb', card: sandbox.token().id },
  ...more,
})

const get = async (sandbox: Sandbox, path: string): Promise<void> => {
  await sandbox.fetch(`${sandbox.url}${path}`, { headers: { authorization: sandbox.authorization.secret } })
}

interface Failure {
  readonly cause: string
  readonly options?: SandboxOptions
  readonly play: (sandbox: Sandbox) => Promise<unknown>
  /** Lines that name the cause, in this order. */
  readonly lines: readonly RegExp[]
}

const failures: readonly Failure[] = [
  {
    cause: 'the test card of the fixture has no money',
    play: async (sandbox) => post(sandbox, sale(sandbox, { card: sandbox.token('insufficient_fund').id })),
    lines: [/^ {2}POST \/charges -> 402 insufficient_fund: insufficient funds \(chrg_\w+\)$/],
  },
  {
    cause: 'the shop authorizes and never captures',
    play: async (sandbox) => post(sandbox, sale(sandbox, { capture: 'false' })),
    lines: [/^ {2}POST \/charges -> 200 chrg_\w+ authorized, not captured THB 1,000\.00$/],
  },
  {
    cause: 'a parameter is misspelt',
    play: async (sandbox) => post(sandbox, sale(sandbox, { 'metdata[order]': 'A-1' })),
    lines: [/^ {2}POST \/charges -> 200 .* \[not a parameter: metdata/],
  },
  {
    cause: 'the amount is in baht and not in satang',
    play: async (sandbox) => post(sandbox, sale(sandbox, { amount: '2500' })),
    lines: [/^ {2}POST \/charges -> 200 chrg_\w+ successful THB 25\.00$/],
  },
  {
    cause: 'the receiver throws',
    play: async (sandbox) => {
      sandbox.webhooks.onDelivery(() => {
        throw new ReferenceError('orders is not defined')
      })
      await post(sandbox, sale(sandbox))
      await sandbox.webhooks.settle()
    },
    lines: [/^ {4}delivery charge\.\w+.* -> 500 \(orders is not defined\) \[again at /],
  },
  {
    cause: 'the receiver verifies with another secret',
    play: async (sandbox) => {
      sandbox.webhooks.onDelivery(async (request) => {
        const body = await request.text()
        try {
          verifyWebhook({ body, headers: request.headers, secret: 'of-production' })
          return 204
        } catch {
          return 400
        }
      })
      await post(sandbox, sale(sandbox))
      await sandbox.webhooks.settle()
    },
    lines: [/^ {4}delivery charge\.\w+.* -> 400 \[signed in service-signature and /i],
  },
  {
    cause: 'nobody told the sandbox where webhooks go',
    play: async (sandbox) => post(sandbox, sale(sandbox)),
    lines: [/^ {4}event charge\.create/, /^ {2}no webhook was sent: there is no address$/],
  },
  {
    cause: 'the test does not wait for the webhook',
    play: async (sandbox) => {
      sandbox.webhooks.onDelivery(() => 204)
      await post(sandbox, sale(sandbox))
    },
    lines: [/^ {4}delivery charge\.\w+.* -> not sent yet: await sandbox\.webhooks\.settle\(\)$/],
  },
  {
    cause: 'two orders have one idempotency key',
    play: async (sandbox) => {
      const call = { headers: { 'idempotency-key': 'order-undefined' } }
      const fields = sale(sandbox)
      await post(sandbox, fields, call)
      await post(sandbox, fields, call)
    },
    lines: [
      /^ {2}POST \/charges -> 200 chrg/,
      /^ {2}POST \/charges -> 200 .* \[the stored answer of its idem/,
    ],
  },
  {
    cause: 'the answer was lost, and the shop charges again',
    play: async (sandbox) => {
      sandbox.faults.add({ method: 'POST', path: '/charges', drop: 'response' })
      await post(sandbox, sale(sandbox))
      await post(sandbox, sale(sandbox))
    },
    lines: [
      /^ {2}POST \/charges -> 200 .* successful THB 1,000\.00 \[fault drop: response\]$/,
      /^ {2}POST \/charges -> 200 .* successful THB 1,000\.00$/,
    ],
  },
  {
    cause: 'the fault is for another operation than the shop calls',
    play: async (sandbox) => {
      sandbox.faults.add({ method: 'POST', path: '/charges/*/capture', respond: { status: 503 } })
      await post(sandbox, sale(sandbox))
    },
    lines: [/^ {2}fault POST \/charges\/\*\/capture \(respond: 503\): met nothing$/],
  },
  {
    cause: 'the shop uses its key of production',
    play: async (sandbox) => post(sandbox, sale(sandbox), { key: 'skey_test_5production' }),
    lines: [
      /^ {2}POST \/charges -> 401 authentication_failure: .* \[key skey_test_…ion is not known; the options publicKey and secretKey/,
    ],
  },
  {
    cause: 'the payer has not confirmed',
    play: async (sandbox) => post(sandbox, sale(sandbox, { authentication: '3DS' })),
    lines: [/^ {2}POST \/charges -> 200 chrg_\w+ pending, waits for its payer THB 1,000\.00$/],
  },
  {
    cause: 'the clock went past the expiry of the code',
    options: { now: '2026-01-15T09:00:00Z', freeze: true, profile: 'omise' },
    play: async (sandbox) => {
      await post(sandbox, { amount: '100000', currency: 'thb', 'source[type]': 'promptpay' })
      await sandbox.clock.advance('8d')
    },
    lines: [
      /waits for its payer/,
      /^ {2}clock 2026-01-16T09:00:00Z$/,
      /^ {2}event charge\.\w+ chrg_\w+ expired/,
    ],
  },
  {
    cause: 'the code under test never calls the service',
    play: async () => undefined,
    lines: [/^ {2}no request reached the sandbox$/],
  },
]

describe('the story of a failed test names', () => {
  it.each(failures)('$cause', async ({ options, play, lines }) => {
    await using sandbox = createSandbox(options)
    await play(sandbox)
    const story = shortStory(sandbox).split('\n')
    expect(story[0]).toBe('what it did in this test')
    const found = lines.map((line) => story.findIndex((text) => line.test(text)))
    expect(found, story.join('\n')).toEqual([...found].sort((a, b) => a - b))
    expect(Math.min(...found), story.join('\n')).toBeGreaterThan(0)
  })
})

describe('the order', () => {
  it('is that of what happened, also where the clock stands still', async () => {
    await using sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', freeze: true, profile: 'omise' })
    await get(sandbox, '/balance')
    await post(sandbox, sale(sandbox, { 'source[type]': 'promptpay', card: '' }))
    const { id = '' } = sandbox.charges.last() ?? {}
    await get(sandbox, `/charges/${id}`)
    sandbox.simulate.payCharge(id)
    await get(sandbox, `/charges/${id}`)
    const words = storyOf(sandbox).map(({ text }) => text.replaceAll(id, '<id>'))
    expect(words).toEqual([
      'GET /balance -> 200',
      'POST /charges -> 200 <id> pending, waits for its payer THB 1,000.00',
      expect.stringMatching(/^event charge\.create <id>/),
      'GET /charges/<id> -> 200 <id> pending, waits for its payer THB 1,000.00',
      'event charge.complete <id> successful THB 1,000.00',
      'GET /charges/<id> -> 200 <id> successful THB 1,000.00',
      'no webhook was sent: there is no address',
    ])
  })

  it.each(['omise', 'spec'] as const)(
    'has what a form of a payer caused below it, profile %s',
    async (profile) => {
      await using sandbox = createSandbox({ profile })
      const uri = 'https://shop.example.com/'
      await post(sandbox, sale(sandbox, { authentication: '3DS', return_uri: uri }))
      const path = new URL(sandbox.charges.last()?.authorize_uri ?? '').pathname
      await post(sandbox, { result: 'success' }, { path })
      const words = storyOf(sandbox).map(({ text }) => text.split(' ').slice(0, 2).join(' '))
      const [, , form, event] = words
      expect([form, event]).toEqual([`POST ${path}`, 'event charge.complete'])
    },
  )

  it('leaves out what fixtures made before the first request', async () => {
    await using sandbox = createSandbox({ fixtures: ['first-sale'] })
    await get(sandbox, '/balance')
    expect(storyText(storyOf(sandbox))).not.toContain('event')
  })
})

describe('its length', () => {
  it('is at most 20 lines with its head, of which none is long', async () => {
    await using sandbox = createSandbox()
    for (let i = 0; i < 12; i += 1)
      await post(sandbox, sale(sandbox, { description: 'x'.repeat(200), [`wrong${'x'.repeat(200)}`]: '1' }))
    const lines = shortStory(sandbox).split('\n')
    expect(lines).toHaveLength(20)
    expect(lines[1]).toMatch(/^ {2}\(\d+ earlier lines\)$/)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(160)
  })

  it('has what repeats once, with its number', async () => {
    await using sandbox = createSandbox()
    for (let i = 0; i < 7; i += 1) await get(sandbox, '/charges')
    expect(storyOf(sandbox).map(({ text }) => text)).toEqual(['GET /charges -> 200 0 records (7 times)'])
  })

  it('has a retry as one line', async () => {
    await using sandbox = createSandbox()
    let calls = 0
    sandbox.webhooks.onDelivery(() => {
      calls += 1
      return calls <= 2 ? 503 : 204
    })
    await post(sandbox, {}, { path: '/customers' })
    await sandbox.clock.advance('1d')
    const delivery = storyOf(sandbox).find(({ kind }) => kind === 'delivery')
    expect(delivery?.text).toBe('delivery customer.create -> 503 (2 times), then -> 204')
  })
})
