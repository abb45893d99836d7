/** Matchers of a sandbox, an account and a mode (contract 9.4): when they pass, and what a failure says. */
import { describe, expect } from 'vitest'
import { clientWith, setUp, test } from '../../support/set-up'
import { failureOf, textOf } from './matchers'

describe('toHaveCharged', () => {
  test('passes when one successful charge fits, on a sandbox, an account and a mode', async () => {
    const { sandbox, client } = setUp()
    await client.charge({ amount: 50_000 })
    const { id } = await client.charge({ amount: 100_000, metadata: { order: 'A-1' } })
    for (const subject of [sandbox, sandbox.accounts[0], sandbox.accounts[0]?.test]) {
      expect(subject).toHaveCharged()
      expect(subject).toHaveCharged({ amount: 100_000, metadata: { order: 'A-1' } })
      expect(subject).toHaveCharged({ id, amount: expect.any(Number) })
      expect(subject).not.toHaveCharged({ amount: 1 })
    }
    expect(sandbox.live).not.toHaveCharged()
    await clientWith(sandbox, sandbox.live.keys).charge({ amount: 70_000 })
    expect(sandbox.live).toHaveCharged({ amount: 70_000 })
  })

  test('lists the charges, nearest first, with the reasons', async ({ sandbox, client }) => {
    await client.charge({ amount: 20_000, currency: 'usd', metadata: { order: 'B-7' } })
    await client.post('/charges', {
      amount: 100_000,
      currency: 'thb',
      card: sandbox.token('insufficient_fund').id,
      metadata: { order: 'A-1' },
    })
    await client.charge({ amount: 90_000, metadata: { order: 'A-1' } })
    const wanted = { amount: 100_000, currency: 'thb', metadata: { order: 'A-1' } } as const
    expect(await textOf(() => expect(sandbox).toHaveCharged(wanted))).toBe(
      [
        "expected a successful charge with { amount: 100000, currency: 'thb', metadata: { order: 'A-1' } }",
        '',
        'none of 3 charges matches, nearest first:',
        '  chrg_1 (THB 900.00, successful): amount is 90000, not 100000',
        '  chrg_2 (THB 1,000.00, failed): it is failed, insufficient_fund: insufficient funds',
        "  chrg_3 (USD 200.00, successful): amount is 20000, not 100000; currency is 'usd', not 'thb'; metadata.order is 'B-7', not 'A-1'",
      ].join('\n'),
    )
  })

  test('lists at most five', async ({ sandbox, client }) => {
    for (let amount = 3000; amount < 3007; amount += 1) await client.charge({ amount })
    const text = await failureOf(() => expect(sandbox).toHaveCharged({ amount: 4000 }))
    expect(text).toContain('none of 7 charges matches')
    expect(text.split('\n').slice(3)).toHaveLength(6)
    const amounts = [...text.matchAll(/amount is (\d+), not 4000/g)].map(([, amount]) => amount)
    expect([amounts, text.slice(-10)]).toEqual([['3006', '3005', '3004', '3003', '3002'], 'and 2 more'])
  })

  test('without a charge lists the requests and their answers', async ({ sandbox, client }) => {
    expect(await failureOf(() => expect(sandbox).toHaveCharged())).toBe(
      'expected a successful charge\n\nthere is no charge\nno request was made',
    )
    await client.post('/charges', { amount: 100_000, currency: 'thb', card: 'tokn_test_none' })
    expect(await failureOf(() => expect(sandbox).toHaveCharged({ amount: 100_000 }))).toMatch(
      /there is no charge\nthe requests were:\n {2}POST \/charges 404 not_found: token tokn_test_none was not found$/,
    )
  })

  test('under .not names the charge that fits', async ({ sandbox, client }) => {
    await client.charge({ amount: 100_000 })
    expect(await textOf(() => expect(sandbox).not.toHaveCharged({ amount: 100_000 }))).toBe(
      'expected no successful charge with { amount: 100000 }, but there is chrg_1 (THB 1,000.00, successful)',
    )
  })

  test.each([[undefined], [{}], ['sandbox']])('takes no %o, also under .not', async (received) => {
    const text = 'this matcher takes a sandbox, an account or a mode (sandbox.live), and not'
    expect(await failureOf(() => expect(received).toHaveCharged())).toContain(text)
    expect(await failureOf(() => expect(received).not.toHaveCharged())).toContain(text)
  })
})

