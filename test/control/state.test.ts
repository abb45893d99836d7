/** Contract 4 and 6: health, the clock, reset, snapshots and the whole state, over HTTP. */
import { describe, expect, onTestFinished } from 'vitest'
import { version } from '../../package.json'
import { limits } from '../../src/kernel/limits'
import { makeControl } from '../support/control'
import { setUp, start, stateOf, test } from '../support/set-up'

test('GET /_sandbox/health returns the status, the version, the time and the uptime', async ({ control }) => {
  const { status, body } = await control.get('/health')
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', version, now: start, uptime_ms: expect.any(Number) })
  expect(body.uptime_ms).toBeGreaterThanOrEqual(0)
})

describe('/_sandbox/clock', () => {
  test('advances, and answers when all due jobs are done', async ({ client, sandbox, control }) => {
    const { id } = await client.authorized()
    const { body } = await control.post('/clock', { advance: '7d1h' })
    expect(body).toEqual({ now: '2026-01-22T10:00:00.000Z', frozen: true })
    expect(sandbox.charges.get(id)?.status).toBe('expired')
    expect((await control.get('/clock')).body).toEqual(body)
  })

  test('is set, frozen and resumed', async ({ control, sandbox }) => {
    const set = await control.post('/clock', { set: '2026-02-01T00:00:00Z' })
    expect(set.body).toEqual({ now: '2026-02-01T00:00:00.000Z', frozen: true })
    expect((await control.post('/clock', { freeze: false })).body.frozen).toBe(false)
    expect((await control.post('/clock', { freeze: true })).body.frozen).toBe(true)
    expect(sandbox.clock.frozen).toBe(true)
  })

  const wrong: [body: object, code: string][] = [
    [{ set: '2025-01-01T00:00:00Z' }, 'clock_backwards'],
    [{ set: 'tomorrow' }, 'invalid_time'],
    [{ advance: 'a while' }, 'invalid_duration'],
    [{ advance: '-1d' }, 'invalid_duration'],
  ]
  test.for(wrong)('%j is 422 %s and moves nothing', async ([body, code], { control, sandbox }) => {
    const answer = await control.post('/clock', body)
    const message = expect.stringMatching(/./)
    const issues = [{ path: Object.keys(body)[0], message }]
    expect([answer.status, answer.body.error]).toEqual([422, { code, message, issues }])
    expect(sandbox.clock.now().toISOString()).toBe(start)
  })
})

describe('/_sandbox/snapshots', () => {
  test('are saved, listed, restored any number of times, and deleted', async ({
    client,
    sandbox,
    control,
  }) => {
    await client.charge()
    const { id } = (await control.post('/snapshots')).body
    await control.post('/clock', { advance: '1d' })
    const second = (await control.post('/snapshots')).body
    expect((await control.get('/snapshots')).body).toEqual({
      data: [
        { id, now: start },
        { id: second.id, now: '2026-01-16T09:00:00.000Z' },
      ],
    })
    for (const _ of [1, 2]) {
      await client.charge()
      expect((await control.post(`/snapshots/${id}/restore`)).body).toEqual({ now: start })
      expect(sandbox.charges.count()).toBe(1)
    }
    expect((await control.post('/reset')).body).toEqual({ now: start })
    expect(sandbox.charges.count()).toBe(0)
    expect((await control.delete(`/snapshots/${id}`)).status).toBe(200)
    const error = { message: `there is no snapshot ${id}: there are snap_2` }
    expect(await control.post(`/snapshots/${id}/restore`)).toMatchObject({ status: 404, body: { error } })
    expect((await control.post(`/snapshots/${second.id}/restore`)).status).toBe(200)
    expect(sandbox.charges.count()).toBe(1)
  })

  test('the newest thousand are kept', async ({ control }) => {
    for (let i = 0; i < 1001; i += 1) await control.post('/snapshots')
    const { data } = (await control.get('/snapshots')).body as { data: { id: string }[] }
    expect([data.length, data[0]?.id]).toEqual([1000, 'snap_2'])
  })
})

describe('/_sandbox/state', () => {
  test.for([
    ['every state that is given is taken back', 0],
    ['a state too large to be taken back is not given, and what keeps it is named', -1],
  ] as const)('%s', async ([, less], { client, sandbox, control }) => {
    await client.charge()
    const size = JSON.stringify(sandbox.snapshot()).length
    const usual = limits.controlBodyBytesMax
    onTestFinished(() => void Object.assign(limits, { controlBodyBytesMax: usual }))
    Object.assign(limits, { controlBodyBytesMax: size + less })
    const { status, body } = await control.get('/state')
    if (less === 0) expect((await control.put('/state', body)).status).toBe(200)
    else expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('--state <file>')])
  })

  test('GET, PUT, GET: the same bytes, into another sandbox as well', async ({ client, control }) => {
    await client.customer()
    await client.refund((await client.charge()).id, { amount: 500 })
    const { body } = await control.get('/state')
    const other = setUp()
    const theirs = makeControl(other.sandbox)
    expect((await theirs.put('/state', body)).body).toEqual({ now: start })
    expect((await theirs.get('/state')).body).toEqual(body)
    expect((await other.client.get('/charges')).body.total).toBe(1)
  })

  type Rows = Record<string, Record<string, unknown>[]>
  type State = Record<string, unknown> & { accounts: Rows; worlds: Record<string, Rows> }
  const charges = (state: State) => state.worlds['acct_sandbox/test']?.charges ?? []
  const edited = /it was changed after it was saved: a state cannot be edited; write a fixture/
  const broken: [name: string, mistake: (state: State) => unknown, message: RegExp][] = [
    ['another format', (state) => ({ ...state, format: 'other' }), /not a state of payment-sandbox/],
    ['another amount', (state) => Object.assign(charges(state)[0] ?? {}, { amount: 2001 }) && state, edited],
  ]
  test.for(broken)(
    'refuses %s with 422 and changes nothing',
    async ([_, mistake, message], { client, sandbox, control }) => {
      await client.refund((await client.charge()).id, { amount: 500 })
      await sandbox.clock.advance('1h')
      await client.charge()
      const before = stateOf(sandbox)
      const answer = await control.put('/state', mistake(JSON.parse(JSON.stringify(sandbox))))
      expect([answer.status, answer.body.error]).toEqual([
        422,
        {
          code: 'invalid_snapshot',
          message: expect.stringMatching(message),
          issues: expect.arrayContaining([
            { path: expect.any(String), message: expect.stringMatching(message) },
          ]),
        },
      ])
      expect(stateOf(sandbox)).toBe(before)
      expect((await client.get('/charges')).body.total).toBe(2)
    },
  )

  test('takes a state of many megabytes', async ({ client, control }) => {
    const metadata = { note: 'x'.repeat(14_000) }
    for (let i = 0; i < 100; i += 1) await client.post('/customers', { metadata })
    const { body } = await control.get('/state')
    expect(JSON.stringify(body).length).toBeGreaterThan(1024 * 1024)
    expect((await control.put('/state', body)).status).toBe(200)
  })
})

