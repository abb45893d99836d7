import { describe, expect } from 'vitest'
import type { Charge } from '../../../../src/index'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Client } from '../../../support/client'
import { dispute, disputeThatIs, type Outcome, readDispute } from '../../../support/disputes'
import type { Params } from '../../../support/form'
import { clientWith, expectError, expectRefusal, setUp, test } from '../../../support/set-up'

describe('400', () => {
  const refused: [params: Params, message: string | RegExp][] = [
    [{ reason_code: 'spite' }, /^reason_code is not included in the list \(cancelled_recurring_transaction/],
    [{ message: ' ' }, "message can't be blank"],
    [{ metadata: 'x' }, 'metadata is invalid'],
  ]
  test.for(refused)('to open one with %j: %s', async ([params, message], { client, sandbox }) => {
    const { id } = await client.charge()
    const open = () => client.post(`/charges/${id}/disputes`, params, { as: 'json' })
    await expectRefusal(sandbox, open, 'bad_request', { message, fields: Object.keys(params) })
  })

  test.for([{ message: '' }, { metadata: 'x' }])('to answer one with %j', async (params, { client }) => {
    const { id } = await dispute(client)
    expectError(await client.patch(`/disputes/${id}`, params), 'bad_request', {
      message: /./,
      fields: Object.keys(params),
    })
    expect((await readDispute(client, id)).status).toBe('open')
  })

  test('to close one otherwise than won or lost', async ({ client }) => {
    const { id } = await dispute(client)
    expectError(await client.patch(`/disputes/${id}/close`, { status: 'open' }), 'bad_request', {
      message: 'status is not included in the list (won, lost)',
      fields: ['status'],
    })
  })

  const undisputable: [why: string, make: (client: Client) => Promise<Charge>][] = [
    ['it is authorized', (client) => client.authorized()],
    ['it is authorizing', (client) => client.charge({ authentication: '3DS' })],
    ['no card paid it', (client) => client.charge({ card: undefined, source: { type: 'promptpay' } })],
    [
      'it is voided',
      async (client) => {
        const charge = await client.charge()
        await client.refund(charge.id)
        return charge
      },
    ],
  ]
  test.each(undisputable)('a charge cannot be disputed when %s (2.2)', async (why, make) => {
    const { client, sandbox } = setUp()
    const { id } = await make(client)
    expectError(await client.post(`/charges/${id}/disputes`), 'invalid_dispute', {
      message: `charge cannot be disputed: ${why}`,
      charge_id: id,
    })
    expect(sandbox.disputes.count()).toBe(0)
  })
})

describe('404', () => {
  test('live keys cannot open or close one: only cardholders and banks do (1)', async ({ sandbox }) => {
    const client = clientWith(sandbox, sandbox.live.keys)
    const { id } = await client.charge()
    const message = 'this operation exists in test mode only: use a test key'
    expectError(await client.post(`/charges/${id}/disputes`), 'not_found', { message })
    expectError(await client.patch('/disputes/dspt_1/close'), 'not_found', { message })
    expectError(await client.get('/disputes/dspt_1'), 'dispute_not_found')
  })
})

describe('400 and 422: what the state does not allow (4.6)', () => {
  const answer: Params = { message: 'Too late' }
  const answered = 'dispute was already answered'
  type Row = [outcome: Outcome, path: string, params: Params, name: ErrorName, message?: string]
  const rows: Row[] = [
    ['pending', '', answer, 'invalid_dispute', answered],
    ['pending', '', { metadata: { a: '1' } }, 'invalid_dispute', answered],
    ['won', '', answer, 'dispute_closed'],
    ['lost', '', answer, 'dispute_closed'],
    ['accepted', '', answer, 'dispute_closed'],
    ['lapsed', '', answer, 'deadline_passed'],
    ['lapsed', '', { metadata: { a: '1' } }, 'deadline_passed'],
    ...(['won', 'lost', 'accepted', 'lapsed'] as const).flatMap((outcome) =>
      ['/accept', '/close'].map((path): Row => [outcome, path, {}, 'dispute_closed']),
    ),
  ]
  test.each(rows)('a dispute that is %s: PATCH %s %j is %s', async (outcome, path, params, name, message) => {
    const setup = setUp()
    const { id } = await disputeThatIs(setup, outcome)
    const patch = () => setup.client.patch(`/disputes/${id}${path}`, params)
    await expectRefusal(setup.sandbox, patch, name, message === undefined ? {} : { message })
  })
})
