/** Obstacles to a transfer: which parameter, under which code, and up to which amount (assumption `transfer-refusals`). */
import { describe, expect } from 'vitest'
import { transferFailureCodes } from '../../../../src/service/resources/transfer/model'
import type { Answer } from '../../../support/client'
import type { Params } from '../../../support/form'
import { actOn, balanceOf, createTransfer, readTransfer, rich, test } from '../../../support/payouts'
import { expectError, expectSuccess } from '../../../support/set-up'

const most = 96_094
const fee = 3000
const ofBalance = `amount must be less than or equal to balance (${most} can be transferred)`

const refuses = (answer: Answer<unknown>, field: string, code: string, message: string): void => {
  expectError(answer, 'invalid_transfer', { message })
  expect(answer.body).toMatchObject({ validation_errors: [{ field, code, message }] })
}

type Row = readonly [params: Params, field: string, code: string, message: string]

describe('the amount of a transfer', () => {
  test.for([fee + 1, most])('may be %i', async (amount, { client }) => {
    expect((await createTransfer(client, { amount })).net).toBe(amount - fee)
  })

  test.for<Row>([
    [{ amount: fee }, 'amount', 'too_small', `amount must be greater than ${fee}`],
    [{ amount: most + 1 }, 'amount', 'too_large', ofBalance],
    [{ amount: 100_000_000_001 }, 'amount', 'too_large', 'amount must be less than or equal to 100000000000'],
    [{ amount: 100_000_000_000 }, 'amount', 'too_large', ofBalance],
  ])('may not be %j', async ([params, field, code, message], { client, sandbox }) => {
    refuses(await client.post('/transfers', params), field, code, message)
    expect(await balanceOf(client)).toEqual([most, most])
    const { id } = await createTransfer(client, { amount: 5000 })
    expectError(await client.patch(`/transfers/${id}`, params), 'invalid_transfer', { message })
    expect([sandbox.transfers.count(), (await readTransfer(client, id)).amount]).toEqual([1, 5000])
  })

  test('may be left out where more than the fee can be transferred', async ({ client }) => {
    await createTransfer(client, { amount: most - fee })
    const message = `amount must be greater than ${fee}, and ${fee} can be transferred`
    refuses(await client.post('/transfers'), 'amount', 'too_small', message)
  })

  test('is not checked again if it stays the same, with no balance', async ({ client, sandbox }) => {
    const { id } = await createTransfer(client, { amount: 90_000 })
    await client.refund(sandbox.charges.last()?.id ?? '', { amount: 90_000 })
    const params = { amount: 90_000, metadata: { a: '1' } }
    const changed = expectSuccess(await client.patch(`/transfers/${id}`, params))
    expect(changed).toMatchObject({ ...params, sendable: false })
  })

  test('is sent when the balance is just enough', async ({ client }) => {
    const { id, sendable } = await createTransfer(client, { amount: most })
    expect([sendable, (await actOn(client, id, 'mark_as_sent')).sent]).toEqual([true, true])
  })
})

describe('the outcome of a transfer', () => {
  const sent = async () => {
    const setup = await rich()
    const { id } = await createTransfer(setup.client, { amount: 10_000 })
    await actOn(setup.client, id, 'mark_as_sent')
    return { ...setup, id }
  }
  const notListed = `failure_code is not included in the list (${transferFailureCodes.join(', ')})`
  const alone = 'success cannot be reported together with a change of amount or metadata'
  const blank = "success can't be blank when a failure is reported"

  test.each<Row>([
    [{ success: false }, 'failure_code', 'required', "failure_code can't be blank"],
    [{ success: false, failure_code: '' }, 'failure_code', 'required', "failure_code can't be blank"],
    [{ success: false, failure_code: 'x' }, 'failure_code', 'not_supported', notListed],
    [{ success: 'perhaps' }, 'success', 'invalid', 'success must be true or false'],
    [{ success: true, amount: 5000 }, 'success', 'invalid', alone],
    [{ success: true, metadata: { a: 1 } }, 'success', 'invalid', alone],
    [{ failure_code: 'transfer_failed' }, 'success', 'invalid', blank],
    [{ failure_message: 'no' }, 'success', 'invalid', blank],
  ])('may not be reported as %j', async (params, field, code, message) => {
    const { client, id } = await sent()
    refuses(await client.patch(`/transfers/${id}`, params, { as: 'json' }), field, code, message)
    expect(await readTransfer(client, id)).toMatchObject({ sent: true, paid: false, failure_code: null })
  })

  test.each([
    ['', 'the recipient is not verified, not active or deleted'],
    ['no such name', 'no such name'],
  ])('has its message, or the usual one: %j', async (failure_message, text) => {
    const { client, id } = await sent()
    const failure = { success: false, failure_code: 'invalid_recipient', failure_message }
    const failed = expectSuccess(await client.patch(`/transfers/${id}`, failure, { as: 'json' }))
    expect(failed).toMatchObject({ failure_code: 'invalid_recipient', failure_message: text })
  })
})
