/** Contract 23: ends that only the provider causes. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../../src/index'
import { methods, takesCard } from '../../../../src/service/simulation/methods'
import { open } from '../../../support/open'
import { paramsOf } from '../../../support/payment-methods'

const omise = { profile: 'omise' } as const

const waitingBy = async (options: SandboxOptions, type: string) => {
  const { sandbox, ask, token } = open(options)
  const { amount, currency, ...source } = paramsOf(type)
  const params = { amount, currency, source, return_uri: 'https://shop.example' }
  const card = takesCard(type) ? await token() : undefined
  const { id } = (await ask('POST', '/charges', { ...params, card })).body
  return { sandbox, ask, id, keys: () => sandbox.events.list().map(({ key }) => key) }
}

describe('unfinished: fails', () => {
  test.each(methods.map(({ type }) => type))('%s: how it ends by the clock alone', async (type) => {
    const isAtBank = /^(internet|mobile)_banking_/.test(type)
    const { sandbox, id, keys } = await waitingBy(omise, type)
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)).toMatchObject(
      isAtBank
        ? { status: 'failed', failure_code: 'timeout', failure_message: 'Timeout', expired: false }
        : { status: 'expired', failure_code: null, expired: true },
    )
    expect(keys()).toEqual(['charge.create', isAtBank ? 'charge.complete' : 'charge.expire'])
    const { source } = sandbox.charges.get(id) ?? {}
    expect(source?.charge_status).toBe(isAtBank ? 'failed' : 'expired')
  })

  test('in spec the page of a bank expires', async () => {
    const { sandbox, id } = await waitingBy({}, 'internet_banking_bay')
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)).toMatchObject({ status: 'expired', failure_code: null })
  })

  test('the bank gives up at expires_at, also at a time that the charge chose', async () => {
    const { sandbox, ask } = open(omise)
    const source = { type: 'mobile_banking_kbank' }
    const order = { amount: 10_000, currency: 'thb', source, return_uri: 'https://shop.example' }
    const soon = (await ask('POST', '/charges', { ...order, expires_at: '2026-01-15T09:05:00Z' })).body.id
    const usual = (await ask('POST', '/charges', order)).body.id
    await sandbox.clock.advance('5m')
    expect([soon, usual].map((id) => sandbox.charges.get(id)?.status)).toEqual(['failed', 'pending'])
    await sandbox.clock.advance('5m')
    expect(sandbox.charges.get(usual)?.failure_code).toBe('timeout')
  })

  test('a merchant who expires it ends it as before', async () => {
    const { ask, id } = await waitingBy(omise, 'internet_banking_bay')
    expect((await ask('POST', `/charges/${id}/expire`)).body).toMatchObject({ status: 'expired' })
  })

  test('what was paid in time stays paid', async () => {
    const { sandbox, id } = await waitingBy(omise, 'mobile_banking_ktb')
    sandbox.simulate.payCharge(id)
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)).toMatchObject({ status: 'successful', failure_code: null })
  })

  test('3-D Secure expires', async () => {
    const { sandbox, charge } = open(omise)
    const { id } = (await charge({ authentication: '3DS' })).body
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)).toMatchObject({ status: 'expired', failure_code: null })
  })
})

describe('simulate.timeOut', () => {
  test.each([
    ['spec', 'timeout', ['charge.complete', 'source.failed']],
    ['omise', 'Timeout', ['charge.complete']],
  ] as const)('in %s a charge fails with timeout at once', async (profile, message, events) => {
    for (const type of ['internet_banking_bay', 'promptpay']) {
      const { sandbox, id, keys } = await waitingBy({ profile }, type)
      const before = sandbox.events.count()
      const failed = { status: 'failed', failure_code: 'timeout', failure_message: message }
      expect(sandbox.simulate.timeOut(id)).toMatchObject(failed)
      expect(keys().slice(before)).toEqual(events)
      expect(() => sandbox.simulate.timeOut(id)).toThrow(/only pending charges can time out/)
    }
  })

  test('works for 3-D Secure and passkeys', async () => {
    const { sandbox, charge } = open(omise)
    for (const authentication of ['3DS', 'PASSKEY']) {
      const { id } = (await charge({ authentication })).body
      expect(sandbox.simulate.timeOut(id)).toMatchObject({ status: 'failed', failure_code: 'timeout' })
    }
  })
})
