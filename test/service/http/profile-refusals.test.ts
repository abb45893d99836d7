/** Contract 5.1: what is refused, and how, and which list receipts are, by profile. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { open } from '../../support/open'
import { document } from '../../support/openapi'

const row = (overrides: NonNullable<SandboxOptions['overrides']>) => open({ overrides })

describe('refunds, receiptList, refundError, amountError', () => {
  test('receiptList: list in spec; the OpenAPI document names both', async () => {
    expect((await open({}).ask('GET', '/receipts')).body.object).toBe('list')
    const { ReceiptList } = document.components.schemas as Record<string, { properties: { object: object } }>
    expect(ReceiptList?.properties.object).toMatchObject({ enum: ['list', 'receipt_list'] })
  })

  test('refundError: failed_refund is 400, whatever the obstacle to the refund', async () => {
    const { charge, ask } = row({ refundError: 'failed_refund' })
    const { id } = (await charge({ capture: false })).body
    const refuse = async (params?: object) => {
      const { status, body } = await ask('POST', `/charges/${id}/refunds`, params)
      expect([status, body.code, body.charge_id]).toEqual([400, 'failed_refund', id])
      return body.message
    }
    expect(await refuse()).toBe('charge cannot be refunded')
    await ask('POST', `/charges/${id}/capture`)
    expect(await refuse({ amount: 10_001 })).toMatch(/above the refundable balance of 10000/)
    expect((await ask('POST', `/charges/${id}/refunds`)).status).toBe(200)
    expect(await refuse()).toBe('charge was already refunded in full')
    expect((await ask('POST', '/charges/chrg_test_none/refunds')).body.code).toBe('not_found')
  })

  test('refunds: by-method refuses refunds that the payment method lacks, with the error of refundError', async () => {
    const { ask } = open({ profile: 'omise' })
    const source = { type: 'promptpay' }
    const { id } = (await ask('POST', '/charges', { amount: 10_000, currency: 'thb', source })).body
    expect((await ask('POST', `/charges/${id}/mark_as_paid`)).body).toMatchObject({ refundable: false })
    const { status, body } = await ask('POST', `/charges/${id}/refunds`, { amount: 10_000 })
    const message = 'the payment method has no refunds'
    expect([status, body.code, body.message]).toEqual([400, 'failed_refund', message])
  })

  test('amountError: invalid_amount where the amount is missing, whatever else is wrong', async () => {
    for (const [options, code] of [
      [{ overrides: { amountError: 'invalid_amount' } }, 'invalid_amount'],
      [{ profile: 'omise' }, 'invalid_amount'],
      [{}, 'invalid_charge'],
    ] as const)
      for (const amount of [undefined, null, '']) {
        const { status, body } = await open(options).charge({ amount })
        expect([status, body.code, body.message]).toEqual([400, code, 'amount is not a number'])
      }
    const { charge } = row({ amountError: 'invalid_amount' })
    expect((await charge({ amount: undefined, currency: undefined })).body.code).toBe('invalid_amount')
    expect((await charge({ amount: undefined, currency: 'xyz' })).body.code).toBe('invalid_amount')
    expect((await charge({ amount: 'many' })).body.code).toBe('invalid_charge')
    expect((await charge({ amount: 1 })).body.code).toBe('invalid_charge')
    expect((await charge({ amount: 0 })).body.code).toBe('invalid_amount')
  })
})
