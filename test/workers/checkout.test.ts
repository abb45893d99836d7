/** A hosted checkout in a worker: its payer has no key, and the account is not awake all the time. */
import { expect, test } from 'vitest'
import type { CheckoutSession } from '../../src/index'
import { inOmise, order } from '../support/checkout'
import { makeClient } from '../support/client'
import { expectSuccess } from '../support/set-up'
import { teamOfFile } from './team'

const team = teamOfFile({ ...inOmise, allowPrivateWebhooks: true }, { isOpen: true })

test('is paid by a payer without a key, over an eviction, and is over for a second tab', async () => {
  const client = makeClient(team().account('checkout'))
  const made = await client.post<CheckoutSession>('/api/sessions', order, { as: 'json' })
  const { id, redirect_url } = expectSuccess(made)
  expect(redirect_url).toBe(`${team().url}/a/checkout/checkout/${id}`)
  const send = async (address: string, body: Record<string, string>) => {
    const headers = { accept: 'text/html' }
    const given = { method: 'POST', headers, body: new URLSearchParams(body), redirect: 'manual' } as const
    return fetch(address, given)
  }
  const asked = await send(redirect_url, { test_card: 'three_d_secure' })
  await team().evict('checkout')
  const confirmed = await send(asked.headers.get('location') ?? '', { result: 'success' })
  const back = await fetch(confirmed.headers.get('location') ?? '', { redirect: 'manual' })
  expect(back.headers.get('location')).toMatch(/^https:\/\/shop\.example\/.*&chargeId=chrg_test_/)
  const second = await send(redirect_url, { test_card: 'successful' })
  expect(await second.text()).toContain('This payment is complete')
  const { body } = await client.get<CheckoutSession>(`/api/sessions/${id}`)
  expect(body).toMatchObject({ status: 'completed', payments: [{ status: 'successful' }] })
})
