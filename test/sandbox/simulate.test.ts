/** What the outside world does, by the library (contract 3): one account, one mode, one moment. */
import { describe, expect } from 'vitest'
import { makeControl } from '../support/control'
import { clientWith, setUp, test } from '../support/set-up'

describe('simulate', () => {
  test('returns the record as the API shows it, frozen, and equal to a later read', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.charge({ source: { type: 'promptpay' }, card: '' })
    const paid = sandbox.simulate.payCharge(id)
    expect(paid).toEqual((await client.get(`/charges/${id}`)).body)
    expect(paid).toEqual(sandbox.charges.get(id))
    expect(Object.isFrozen(paid)).toBe(true)
  })

  test('a charge that waits for 3-D Secure is paid or authorized, as its `capture` says', async () => {
    const { client, sandbox } = setUp()
    const waiting = await client.charge({ authentication: '3DS', capture: false })
    expect(sandbox.simulate.payCharge(waiting.id)).toMatchObject({ status: 'pending', authorized: true })
  })

  test('due jobs run first', async () => {
    const { client, sandbox } = setUp({ freeze: false })
    const { id } = await client.authorized()
    await sandbox.clock.advance('8d')
    expect(() => sandbox.simulate.expireCharge(id)).toThrow(expect.objectContaining({ code: 'refused' }))
  })

  test('changes its own account only', async ({ client, sandbox }) => {
    const other = sandbox.createAccount()
    const { id } = await client.charge({ source: { type: 'promptpay' }, card: '' })
    expect(() => other.simulate.payCharge(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => sandbox.live.simulate.payCharge(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    const control = makeControl(sandbox)
    expect((await control.post(`/simulate/pay-charge?account=${other.id}`, { charge: id })).status).toBe(404)
    const mine = await control.post(`/simulate/pay-charge?account=${sandbox.accounts[0]?.id}`, { charge: id })
    expect(mine.status).toBe(200)
    const theirs = await clientWith(sandbox, other.keys).charge({ source: { type: 'promptpay' }, card: '' })
    const paid = await control.post(`/simulate/pay-charge?account=${other.id}`, { charge: theirs.id })
    expect(paid.body.status).toBe('successful')
  })

  test('an unknown account or mode is refused', async () => {
    const control = makeControl(setUp().sandbox)
    const nobody = await control.post('/simulate/pay-charge?account=acct_nobody', { charge: 'x' })
    expect([nobody.status, nobody.body]).toEqual([
      404,
      { error: { message: expect.stringContaining('there is no account acct_nobody') } },
    ])
    const maybe = await control.post('/simulate/pay-charge?livemode=maybe', { charge: 'x' })
    expect([maybe.status, maybe.body.error]).toMatchObject([422, { issues: [{ path: 'livemode' }] }])
  })
})