describe('toHaveRefunded', () => {
  test('passes when a refund fits, its charge as an id or as fields', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    await client.post(`/charges/${id}/refunds`, { amount: 30_000 })
    expect(sandbox).toHaveRefunded({ amount: 30_000, charge: id })
    expect(sandbox).toHaveRefunded({ charge: { amount: 100_000 } })
    expect(sandbox).not.toHaveRefunded({ amount: 40_000 })
  })

  test('names the refund that there is, and why it does not fit', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    expect(await failureOf(() => expect(sandbox).toHaveRefunded())).toContain(
      'there is no refund\nthe requests',
    )
    await client.post(`/charges/${id}/refunds`, { amount: 30_000 })
    const text = await textOf(() => expect(sandbox).toHaveRefunded({ amount: 50_000, charge: 'chrg_test_2' }))
    expect(text).toContain('there is 1 refund, which does not fit:')
    expect(text).toMatch(
      / {2}rfnd_1 \(THB 300.00 of chrg_2\): charge is 'chrg_2', not 'chrg_1'|amount is 30000/,
    )
    expect(await textOf(() => expect(sandbox).not.toHaveRefunded())).toBe(
      'expected no refund, but there is rfnd_1 (THB 300.00 of chrg_1)',
    )
  })
})

describe('toHaveEmitted', () => {
  test('passes for an event of this key, or pattern, whose data fits', async ({ sandbox, client }) => {
    await client.charge({ amount: 100_000 })
    expect(sandbox).toHaveEmitted('charge.complete')
    expect(sandbox).toHaveEmitted('charge.*', { object: 'charge', amount: 100_000 })
    expect(sandbox).not.toHaveEmitted('charge.complete', { amount: 1 })
    expect(sandbox).not.toHaveEmitted('refund.create')
  })

  test('says why the data of the nearest does not fit', async ({ sandbox, client }) => {
    await client.charge({ amount: 100_000 })
    expect(await textOf(() => expect(sandbox).toHaveEmitted('charge.complete', { amount: 90_000 }))).toBe(
      [
        'expected an event charge.complete with { amount: 90000 }',
        '',
        'there is 1 event, which does not fit:',
        '  charge.complete of chrg_1: amount is 100000, not 90000',
      ].join('\n'),
    )
    expect(await textOf(() => expect(sandbox).not.toHaveEmitted('charge.complete'))).toBe(
      'expected no event charge.complete, but there is charge.complete of chrg_1',
    )
  })

  test('lists the events that there were, those with a similar key first', async ({ sandbox, client }) => {
    expect(await failureOf(() => expect(sandbox).toHaveEmitted('charge.update'))).toContain(
      'no event was recorded\nno request was made',
    )
    await client.post('/customers')
    await client.charge()
    await client.charge()
    expect(await failureOf(() => expect(sandbox).toHaveEmitted('charge.update'))).toContain(
      'charge.update is not among 5 events, nearest first:\n  charge.create 2 times, charge.complete 2 times, customer.create',
    )
  })
})

describe('toHaveDelivered', () => {
  test('waits for the deliveries and passes when one was answered 2xx', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(async () => {
      await null
      return 204
    })
    await client.charge({ amount: 100_000 })
    await expect(sandbox).toHaveDelivered('charge.complete', { amount: 100_000 })
    await expect(sandbox.accounts[0]).toHaveDelivered('charge.*')
    await expect(sandbox).not.toHaveDelivered('refund.create')
  })

  test('says what the receiver answered, and when the next attempt is', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 500)
    await client.charge({ amount: 100_000 })
    expect(
      await textOf(() => expect(sandbox).toHaveDelivered('charge.complete', { amount: 90_000 })),
    ).toMatch(
      /there is 1 delivery, which does not fit:\n {2}charge.complete of chrg_1 to \S+: attempt 1 was answered 500; the next one is at 2026-01-15T\S+: sandbox.clock.set\(…\); amount is 100000, not 90000$/,
    )
  })

  test('says what the receiver threw', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => {
      throw new Error('no such order')
    })
    await client.charge()
    expect(await textOf(() => expect(sandbox).toHaveDelivered('charge.complete'))).toContain(
      'attempt 1 was answered 500 (no such order); the next one is at',
    )
  })

  test('says when there was no endpoint, and when there was no such event', async ({ sandbox, client }) => {
    await client.charge()
    expect(await failureOf(() => expect(sandbox).toHaveDelivered('charge.complete'))).toMatch(
      /1 event charge.complete, and none was delivered:\n {2}events have no endpoint: give the option/,
    )
    expect(await failureOf(() => expect(sandbox).toHaveDelivered('charge.update'))).toContain(
      'charge.update is not among 2 events',
    )
  })

  test('under .not names the delivery, and refuses what is no sandbox', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 200)
    await client.charge()
    expect(await textOf(() => expect(sandbox).not.toHaveDelivered('charge.complete'))).toMatch(
      /^expected no delivered webhook charge.complete, but there is charge.complete of chrg_1 to /,
    )
    expect(await failureOf(() => expect({}).not.toHaveDelivered('charge.complete'))).toContain(
      'takes a sandbox',
    )
  })
})

