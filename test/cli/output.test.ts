/** What a person sees. */
import { describe, expect, it } from 'vitest'
import { banner, deliveryLine, type Greeting, logOf, requestLine } from '../../src/cli/serve/log'
import { type Paint, plain, type Terminal, terminalOf } from '../../src/cli/terminal'
import type { DeliveryEntry } from '../../src/sandbox/webhooks/delivery'
import type { RequestEntry } from '../../src/service/http/backend'

const tagged: Paint = (style, text) => `<${style}>${text}</${style}>`
const at = (columns: number, paint: Paint = plain): Terminal => ({
  interactive: true,
  columns,
  paint,
  write: () => undefined,
})

const greeting: Greeting = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4111',
  vaultUrl: 'http://127.0.0.1:4112',
  dashboardUrl: 'http://127.0.0.1:4111/_sandbox/',
  profile: 'spec',
  omiseClient: null,
  testKeys: { public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' },
  liveKeys: { public: 'pkey_sandbox', secret: 'skey_sandbox' },
  webhooks: [],
  webhookSecret: 'c2VjcmV0',
  clock: null,
  fixtures: [],
  state: null,
}

const entry: RequestEntry = {
  id: 'a',
  method: 'POST',
  path: '/charges',
  status: 200,
  durationMs: 1.94,
  error: null,
  reason: null,
  hint: null,
  ignored: [],
  warnings: [],
}
const now = '2026-01-15T12:00:01.000Z'

describe('the banner', () => {
  it('names the addresses, the keys, a first request and the way to stop', () => {
    expect(banner(greeting, { paint: plain })).toBe(`
  payment-sandbox 1.2.3

  API         http://127.0.0.1:4111
  Vault       http://127.0.0.1:4112
  Dashboard   http://127.0.0.1:4111/_sandbox/
  Profile     spec, the specification (docs api); for Omise: --profile omise

  Test keys   pkey_test_sandbox   skey_test_sandbox
  Live keys   pkey_sandbox        skey_sandbox

  Webhooks    nowhere yet: give an address with --webhook <url>
              signed with secret c2VjcmV0

  Try it      curl http://127.0.0.1:4111/customers \\
                -u skey_test_sandbox: -d email=somchai@example.com

  Stop        Ctrl-C

`)
  })

  it('shows the clock unless it runs with real time', () => {
    const text = banner({ ...greeting, clock: '2026-01-15 09:00:00 UTC' }, { paint: plain })
    expect(text).toMatch(/\n {2}Profile .*\n {2}Clock {7}2026-01-15 09:00:00 UTC\n/)
  })

  it.each([
    [{ profile: 'omise' }, 'Profile     omise, as the real service answers'],
    [{ omiseClient: 'Gemfile' }, 'Gemfile names a client of Omise: start with --profile omise'],
  ] as const)('with %j, shows "%s"', (given, text) => {
    expect(banner({ ...greeting, ...given }, { paint: plain })).toContain(`${text}\n`)
  })

  it('names the fixtures, which a config file may have named', () => {
    const fixtures = ['first-sale', './shop.yaml']
    expect(banner({ ...greeting, fixtures }, { paint: plain })).toContain(
      '\n  Fixtures    first-sale\n              ./shop.yaml\n',
    )
  })

  it('names the state file, and the webhook secret if there is one', () => {
    const state = { file: './shop.state', resumed: true }
    const text = banner({ ...greeting, state, webhookSecret: null }, { paint: plain })
    expect(text).toContain('\n  State       ./shop.state, resumed\n')
    expect(text).not.toContain('signed with')
    expect(banner({ ...greeting, state: { ...state, resumed: false } }, { paint: plain })).toContain(
      '\n  State       ./shop.state, new\n',
    )
  })

  it('names the endpoints of webhooks, each on a line of its own', () => {
    const webhooks = ['http://127.0.0.1:3000/hooks', 'http://127.0.0.1:3001/hooks']
    expect(banner({ ...greeting, webhooks }, { paint: plain })).toContain(`
  Webhooks    http://127.0.0.1:3000/hooks
              http://127.0.0.1:3001/hooks
              signed with secret c2VjcmV0
`)
  })

  it('has colours only on a terminal with colours', () => {
    expect(banner(greeting, { paint: tagged })).toContain('<cyan>http://127.0.0.1:4111</cyan>')
    expect(banner(greeting, { paint: plain })).not.toMatch(/<\/?(?:bold|cyan|dim)>/)
  })
})

