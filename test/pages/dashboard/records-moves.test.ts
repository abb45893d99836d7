/** Contract 10: a record has a button for each move that is possible now, and the move is made by one operation. */
import { describe, expect } from 'vitest'
import { isObject } from '../../../src/kernel/json'
import { slugsOf } from '../../../src/pages/dashboard/records/moves/table'
import { isPageKind } from '../../../src/sandbox/records/records'
import { machines } from '../../../src/service/resources/models'
import { makeControl } from '../../support/control'
import { readPage } from '../../support/dashboard'
import { openedDispute, recordStates } from '../../support/records'
import { type SetUp, setUp, stateOf, test } from '../../support/set-up'

/** The moment before a record exists, states that only time brings, and what the bank decides by its account number. */
const unreachable = [
  'charges new',
  'disputes new',
  'transfers new',
  'recipients new',
  'disputes lapsed',
  'schedules expiring',
  'schedules expired',
  'sources expired',
  'recipients verified',
  'recipients failed',
]

/** The moves that the operation names as possible. */
const possibleFor = async (setup: SetUp, kind: string, id: string): Promise<readonly string[]> => {
  const { status, body } = await makeControl(setup.sandbox).post(`/records/${kind}/${id}/dance`)
  expect(status).toBe(404)
  const message = messageOf(body)
  const [, names = ''] = /now: (.*)$/.exec(message) ?? expect.fail(message)
  return names === 'none' ? [] : names.split(', ')
}

/** What the refusal says; nothing for a success. */
const messageOf = ({ error }: { readonly error?: unknown }): string =>
  isObject(error) ? String(error.message) : ''

const movesOf = (kind: string) => (isPageKind(kind) ? slugsOf(kind) : [])

describe.each(recordStates)('$kind: $state', ({ kind, make, moves }) => {
  test(`can do exactly: ${moves.join(', ') || 'nothing'}`, async ({ setup }) => {
    const { id } = await make(setup)
    expect(await possibleFor(setup, kind, id)).toEqual(moves)
  })

  test('refuses each other move, with a message, and changes nothing', async ({ setup }) => {
    const { id } = await make(setup)
    const before = stateOf(setup.sandbox)
    for (const move of movesOf(kind).filter((one) => !moves.includes(one))) {
      const { status, body } = await makeControl(setup.sandbox).post(`/records/${kind}/${id}/${move}`)
      expect([status, messageOf(body)]).toEqual([
        409,
        expect.stringContaining(`${move} is not possible for ${id}`),
      ])
    }
    expect(stateOf(setup.sandbox)).toBe(before)
  })

  test.for(moves)('%s works with the values that its form begins with', async (move, { setup }) => {
    const { id } = await make(setup)
    const input = move === 'answer' ? { message: 'It was delivered.' } : {}
    const before = stateOf(setup.sandbox)
    const { status, body } = await makeControl(setup.sandbox).post(`/records/${kind}/${id}/${move}`, input)
    expect([status, messageOf(body)]).toEqual([200, ''])
    expect(stateOf(setup.sandbox)).not.toBe(before)
  })
})

test('reach every state of the machines whose records have moves', () => {
  const kinds = Object.keys(machines).filter((kind) => movesOf(kind).length > 0)
  const shown = recordStates.map(({ kind, state }) => `${kind} ${state}`)
  const missing = kinds.flatMap((kind) =>
    (machines[kind]?.states ?? [])
      .map((state) => `${kind} ${state}`)
      .filter((state) => !shown.includes(state) && !unreachable.includes(state)),
  )
  expect(missing).toEqual([])
})

