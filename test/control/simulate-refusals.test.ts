/** Contract 3 and 6: actions that are refused, by the library and over HTTP. */
import { describe, expect } from 'vitest'
import { makeControl } from '../support/control'
import { setUp, test } from '../support/set-up'

describe('refusals', () => {
  test('an unknown id is 404; a state that forbids the action has the status of its error', async () => {
    const { client, sandbox } = setUp()
    const control = makeControl(sandbox)
    const { id } = await client.charge()
    const unknown = await control.post('/simulate/pay-charge', { charge: 'chrg_test_none' })
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { error: { code: 'not_found', message: 'charge chrg_test_none was not found' } },
    ])
    const paid = await control.post('/simulate/pay-charge', { charge: id })
    expect([paid.status, paid.body]).toEqual([
      422,
      {
        error: {
          code: 'invalid_charge',
          message: expect.stringMatching(/./),
          issues: [{ path: 'charge', message: expect.stringMatching(/./) }],
        },
      },
    ])
  })

  const bad: [action: string, body: object, message: RegExp][] = [
    ['pay-charge', {}, /^charge: must be an id$/],
    ['pay-charge', { charge: '' }, /^charge: must be an id$/],
    ['pay-charge', { charge: 'x', source: 'y' }, /^source: has no meaning here$/],
    [
      'fail-charge',
      { charge: 'x', failure_code: 'bad_luck' },
      /^failure_code: must be one of insufficient_fund, /,
    ],
    ['decide-dispute', { dispute: 'x', outcome: 'draw' }, /^outcome: must be one of won, lost$/],
    ['pay-link', { link: 'x', card: { number: 4242 } }, /^card.number: must be a text of digits$/],
    ['pay-checkout', { session: 'x', method: 7 }, /^method: must be card or the type of a source$/],
    ['fail-checkout', { session: 'x', failure_code: 'no' }, /^failure_code: must be one of insuff/],
    ['pay-link', { link: 'x', amount: 1.5 }, /^amount: must be an integer of subunits$/],
  ]
  test.each(bad)('%s %j is 422', async (action, body, message) => {
    const answer = await makeControl(setUp().sandbox).post(`/simulate/${action}`, body)
    expect([answer.status, answer.body.error]).toMatchObject([
      422,
      { message: expect.stringMatching(message) },
    ])
  })

  test('an unknown action is 404 and names the known ones', async () => {
    const { body } = await makeControl(setUp().sandbox).post('/simulate/pay-everyone', {})
    expect(JSON.stringify(body)).toContain('/_sandbox/simulate/pay-charge')
  })

  test('the library names the option as it is spelt there', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    const failureCode = 'bad_luck' as 'timeout'
    expect(() => sandbox.simulate.failCharge(id, { failureCode })).toThrow(
      /^failureCode: must be one of insufficient_fund/,
    )
  })
})
