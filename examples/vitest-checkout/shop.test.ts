import { createSandbox } from 'payment-sandbox'
import { expect, test } from 'vitest'
import { pay } from './shop'

const open = () => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', freeze: true })
  const service = { url: sandbox.url, secretKey: sandbox.keys.secret, fetch: sandbox.fetch }

  /** What the payer's browser does: card data goes to the vault, a token comes back. */
  const tokenFor = async (number: string): Promise<string> => {
    const card = { name: 'Somchai Prasert', number, expiration_month: 12, expiration_year: 2030 }
    const answer = await sandbox.fetch(`${sandbox.vaultUrl}/tokens`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.public, 'content-type': 'application/json' },
      body: JSON.stringify({ card }),
    })
    return (await answer.json()).id
  }
  return { sandbox, service, tokenFor }
}

test('an order is paid', async () => {
  const { sandbox, service, tokenFor } = open()

  await pay(service, { id: 'A-1', amount: 100_000, token: await tokenFor('4242424242424242') })

  expect(sandbox.charges.last()).toMatchObject({
    status: 'successful',
    net: 96_094,
    metadata: { order: 'A-1' },
  })
  expect(sandbox.events.list().map((event) => event.key)).toEqual(['charge.create', 'charge.complete'])
})

test('a payer without money is told so', async () => {
  const { service, tokenFor } = open()

  const payment = await pay(service, {
    id: 'A-2',
    amount: 100_000,
    token: await tokenFor('4111111111140011'),
  })

  expect(payment).toEqual({ refused: 'insufficient funds' })
})

test('an impatient payer pays once', async () => {
  const { sandbox, service, tokenFor } = open()
  const order = { id: 'A-3', amount: 100_000, token: await tokenFor('4242424242424242') }

  const [first, second] = await Promise.all([pay(service, order), pay(service, order)])

  expect(second).toEqual(first)
  expect(sandbox.charges.count()).toBe(1)
})
