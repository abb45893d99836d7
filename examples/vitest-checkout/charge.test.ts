/** The shortest test: a sandbox, a test card, a charge. */
import { expect, test } from 'payment-sandbox/vitest'
import { charge } from './payments'

test('a card is charged', async ({ sandbox }) => {
  await expect(charge(sandbox, { amount: 100_000, card: sandbox.token().id })).toBeSuccessfulCharge()
})
