/** Wrong tokens of the control plane: who sends many of them has to wait. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Attempts, callerOf } from '../../src/workers/control'
import { worker } from '../../src/workers/worker'

describe('an address', () => {
  const open = () => {
    let now = 1_000_000_020_000
    const attempts = new Attempts(() => now)
    return {
      advance: (ms: number) => {
        now += ms
      },
      wrong: (address: string, ...tokens: string[]) => attempts.take(address, tokens, false),
      right: (address: string) => attempts.take(address, ['right'], true),
    }
  }

  test('may send ten wrong tokens a minute, and then waits for the next one, also with the right token', () => {
    const { wrong, right, advance } = open()
    for (let i = 0; i < 10; i += 1) expect(wrong('a', `wrong ${i}`)).toBeNull()
    expect([wrong('a', 'wrong 11'), right('a')]).toEqual([60, 60])
    expect(right('b')).toBeNull()
    advance(59_001)
    expect(right('a')).toBe(1)
    advance(999)
    expect(right('a')).toBeNull()
  })

  test('may repeat a wrong token, and ask without one, as often as it likes', () => {
    const { wrong, right } = open()
    for (let i = 0; i < 500; i += 1) expect([wrong('a', 'of yesterday'), wrong('a')]).toEqual([null, null])
    expect(right('a')).toBeNull()
  })

  test('counts each token of a request', () => {
    const { wrong, right } = open()
    for (let i = 0; i < 4; i += 1) wrong('a', `header ${i}`, `cookie ${i}`, `address ${i}`)
    expect(right('a')).toBe(60)
  })

  test('that is new waits when all together sent a hundred, one that had the right token does not', () => {
    const { wrong, right } = open()
    right('known')
    for (let i = 0; i < 100; i += 1) expect(wrong(`address ${i}`, 'wrong')).toBeNull()
    expect([wrong('new', 'wrong'), right('new'), right('known')]).toEqual([60, 60, null])
    for (let i = 0; i < 10; i += 1) wrong('known', `wrong ${i}`)
    expect(right('known')).toBe(60)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:1::7', '8193:3512:0:1'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '8193:3512:0:1'],
  ['', ''],
  ['x'.repeat(200), 'x'.repeat(100)],
])('the caller at "%s" is %s', (address, caller) => {
  expect(callerOf(new Headers({ 'cf-connecting-ip': address }))).toBe(caller)
})

describe('each way to send a token is counted, and then answered with 429 and Retry-After', () => {
  const env = {
    CONTROL_TOKEN: 'right',
    SANDBOX: { idFromName: () => '', get: () => ({ fetch: async () => new Response() }) },
  }
  const html = { accept: 'text/html' }
  const form = (token: string) => ({ method: 'POST', body: new URLSearchParams({ account: 'ci', token }) })
  const ways: [string, string, (token: string) => [path: string, init: RequestInit]][] = [
    ['the header', '1.1.1.1', (token) => ['clock', { headers: { authorization: `Bearer ${token}` } }]],
    ['a cookie', '1.1.1.2', (token) => ['clock', { headers: { cookie: `payment_sandbox_token=${token}` } }]],
    [
      'the cookie of a page',
      '1.1.1.3',
      (token) => ['', { headers: { ...html, cookie: `payment_sandbox_token=${token}` } }],
    ],
    ['the address of a page', '1.1.1.4', (token) => [`?token=${token}`, { headers: html }]],
    ['the form', '1.1.1.5', (token) => ['sign-in', form(token)]],
    [
      'a form with a cookie',
      '1.1.1.6',
      (token) => [
        'sign-in',
        { method: 'POST', headers: { cookie: `payment_sandbox_token=${token}` }, body: 'account=ci' },
      ],
    ],
  ]
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_020_000 }))
  afterEach(() => void vi.useRealTimers())

  test.each(ways)('%s', async (_, address, asking) => {
    const ask = (token: string) => {
      const [path, init] = asking(token)
      const request = new Request(`http://localhost/_sandbox/${path}`, init)
      request.headers.set('cf-connecting-ip', address)
      return worker.fetch(request, env)
    }
    for (let i = 0; i < 10; i += 1) expect((await ask(`wrong${i}`)).status).toBe(401)
    for (const token of ['wrong', 'right']) {
      const answer = await ask(token)
      expect([answer.status, answer.headers.has('set-cookie')]).toEqual([429, false])
      expect(answer.headers.get('retry-after')).toBe('60')
      expect(await answer.text()).toMatch(
        'too many wrong tokens came, so that none is looked at for now: try again in 60 s',
      )
    }
  })
})