describe('the line of a request', () => {
  it('has aligned columns', () => {
    expect(requestLine(entry, now, at(80))).toBe('12:00:01  POST    /charges                  200   1.9 ms\n')
    const other = { ...entry, method: 'DELETE', path: '/customers', durationMs: 12.34 }
    expect(requestLine(other, now, at(80))).toBe('12:00:01  DELETE  /customers                200  12.3 ms\n')
  })

  it('has the code of a refusal, which fits 80 columns when the path has no id', () => {
    const refused = { ...entry, status: 401, error: 'authentication_failure' }
    const line = requestLine(refused, now, at(80))
    expect(line).toBe('12:00:01  POST    /charges                  401   1.9 ms  authentication_failure\n')
    expect(line.trimEnd()).toHaveLength(80)
  })

  it('puts the code on the next line if it does not fit, but not where lines have no limit', () => {
    const path = '/charges/chrg_test_no1t4tnemucod0e51mo/refunds'
    const refused = { ...entry, path, status: 422, error: 'insufficient_refundable_amount' }
    expect(requestLine(refused, now, at(80))).toBe(
      `12:00:01  POST    ${path}  422   1.9 ms\n          insufficient_refundable_amount\n`,
    )
    for (const columns of [120, Number.POSITIVE_INFINITY])
      expect(requestLine(refused, now, at(columns))).toBe(
        `12:00:01  POST    ${path}  422   1.9 ms  insufficient_refundable_amount\n`,
      )
  })

  it('has the hint below, broken between words, and a stack line by line', () => {
    const hint = 'key skey_test_…123 is not known; known keys: pkey_test_…box, skey_test_…box'
    const refused = { ...entry, status: 401, error: 'authentication_failure', hint }
    expect(requestLine(refused, now, at(80)).split('\n').slice(1)).toEqual([
      '          key skey_test_…123 is not known; known keys: pkey_test_…box,',
      '          skey_test_…box',
      '',
    ])
    const stack = 'Error: no\n    at first (a.ts:1:1)\n    at second (b.ts:2:2)'
    const failed = { ...entry, status: 500, error: 'internal_error', hint: stack }
    expect(requestLine(failed, now, at(80)).split('\n').slice(1)).toEqual([
      '          Error: no',
      '              at first (a.ts:1:1)',
      '              at second (b.ts:2:2)',
      '',
    ])
  })

  it('escapes control characters of the request, so that they cannot move the cursor', () => {
    const refused = { ...entry, path: '/a\u001b[2J', status: 401, error: 'x', hint: 'key \u001b[31m\u0007 a' }
    expect(requestLine(refused, now, at(80))).not.toMatch(/\p{Cc}(?<!\n)/u)
  })

  it.each([
    [200, 'green'],
    [404, 'yellow'],
    [500, 'red'],
  ])('%d is %s', (status, style) => {
    expect(requestLine({ ...entry, status }, now, at(80, tagged))).toContain(`<${style}>${status}</${style}>`)
  })
})

describe('a terminal', () => {
  const output = (isTTY: boolean) => ({
    isTTY,
    columns: 80,
    hasColors: () => true,
    on: () => process.stdout,
    write: () => true,
  })
  const inColour = (isTTY: boolean, env: NodeJS.ProcessEnv): boolean =>
    terminalOf(output(isTTY), env).paint('red', 'a') !== 'a'

  it('has colours unless NO_COLOR is set; other outputs have none', () => {
    expect(inColour(true, {})).toBe(true)
    expect(inColour(true, { NO_COLOR: '1' })).toBe(false)
    expect(inColour(true, { NO_COLOR: '' })).toBe(true)
    expect(inColour(false, {})).toBe(false)
    expect(inColour(false, { FORCE_COLOR: '1' })).toBe(false)
  })

  it('that does not know its size, and so has 0 columns, is written to without wrapping', () => {
    expect(terminalOf({ ...output(true), columns: 0 }, {}).columns).toBe(Number.POSITIVE_INFINITY)
    expect(terminalOf(output(true), {}).columns).toBe(80)
  })

  it('gets the pretty log by default', () => {
    const said: string[] = []
    const log = logOf(undefined, { ...at(80), write: (text) => said.push(text) })
    log.ready(greeting)
    log.request(entry, now)
    log.waiting()
    expect(said.join('')).toMatch(
      /^\n {2}payment-sandbox 1\.2\.3\n[\s\S]*\npayment-sandbox ready on \S+ \(vault \S+\)\n\n12:00:01 {2}POST [\s\S]*\n.*Ctrl-C again/,
    )
  })
})