describe('toHaveBalance', () => {
  test('compares the amounts that are given', async ({ sandbox, client }) => {
    expect(sandbox).toHaveBalance({ total: 0, transferable: 0 })
    await client.charge({ amount: 100_000 })
    expect(sandbox).toHaveBalance({ total: 96_094 })
    expect(sandbox.accounts[0]).toHaveBalance({ transferable: expect.any(Number) })
    expect(sandbox).not.toHaveBalance({ total: 100_000 })
    expect(sandbox.createAccount()).toHaveBalance({ total: 0 })
  })

  test('says the difference and the last transactions', async ({ sandbox, client }) => {
    expect(await failureOf(() => expect(sandbox).toHaveBalance({ total: 1 }))).toContain(
      'there is no transaction',
    )
    await client.charge({ amount: 100_000 })
    expect(await textOf(() => expect(sandbox).toHaveBalance({ total: 100_000, transferable: 96_094 }))).toBe(
      [
        'expected another balance',
        '  total is 96094 (THB 960.94), not 100000: 3906 less',
        'the last transactions:',
        '  +96094 charge.captured.net of chrg_1',
      ].join('\n'),
    )
    expect(await failureOf(() => expect(sandbox).not.toHaveBalance({ total: 96_094 }))).toBe(
      'expected another balance than { total: 96094 }',
    )
  })

  test.for([[{}], [{ sum: 1 }], [undefined]])('takes no %o, also under .not', async (wanted, { sandbox }) => {
    const text = 'toHaveBalance takes { total?, transferable? } in subunits'
    expect(await failureOf(() => expect(sandbox).toHaveBalance(wanted as object))).toContain(text)
    expect(await failureOf(() => expect(sandbox).not.toHaveBalance(wanted as object))).toContain(text)
  })
})

describe('toHaveMadeRequests', () => {
  test('passes for exactly these requests in this order, `*` for any part of a path', async () => {
    const { sandbox, client } = setUp()
    expect(sandbox).toHaveMadeRequests([])
    const { id } = await client.charge()
    await client.post(`/charges/${id}/refunds`, { amount: 3000 })
    expect(sandbox).toHaveMadeRequests(['POST /tokens', 'POST /charges', 'POST /charges/*/refunds'])
    expect(sandbox).toHaveMadeRequests(['POST /tokens', 'POST /charges', `POST /charges/${id}/refunds`])
    expect(sandbox).not.toHaveMadeRequests(['POST /charges', 'POST /tokens', 'POST /charges/*/refunds'])
    expect(sandbox.createAccount()).toHaveMadeRequests([])
  })

  test('shows what is missing and what is too much', async ({ sandbox, client }) => {
    await client.get('/balance')
    await client.charge()
    await client.get('/charges/chrg_test_none')
    const wanted = ['POST /tokens', 'POST /charges', 'POST /charges/*/capture']
    expect(await failureOf(() => expect(sandbox).toHaveMadeRequests(wanted))).toBe(
      [
        'expected other requests (- expected and not made, + made and not expected):',
        '  + GET /balance 200',
        '    POST /tokens 200',
        '    POST /charges 200',
        '  + GET /charges/chrg_test_none 404 not_found',
        '  - POST /charges/*/capture',
      ].join('\n'),
    )
  })

  test('under .not repeats the list, and refuses what is none', async ({ sandbox, client }) => {
    await client.get('/balance')
    expect(await failureOf(() => expect(sandbox).not.toHaveMadeRequests(['GET /balance']))).toBe(
      'expected other requests than exactly these: GET /balance',
    )
    const text = "toHaveMadeRequests takes a list such as ['POST /tokens'"
    expect(await failureOf(() => expect(sandbox).not.toHaveMadeRequests(['/balance']))).toContain(text)
    expect(await failureOf(() => expect(sandbox).not.toHaveMadeRequests('x' as never))).toContain(text)
  })
})
