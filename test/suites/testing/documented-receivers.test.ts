/** Contract 16: a receiver written from the documentation of the real service accepts what an intercepting test sends. */
import { expect } from 'vitest'
import { createTest } from '../../../src/suites/testing/vitest'
import { receiverOf } from '../../support/documented-receivers'

createTest({ intercept: 'omise' })('the sandbox of a test', async ({ sandbox }) => {
  const statuses: number[] = []
  sandbox.webhooks.onDelivery(async (request) => {
    const received = { headers: request.headers, body: await request.text() }
    const status = receiverOf('omise', sandbox.webhooks.secret)(received)
    statuses.push(status)
    return status
  })
  const answer = await fetch('https://api.omise.co/charges', {
    method: 'POST',
    headers: { authorization: sandbox.authorization.secret },
    body: new URLSearchParams({ amount: '10000', currency: 'thb', card: sandbox.token().id }),
  })
  const charge = (await answer.json()) as { id: string; currency: string }
  expect(charge.currency).toBe('THB')
  await sandbox.trigger('charge.capture')
  await expect(sandbox).toHaveDelivered('charge.create', { id: charge.id })
  await expect(sandbox).toHaveDelivered('charge.capture')
  expect(new Set(statuses)).toEqual(new Set([200]))
})
