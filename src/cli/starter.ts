import { fixtureSchemaPath } from '../fixtures/json-schema'

/** The files that `payment-sandbox init` writes into a project. */

export type Runner = 'vitest' | 'jest'

export const starterConfig = `# Options of payment-sandbox, which payment-sandbox docs options lists.
fixtures: [./fixtures/shop.yaml]
# webhook: http://127.0.0.1:3000/webhooks
`

export const starterFixture = `# yaml-language-server: $schema=../${fixtureSchemaPath}
customers:
  - { as: somchai, email: somchai@example.com, cards: ['4242424242424242'] }
charges:
  - { as: order, amount: 100000, currency: thb, customer: somchai, at: -1d }
`

const opening: { readonly [runner in Runner]: string } = {
  vitest: `import { createTest, expect } from 'payment-sandbox/vitest'

const test = createTest({ fixtures: ['./fixtures/shop.yaml'] })
`,
  jest: `const { useSandbox } = require('payment-sandbox/jest')

const sandbox = useSandbox({ fixtures: ['./fixtures/shop.yaml'] })
`,
}

/** One test, with calls by \`fetch\`: the project replaces them by its own code. */
export const starterTest = (runner: Runner): string => {
  const given = runner === 'vitest' ? '{ sandbox }' : ''
  return `${opening[runner]}
test('a card without funds is declined', async (${given}) => {
  // Replace this request by the code of your shop.
  const charge = sandbox.fetch('/charges', {
    method: 'POST',
    headers: { authorization: sandbox.authorization.secret },
    body: new URLSearchParams({
      amount: '100000',
      currency: 'thb',
      card: sandbox.token('insufficient_fund').id,
    }),
  })
  await expect(charge).toBeDeclinedWith('insufficient_fund')
})

test('the order of the fixture was paid with the saved card', (${given}) => {
  const paid = { status: 'successful', amount: 100000, card: { last_digits: '4242' } }
  expect(sandbox.named('order')).toMatchObject(paid)
})
`
}
