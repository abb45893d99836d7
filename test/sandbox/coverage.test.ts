/** What was exercised, and what was not: counted as it happens, apart from the state. */
import { describe, expect } from 'vitest'
import { type Coverage, createSandbox, type Sandbox } from '../../src/index'
import { errors } from '../spec/errors'
import { events } from '../spec/events'
import { makeClient } from '../support/client'
import { dispute } from '../support/disputes'
import { goodAccount, goodRecipient } from '../support/payouts'
import { expectSuccess, makeSandbox, plainSandbox, setUp, stateOf, test } from '../support/set-up'

const countOf = (coverage: Coverage, area: keyof Coverage, name: string): number | undefined =>
  coverage[area].rows.find((row) => row.name === name)?.count

/** Every name of an area that was exercised. */
const seen = (sandbox: Sandbox, area: keyof Coverage): readonly string[] =>
  sandbox
    .coverage()
    [area].rows.filter(({ count }) => count > 0)
    .map(({ name }) => name)

const areas = ['operations', 'errors', 'events', 'transitions', 'testCards'] as const

describe('sandbox.coverage()', () => {
  test('a fresh sandbox has exercised nothing, even with fixtures in its options', () => {
    const sandbox = makeSandbox({ fixtures: ['first-sale'] })
    expect(sandbox.charges.count()).toBeGreaterThan(0)
    for (const area of areas) expect(seen(sandbox, area)).toEqual([])
  })

  test('names each operation, error, event, transition and card once', () => {
    const sandbox = makeSandbox()
    const { catalogue } = sandbox
    const coverage = sandbox.coverage()
    expect(coverage.operations.total).toBe(catalogue.operations.length)
    expect(coverage.events.total).toBe(catalogue.eventKeys.length)
    expect(coverage.transitions.total).toBe(catalogue.transitions.length)
    expect(coverage.testCards.total).toBe(catalogue.testCards.length)
    for (const area of areas) {
      const names = coverage[area].rows.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(coverage[area]).toMatchObject({ covered: 0, total: names.length })
    }
  })

  test('counts requests, including refused ones', async ({ sandbox, client }) => {
    await client.charge()
    const { id } = await client.authorized()
    await client.post(`/charges/${id}/capture`)
    await client.post(`/charges/${id}/capture`)
    const { id: card } = await client.token('4111111111140011')
    await client.post('/charges', { amount: 10_000, currency: 'thb', card })
    const coverage = sandbox.coverage()
    expect(countOf(coverage, 'operations', 'POST /charges')).toBe(3)
    expect(countOf(coverage, 'operations', 'POST /charges/:id/capture')).toBe(2)
    expect(seen(sandbox, 'errors')).toEqual(['402 insufficient_fund', '422 invalid_charge'])
    expect(seen(sandbox, 'events')).toEqual(['charge.create', 'charge.complete', 'charge.update'])
    expect(seen(sandbox, 'transitions')).toEqual([
      'charge: new -> paid',
      'charge: new -> authorized',
      'charge: new -> failed',
      'charge: authorized -> paid',
    ])
    expect(countOf(coverage, 'testCards', '4242424242424242 pays')).toBe(2)
    expect(countOf(coverage, 'testCards', '4111111111140011 insufficient_fund')).toBe(1)
    expect(coverage.testCards.covered).toBe(2)
  })

  test('two transitions within one request both count, and a refused request has no transition', async () => {
    const { sandbox, client } = setUp()
    const source = { type: 'promptpay' }
    await client.post('/charges', { amount: 10_000, currency: 'thb', source })
    sandbox.simulate.payCharge(sandbox.charges.last()?.id ?? '')
    await client.post('/charges', { amount: 1, currency: 'thb', source })
    expect(seen(sandbox, 'transitions')).toEqual([
      'charge: new -> awaiting_payment',
      'charge: awaiting_payment -> paid',
      'source: pending -> successful',
    ])
  })

  test('jobs of the clock, live mode and every account count', async ({ sandbox, client }) => {
    await dispute(client)
    await sandbox.clock.advance('15d')
    await makeClient(sandbox, sandbox.live).token('4111111111130012')
    await makeClient(sandbox, sandbox.createAccount()).token('4111111111130012')
    expect(seen(sandbox, 'transitions')).toContain('dispute: open -> lapsed')
    expect(countOf(sandbox.coverage(), 'testCards', '4111111111130012 stolen_or_lost_card')).toBe(2)
  })

  test('an unknown path, a wrong key and an injected answer count as errors', async ({ sandbox, client }) => {
    await client.get('/nowhere')
    await client.get('/balance', {}, { key: 'none' })
    sandbox.faults.add({ path: '/balance', respond: { status: 429 } })
    await client.get('/balance')
    const codes = ['401 authentication_failure', '404 not_found', '429 too_many_requests']
    expect(seen(sandbox, 'errors')).toEqual(codes)
    expect(countOf(sandbox.coverage(), 'operations', 'GET /balance')).toBe(2)
  })

  test('is not part of the state: it survives a reset and a restore, and changes no snapshot', async () => {
    const { sandbox, client } = setUp()
    const before = sandbox.snapshot()
    await client.charge()
    sandbox.restore(before)
    expect(countOf(sandbox.coverage(), 'operations', 'POST /charges')).toBe(1)
    sandbox.reset()
    const state = stateOf(sandbox)
    expect(countOf(sandbox.coverage(), 'events', 'charge.create')).toBe(1)
    expect(sandbox.coverage('text')).toMatch(/Operations/)
    expect(stateOf(sandbox)).toBe(state)
  })

  test('starts from zero when it is cleared, and belongs to one sandbox', async ({ sandbox, client }) => {
    const other = makeSandbox()
    await client.charge()
    expect(seen(other, 'operations')).toEqual([])
    sandbox.clearCoverage()
    for (const area of areas) expect(seen(sandbox, area)).toEqual([])
  })

  test('as text: a line for each area, then the names of the missing ones', async ({ sandbox, client }) => {
    await client.charge()
    const text = sandbox.coverage('text')
    const { operations } = sandbox.coverage()
    expect(text).toContain(`Operations      2 of ${operations.total}`)
    expect(text).toContain('Operations not exercised:\n  GET /account\n')
    expect(text).not.toContain('  POST /charges\n')
    for (const title of ['Errors', 'Events', 'Transitions', 'Test cards'])
      expect(text).toContain(`${title} not exercised:`)
  })

  test('as HTML: a page that loads nothing and runs nothing', async ({ sandbox, client }) => {
    await client.charge()
    const html = sandbox.coverage('html')
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).not.toMatch(/<script|<link|<img|src=|url\(|https?:/)
    expect(html).toContain('<td>charge: authorized -&gt; paid</td><td class="number soft">never</td>')
    expect(html).toContain('<td>POST /charges</td><td class="number soft">1 ×</td>')
    expect(new TextEncoder().encode(html).length).toBeLessThan(60_000)
  })
})