describe('a move', () => {
  test('that is an operation of the API is a request in the journal', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    const { body } = await makeControl(sandbox).post(`/records/charges/${id}/refund`, { amount: 25_000 })
    expect(body).toMatchObject({ object: 'refund', amount: 25_000, charge: { id } })
    expect(sandbox.requests.last()).toMatchObject({
      method: 'POST',
      path: `/charges/${id}/refunds`,
      status: 200,
    })
  })

  test('passes on why the API refuses it, and changes nothing', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    const { status, body } = await makeControl(sandbox).post(`/records/charges/${id}/refund`, {
      amount: 200_000,
    })
    expect([status, messageOf(body)]).toEqual([422, expect.stringContaining('refundable balance of 100000')])
    expect(sandbox.refunds.count()).toBe(0)
  })

  test.for([
    ['charges', 'refund', { amount: 12.5 }, 'amount: must be a whole number of subunits'],
    ['charges', 'refund', { amount: -1 }, 'amount: must not be below 0'],
    ['charges', 'refund', { message: 'x' }, 'message: has no meaning for Refund'],
    ['charges', 'refund', { color: 'red' }, 'color: has no meaning here'],
    ['charges', 'open-dispute', { reason_code: 'mood' }, 'reason_code: must be one of cancelled'],
  ] as const)('of %s, %s, refuses %j: %s', async ([kind, move, input, message], { sandbox, client }) => {
    const { id } = await client.charge()
    const before = stateOf(sandbox)
    const answer = await makeControl(sandbox).post(`/records/${kind}/${id}/${move}`, input)
    expect([answer.status, messageOf(answer.body)]).toEqual([422, expect.stringContaining(message)])
    expect(stateOf(sandbox)).toBe(before)
  })

  test.for([
    ['/records/unicorns/a/pay', 'there are no unicorns'],
    ['/records/webhookSecrets/a/pay', 'there are no webhookSecrets'],
    ['/records/charges/chrg_test_none/pay', 'there is no chrg_test_none among the charges'],
  ] as const)('%s: %s', async ([path, message], { sandbox }) => {
    const { status, body } = await makeControl(sandbox).post(path)
    expect([status, messageOf(body)]).toEqual([404, message])
  })

  test('asks for a message where there must be one', async ({ setup }) => {
    const { id } = await openedDispute(setup)
    const { status, body } = await makeControl(setup.sandbox).post(`/records/disputes/${id}/answer`, {
      message: '',
    })
    expect([status, messageOf(body)]).toEqual([422, 'message: is required'])
  })

  test('takes a part of a pre-authorized charge only', async ({ client, control }) => {
    const whole = await client.charge({ capture: false })
    const part = await client.charge({ capture: false, authorization_type: 'pre_auth' })
    const refused = await control.post(`/records/charges/${whole.id}/capture`, { amount: 3000 })
    expect([refused.status, messageOf(refused.body)]).toEqual([422, 'amount: has no meaning for Capture'])
    const { body } = await control.post(`/records/charges/${part.id}/capture`, { amount: 3000 })
    expect(body).toMatchObject({ paid: true, captured_amount: 3000 })
  })

  test('that the payment method forbids is missing with a reason', async () => {
    const { sandbox, client } = setUp({ profile: 'omise' })
    const { id } = await client.charge()
    const { body } = await client.post('/charges', {
      amount: 5000,
      currency: 'thb',
      source: { type: 'promptpay' },
    })
    sandbox.simulate.payCharge(body.id)
    const reason = 'No refund: payments by PromptPay cannot be given back.'
    expect((await readPage(sandbox, `/records/charges/${body.id}`)).text).toContain(reason)
    expect((await readPage(sandbox, `/records/charges/${id}`)).text).not.toContain('No refund')
  })

  test('of live mode and of another account happens there', async ({ sandbox }) => {
    const account = sandbox.createAccount()
    const { id } = await account.live.trigger('source.create').then(({ data }) => data)
    const path = `/records/sources/${id}/pay?account=${account.id}&livemode=true`
    const { status, body } = await makeControl(sandbox).post(path)
    expect([status, body.charge_status]).toEqual([200, 'successful'])
  })

  test('resends an event once it has an address', async ({ sandbox }) => {
    const received: string[] = []
    sandbox.webhooks.onDelivery(({ headers }) => {
      received.push(headers.get('content-type') ?? '')
      return new Response()
    })
    const { id } = await sandbox.trigger('customer.create')
    await sandbox.webhooks.settle()
    const { status, body } = await makeControl(sandbox).post(`/records/events/${id}/resend`)
    expect([status, body.id, received.length]).toEqual([200, id, 2])
  })
})
