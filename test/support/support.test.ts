import { describe, expect, test } from 'vitest'
import { makeClient } from './client'
import { encodeForm } from './form'
import { expectError, expectSuccess, makeSandbox } from './set-up'
import { textWithoutChance } from './traces'

describe('the helpers of tests', () => {
  test('the client makes tokens, charges, refunds and customers', async () => {
    const client = makeClient(makeSandbox())
    const charge = await client.charge({ metadata: { order: 'A-1', tags: ['a', 'b'] } })
    expect(charge).toMatchObject({ paid: true, metadata: { order: 'A-1', tags: ['a', 'b'] } })
    expect((await client.refund(charge.id, { amount: 100 })).charge.refunded_amount).toBe(100)
    expect((await client.authorized()).capturable).toBe(true)
    const customer = await client.customer()
    expect(customer.default_card).toBe((await client.cards(customer.id))[0]?.id)
    expectSuccess(await client.get('/charges', { expand: true, limit: 1 }))
    expectSuccess(await client.get('/events'))
  })

  test('a refusal is compared with the catalogue', async () => {
    const client = makeClient(makeSandbox())
    expectError(await client.get('/charges', {}, { key: 'none' }), 'authentication_failure')
    expectError(await client.get('/charges/x'), 'not_found', { message: 'charge x was not found' })
  })

  test('a form is written with brackets', () => {
    expect(encodeForm({ a: 1, b: { c: ['x y', true] }, d: undefined })).toBe('a=1&b[c][]=x%20y&b[c][]=true')
  })

  test('text without chance leaves out ids of requests and durations, and nothing else', () => {
    const id = '6f7319aa-0c1d-4e2f-8a3b-7319c0ffee00'
    const kept = { id: '7319', of: `${id}7319`, status: 7319 }
    expect(textWithoutChance([{ ...kept, requestId: id, durationMs: 0.7319, duration: 7319 }, id])).toBe(
      JSON.stringify([{ ...kept, requestId: null, durationMs: null, duration: null }, null]),
    )
  })
})