// The catalogue is what the code itself goes by, and what it promises happens.

const { catalogue } = plainSandbox()

describe('sandbox.catalogue', () => {
  test('is the same frozen value for every sandbox, and survives JSON', () => {
    expect(createSandbox().catalogue).toBe(catalogue)
    expect(Object.isFrozen(catalogue.testCards[0])).toBe(true)
    expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  })

  test('has every kind of event and every error of the specification', () => {
    expect([...catalogue.eventKeys].sort()).toEqual(events.map(({ key }) => key).sort())
    const codes = catalogue.errorCodes.map(({ status, code }) => `${status} ${code}`)
    for (const { status, code } of errors) expect(codes).toContain(`${status} ${code}`)
  })

  test.for(catalogue.testCards.filter(({ step }) => step === null || step === 'charge'))(
    'a charge of $number ends as it says: $outcome',
    async ({ number, brand, outcome }, { client, sandbox }) => {
      const { id: card } = await client.token(number)
      await client.post('/charges', { amount: 10_000, currency: 'thb', card })
      expect(sandbox.charges.last()).toMatchObject({ failure_code: outcome, card: { brand } })
    },
  )

  const endings = catalogue.magicValues.filter((magic) => magic.in === 'bank_account[number]')
  test.for(endings)('$value: $effect', async ({ value, effect }, { client, sandbox }) => {
    await client.charge({ amount: 100_000 })
    const bank_account = { ...goodAccount, number: value.replace('…', '123456') }
    const { id } = expectSuccess(await client.post('/recipients', { ...goodRecipient, bank_account }))
    await client.post(`/recipients/${id}/verify`)
    const { id: transfer } = (await client.post('/transfers', { recipient: id, amount: 5_000 })).body
    if (transfer !== undefined) {
      await client.post(`/transfers/${transfer}/mark_as_sent`)
      await client.post(`/transfers/${transfer}/mark_as_paid`)
    }
    const shown = [sandbox.recipients.get(id)?.failure_code, sandbox.transfers.last()?.failure_code]
    expect(shown).toContain(effect.split(' ').at(-1))
  })

  const asked = catalogue.magicValues.filter((magic) => magic.effect.startsWith('its payment fails with'))
  test.for(asked)('$in = $value: $effect', async ({ value }, { client, sandbox }) => {
    const { id: card } = await client.token()
    const metadata = { sandbox_fail: value }
    await client.post('/charges', { amount: 10_000, currency: 'thb', card, metadata })
    expect(sandbox.charges.last()?.failure_code).toBe(value)
  })

  test('has every method of simulate, with the states that allow it', async ({ client, sandbox }) => {
    const { actions, transitions } = catalogue
    expect(actions.map(({ name }) => name)).toEqual(Object.keys(sandbox.simulate))
    const plain = actions.flatMap(({ name, argument }) => (argument === null ? [] : [[name, argument]]))
    expect(plain).toEqual([['decideDispute', 'outcome']])
    const states = new Set(
      transitions.flatMap(({ resource, from, to }) => [`${resource} ${from}`, `${resource} ${to}`]),
    )
    const from = actions.flatMap(({ on, from }) => from.map((state) => `${on} ${state}`))
    // A link and a session have no machine: each is open, or over.
    const others = new Set(from.filter((state) => !states.has(state)))
    expect(others).toEqual(new Set(['link open', 'session open']))
    const { id } = await client.charge()
    expect(() => sandbox.simulate.payCharge(id)).toThrow(/successful/)
  })

  test('no magic value has two rows at one place', () => {
    const rows = catalogue.magicValues.map((magic) => `${magic.in} ${magic.value}`)
    expect(rows.filter((row, i) => rows.indexOf(row) !== i)).toEqual([])
  })

  test('every magic value is tried here, or is refused as the table of errors says', () => {
    const rest = catalogue.magicValues.filter((magic) => !endings.includes(magic) && !asked.includes(magic))
    const known = catalogue.errorCodes.map(({ status, code }) => `${status} ${code}`)
    for (const { in: where, effect } of rest)
      if (where.startsWith('metadata')) expect(known).toContain(effect.split(': ')[1])
      else expect(where).toBe('header Sandbox-Fault')
  })
})
