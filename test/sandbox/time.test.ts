/** Contract 23: the sandbox lives in real time unless it is given a time, and follows the test where it is asked to. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SandboxOptions } from '../../src/index'
import { verifyWebhook } from '../../src/service/webhooks/signature'
import { makeClient } from '../support/client'
import { makeSandbox } from '../support/set-up'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const past = Date.UTC(2020, 0, 1)
const future = Date.UTC(2040, 0, 1)
const hourMs = 3_600_000
/** Sandboxes of the tests are frozen unless they say otherwise. */
const open = (options: SandboxOptions = {}) => {
  const sandbox = makeSandbox({ now: undefined, freeze: undefined, ...options })
  return { sandbox, client: makeClient(sandbox), shown: () => sandbox.clock.now().getTime() }
}

/** Each way in which a test gives its process another `Date`. */
const fakes: readonly (readonly [string, (time: number) => void])[] = [
  ['fake timers', (time) => void vi.useFakeTimers({ now: time })],
  ['a fake Date alone', (time) => void vi.setSystemTime(time)],
  ['a spy on Date.now', (time) => void vi.spyOn(Date, 'now').mockReturnValue(time)],
]

describe.each(fakes)('with %s', (_, fake) => {
  test('a sandbox lives in real time', () => {
    const before = Date.now()
    const first = open()
    fake(past)
    const second = open()
    for (const { shown } of [first, second]) expect(shown()).toBeGreaterThanOrEqual(before)
  })

  test("with time: 'test' it follows at each call, forward and back", async () => {
    const { client, shown } = open({ time: 'test' })
    for (const time of [future, past, past + hourMs]) {
      fake(time)
      expect(Math.abs(shown() - time)).toBeLessThan(1000)
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
    fake(past)
    const { created_at } = await client.charge()
    expect(created_at).toMatch(/^2020-01-01T00:00:00/)
  })

  test('a given time wins, and a frozen clock stays', () => {
    fake(past)
    expect(open({ time: 'test', now: '2026-01-15T09:00:00Z', freeze: true }).shown()).toBe(
      Date.UTC(2026, 0, 15, 9),
    )
    const { shown } = open({ time: 'test', freeze: true })
    const frozen = shown()
    vi.restoreAllMocks()
    vi.useRealTimers()
    expect(shown()).toBe(frozen)
  })

  test('a sandbox that is made under it does not keep it', () => {
    fake(past)
    const sandboxes = [open(), open({ time: 'test' })]
    vi.restoreAllMocks()
    vi.useRealTimers()
    const now = Date.now()
    for (const { shown } of sandboxes) expect(shown()).toBeGreaterThanOrEqual(now)
  })
})

test.each(fakes.slice(0, 2))(
  'the real time is found where the package is loaded under %s',
  async (_, fake) => {
    const before = Date.now()
    fake(past)
    vi.resetModules()
    const { realTime } = await import('../../src/kernel/real-time')
    expect(realTime()).toBeGreaterThanOrEqual(before)
  },
)

test("a reset and a restore leave the clock of time: 'test' with the test", () => {
  const { sandbox, shown } = open({ time: 'test' })
  const kept = sandbox.snapshot()
  vi.useFakeTimers({ now: past })
  sandbox.reset()
  expect(shown()).toBe(past)
  vi.setSystemTime(past + hourMs)
  expect(shown()).toBe(past + hourMs)
  sandbox.restore(kept)
  expect(shown()).toBe(past + hourMs)
})

describe('a Date that is more than a day away', () => {
  const warned = /Date of this process is 2020-01-01T.* clock of the sandbox 20\d\d-.*time: 'test'.*--now/
  const qr = { amount: '10000', currency: 'thb', 'source[type]': 'promptpay' }
  const refusals: readonly (readonly [string, Record<string, string>, string])[] = [
    ['POST', { ...qr, expires_at: '2020-01-02T00:00:00Z' }, '/charges'],
    ['GET', {}, '/charges?from=2019-01-01&to=2020-01-01'],
    ['GET', {}, '/events?to=2020-01-01'],
  ]
  test.each(refusals)('is named once, at the first %s %j %s that it explains', async (method, form, path) => {
    const { sandbox, client } = open()
    await client.charge()
    vi.setSystemTime(past)
    const call = async () => {
      const body = method === 'GET' ? null : new URLSearchParams(form)
      const { headers } = await sandbox.fetch(path, {
        method,
        body,
        headers: { authorization: sandbox.authorization.secret },
      })
      return headers.get('sandbox-warning')
    }
    expect(await call()).toMatch(warned)
    expect(await call()).toBeNull()
  })

  test('is not named where it explains nothing, nor by a sandbox that follows it', async () => {
    for (const [options, path, form] of [
      [{}, '/charges?limit=1', null],
      [{}, '/refunds?to=2020-01-01', null],
      [{}, '/charges', { ...qr, amount: '1' }],
      [{ time: 'test' }, '/charges', { ...qr, expires_at: '2019-01-02T00:00:00Z' }],
    ] as const) {
      const { sandbox } = open(options)
      vi.setSystemTime(past)
      const { headers } = await sandbox.fetch(path, {
        ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }),
        headers: { authorization: sandbox.authorization.secret },
      })
      expect(headers.get('sandbox-warning') ?? '').not.toMatch(/Date of this process/)
      vi.useRealTimers()
    }
  })

  test('is named by verifyWebhook, which knows no sandbox', async () => {
    const { sandbox, client } = open()
    const errors: unknown[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      const body = await request.text()
      try {
        verifyWebhook({ body, headers: request.headers, secret: sandbox.webhooks.secrets })
      } catch (error) {
        errors.push(error)
      }
    })
    for (const [time, code] of [
      [past, 'timestamp_too_new'],
      [future, 'timestamp_too_old'],
    ] as const) {
      vi.setSystemTime(time)
      await client.charge()
      await sandbox.webhooks.settle()
      const message = expect.stringMatching(/the dates differ by \d+ days: .*time: 'test'/)
      expect(errors.splice(0)).toContainEqual(expect.objectContaining({ code, message }))
    }
  })

  test("is none for a webhook of a sandbox with time: 'test'", async () => {
    vi.setSystemTime(past)
    const { sandbox, client } = open({ time: 'test' })
    sandbox.webhooks.onDelivery(async (request) => {
      const body = await request.text()
      verifyWebhook({ body, headers: request.headers, secret: sandbox.webhooks.secrets })
    })
    await client.charge()
    await sandbox.webhooks.settle()
    const deliveries = sandbox.webhooks.deliveries()
    expect(deliveries.length).toBeGreaterThan(0)
    expect(deliveries.filter(({ delivered }) => !delivered)).toEqual([])
  })
})
