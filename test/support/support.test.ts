import { describe, expect, test } from 'vitest'
import { makeClient } from './client'
import { encodeForm } from './form'
import { expectError, makeSandbox } from './set-up'
import { textWithoutChance } from './traces'

describe('the helpers of tests', () => {
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
