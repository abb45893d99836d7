/** Contract 4 and 6: POST /_sandbox/fixtures. */
import { describe, expect } from 'vitest'
import { stateOf, test } from '../support/set-up'

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

  test('accepts the name of a shipped fixture, beside others', async ({ control, sandbox }) => {
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

  const wrong: [what: string, body: unknown, issues: object[]][] = [
    [
      'every mistake with its path',
      {
        charges: [
          { amount: 1, currency: 'thb' },
          { amount: 5000, currency: 'thb', outcome: 'paid' },
        ],
      },
      [{ path: 'charges[1].outcome', message: expect.stringContaining('is not included in the list') }],
    ],
    [
      'what the service refuses',
      { charges: [{ amount: 5000, currency: 'thb', refunds: [{ amount: 9000 }] }] },
      [{ path: 'charges[0].refunds[0]', message: expect.stringContaining('insufficient_refundable_amount') }],
    ],
    ['a name that no fixture has', { name: 'saved-cart' }, [{ path: '', message: expect.any(String) }]],
    [
      'a path instead of a name',
      { name: '../package.json' },
      [{ path: 'name', message: expect.any(String) }],
    ],
    [
      'a reset that is no yes or no',
      { name: 'saved-card', reset: 'yes' },
      [{ path: 'reset', message: 'must be true or false' }],
    ],
    [
      'a fixture that is a text',
      { fixture: 'saved-card', reset: true },
      [{ path: 'fixture', message: 'must be a fixture, as an object' }],
    ],
    [
      'a reset within a fixture',
      { customers: [], reset: true },
      [{ path: 'reset', message: expect.stringContaining('is not known here') }],
    ],
    ['a list instead of a fixture', [], [{ path: '', message: expect.any(String) }]],
  ]
  test.for(wrong)(
    'answers 422 with %s, and changes nothing',
    async ([_, body, issues], { control, sandbox }) => {
      const before = stateOf(sandbox)
      const answer = await control.post('/fixtures', body)
      expect([answer.status, answer.body.error]).toEqual([422, { message: expect.any(String), issues }])
      expect(stateOf(sandbox)).toBe(before)
    },
  )

  test('answers 422 to broken JSON', async ({ control }) => {
    expect((await control.post('/fixtures', '{')).status).toBe(422)
  })
})