// Contract 4 and 6: POST /_sandbox/fixtures.

describe('POST /_sandbox/fixtures', () => {
  test('creates the records of a fixture and returns their ids by their names', async ({
    control,
    sandbox,
  }) => {
    const { status, body } = await control.post('/fixtures', {
      customers: [{ as: 'jo', email: 'jo@example.com', cards: [{ as: 'visa', number: '4242424242424242' }] }],
      charges: [{ as: 'order', amount: 50_000, currency: 'thb', customer: 'jo' }],
      accounts: [{ as: 'rival', charges: [{ as: 'theirs', amount: 60_000, currency: 'thb' }] }],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ids: {
        jo: sandbox.customers.last()?.id,
        visa: sandbox.cards.last()?.id,
        order: sandbox.charges.last()?.id,
        rival: sandbox.accounts[1]?.id,
        theirs: sandbox.accounts[1]?.test.charges.last()?.id,
      },
    })
  })

  test('accepts the name of a shipped fixture, with others', async ({ control, sandbox }) => {
    await control.post('/fixtures', { name: 'first-sale' })
    expect((await control.post('/fixtures', { name: 'saved-card' })).body).toEqual({
      ids: { somchai: sandbox.customers.last()?.id, visa: sandbox.cards.last()?.id },
    })
    expect(sandbox.charges.count()).toBe(1)
  })

  test('names those that were there already', async ({ control, sandbox }) => {
    const order = { as: 'order', amount: 50_000, currency: 'thb' }
    await control.post('/fixtures', { charges: [order] })
    const { body } = await control.post('/fixtures', { charges: [order, { ...order, as: 'next' }] })
    expect(body).toMatchObject({ ids: { order: expect.any(String) }, again: ['order'] })
    expect(sandbox.charges.count()).toBe(3)
  })

  test.for([
    ['a name', { name: 'saved-card' }],
    ['text', { yaml: 'customers: [{ email: jo@example.com }]' }],
    ['an object', { fixture: { customers: [{ email: 'jo@example.com' }] } }],
  ] as const)('empties the account first with reset: %s', async ([_, body], { control, sandbox }) => {
    await control.post('/fixtures', { name: 'busy-shop' })
    const answer = await control.post('/fixtures', { ...body, reset: true })
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['ids']])
    expect([sandbox.customers.count(), sandbox.charges.count()]).toEqual([1, 0])
  })

  test('creates them in the account and mode of the query', async ({ control, sandbox }) => {
    const other = sandbox.createAccount()
    await control.post(`/fixtures?account=${other.id}&livemode=true`, { name: 'first-sale' })
    expect([other.live.charges.count(), other.test.charges.count(), sandbox.charges.count()]).toEqual([
      1, 0, 0,
    ])
  })

  const tea = { amount: 5000, currency: 'thb' }
  const wrong: [what: string, body: unknown, path: string, message: RegExp][] = [
    [
      'an outcome that there is not',
      { charges: [tea, { ...tea, outcome: 'paid' }] },
      'charges[1].outcome',
      /list/,
    ],
    [
      'what the service refuses',
      { charges: [{ ...tea, refunds: [{ amount: 9000 }] }] },
      'charges[0].refunds[0]',
      /insufficient_refundable_amount/,
    ],
    ['a name that no fixture has', { name: 'saved-cart' }, '', /./],
    ['a path instead of a name', { name: '../package.json' }, 'name', /./],
    [
      'a reset that is no yes or no',
      { name: 'saved-card', reset: 'yes' },
      'reset',
      /^must be true or false$/,
    ],
    [
      'a fixture that is a text',
      { fixture: 'saved-card', reset: true },
      'fixture',
      /^must be a fixture, as an object$/,
    ],
    ['a reset within a fixture', { customers: [], reset: true }, 'reset', /is not known here/],
  ]
  test.for(wrong)(
    'answers 422 to %s, with its path, and changes nothing',
    async ([_, body, path, message], { control, sandbox }) => {
      const before = stateOf(sandbox)
      const answer = await control.post('/fixtures', body)
      const issues = [{ path, message: expect.stringMatching(message) }]
      expect([answer.status, answer.body.error]).toEqual([422, { message: expect.any(String), issues }])
      expect(stateOf(sandbox)).toBe(before)
    },
  )
})