describe('a line of the log', () => {
  const refused = { ...entry, status: 400, error: 'invalid_charge', reason: 'amount must be at least 2000' }
  it('shows why a request was refused, and the parameters that were ignored', () => {
    const ignored = ['amuont', 'foo[bar]']
    expect(requestLine({ ...refused, ignored }, now, at(80))).toBe(
      `12:00:01  POST    /charges                  400   1.9 ms  invalid_charge
          amount must be at least 2000
          ignored: amuont, foo[bar] (no parameter of this operation)
`,
    )
  })

  it('shows the warnings, each of which may be the hint', () => {
    const warned = { ...refused, hint: 'a hint', warnings: ['a hint', 'a warning'] }
    expect(requestLine(warned, now, at(80))).toMatch(/charge\n {10}a hint\n {10}a warning\n$/)
  })

  it('shows the hint alone where it says more than the reason', () => {
    expect(requestLine({ ...refused, hint: 'a hint' }, now, at(80))).toMatch(/charge\n {10}a hint\n$/)
  })

  it.each([
    ['pretty', 'caught up: 200 jobs ran that became due after 2026-01-16T01:30:00.000Z\n'],
    ['json', '{"event":"caught-up","from":"2026-01-16T01:30:00.000Z","done":200}\n'],
    ['silent', ''],
  ] as const)('of the style %s tells what ran after a pause', (style, text) => {
    const said: string[] = []
    const from = new Date('2026-01-16T01:30:00Z')
    logOf(style, { ...at(80), write: (line) => said.push(line) }).caughtUp({ from, done: 200 })
    expect(said.join('')).toBe(text)
  })

  const delivery: DeliveryEntry = {
    ...{ id: 'whdl_test_1', eventId: 'evnt_test_1', key: 'charge.complete', object: 'chrg_test_1' },
    ...{
      uri: 'http://127.0.0.1:3000/hooks',
      attempt: 1,
      status: 200,
      error: null,
      hint: null,
      retryAt: null,
    },
  }

  it.each<[what: string, entry: Partial<DeliveryEntry>, line: string]>([
    [
      'that was answered: event, status, record, address',
      {},
      `12:00:01  HOOK    charge.complete           200  chrg_test_1
          to http://127.0.0.1:3000/hooks
`,
    ],
    [
      'that failed: why, and when the next attempt is',
      { attempt: 2, status: null, error: 'connection refused', retryAt: Date.parse('2026-01-15T12:05:01Z') },
      `12:00:01  HOOK    charge.complete           ---  chrg_test_1
          to http://127.0.0.1:3000/hooks, attempt 2: connection refused; next
          attempt at 2026-01-15 12:05:01
`,
    ],
    [
      'that was answered with an error: when the next attempt is',
      { status: 503, retryAt: Date.parse('2026-01-15T12:05:01Z') },
      `12:00:01  HOOK    charge.complete           503  chrg_test_1
          to http://127.0.0.1:3000/hooks; next attempt at 2026-01-15 12:05:01
`,
    ],
    [
      'that was refused: how it was signed',
      { status: 401, hint: 'signed in Shop-Signature', retryAt: Date.parse('2026-01-15T12:05:01Z') },
      `12:00:01  HOOK    charge.complete           401  chrg_test_1
          to http://127.0.0.1:3000/hooks; next attempt at 2026-01-15 12:05:01
          signed in Shop-Signature
`,
    ],
    [
      'that failed for the last time',
      { attempt: 11, status: 503 },
      `12:00:01  HOOK    charge.complete           503  chrg_test_1
          to http://127.0.0.1:3000/hooks, attempt 11; no further attempt
`,
    ],
    [
      'that a fault answered with a success',
      { error: 'answered by a fault' },
      `12:00:01  HOOK    charge.complete           200  chrg_test_1
          to http://127.0.0.1:3000/hooks: answered by a fault
`,
    ],
  ])('shows a delivery %s', (_, given, line) => {
    expect(deliveryLine({ ...delivery, ...given }, now, at(80))).toBe(line)
  })
})
