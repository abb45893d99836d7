/**
 * The project of a user who installed the package, file by file. Text and not real files: the checkout's own
 * compiler would resolve `payment-sandbox` to the checkout itself.
 */

/** What both kinds of modules have to compile to the same types. */
const typedUse = `
import { type Charge, createSandbox, type Sandbox } from 'payment-sandbox'
import { type ExploreReport, explore } from 'payment-sandbox/explore'
import { factories } from 'payment-sandbox/factories'
import { type Interception, intercept } from 'payment-sandbox/intercept'
import { verifyWebhook, WebhookError, type WebhookEvent } from 'payment-sandbox/webhooks'

export function receive(body: string, headers: Headers): string {
  try {
    const event: WebhookEvent = verifyWebhook({ body, headers, secret: ['new', 'old'], toleranceSeconds: 60 })
    switch (event.key) {
      case 'charge.complete': {
        const paid: boolean = event.data.paid
        return event.data.id + paid
      }
      case 'charge.dispute.create':
        // @ts-expect-error a dispute is not paid
        return event.data.paid
      default:
        return event.id
    }
  } catch (error) {
    if (error instanceof WebhookError && error.code === 'timestamp_too_old') return error.message
    throw error
  }
}

export function unit(): string[] {
  const { charge, event, webhook } = factories({ seed: 'shop', now: '2026-01-15T09:00:00Z' })
  const declined: Charge = charge.declined('insufficient_fund', { metadata: { order: 7 }, card: { brand: 'JCB' } })
  const paid: boolean = event('charge.complete', { data: { amount: 5_000 } }).data.paid
  const request: Request = webhook('refund.create', { secret: 'whsec', overrides: { data: { amount: 500 } } })
  // @ts-expect-error a charge has no such field
  charge({ amountInBaht: 5 })
  return [declined.id, String(paid), request.url]
}

export async function explored(): Promise<string> {
  const report: ExploreReport = await explore({
    flow: async ({ sandbox, scenario }) => sandbox.charges.last()?.id ?? scenario,
    books: ({ result }) => [{ charge: result, paid: true }],
    kinds: ['answer-lost', 'twice'],
    once: 'metadata.order',
  })
  // @ts-expect-error a kind that does not exist is a mistake
  await explore({ flow: () => 1, kinds: ['lots'] })
  const texts: string[] = [report.text(), report.html(), report.markdown()]
  return report.findings.map(({ rule, story }) => rule + story.length).join() + texts.join()
}

export async function checkout(): Promise<void> {
  const sandbox: Sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', randomSeed: 'any' })
  for (const event of sandbox.events.list()) {
    if (event.key === 'charge.complete') event.data.amount.toFixed()
    // @ts-expect-error a refund is not captured
    if (event.key === 'refund.create') event.data.captured
  }
  const response: Response = await sandbox.fetch(new Request(sandbox.url + '/charges'))
  const server = await sandbox.listen({ port: 0 })
  const addresses: string[] = [sandbox.url, sandbox.vaultUrl, server.url, server.vaultUrl, server.dashboardUrl]
  const keys: string[] = [sandbox.keys.public, sandbox.keys.secret, sandbox.authorization.secret]

  const charge = sandbox.charges.get('chrg_test_1')
  if (charge) {
    const amount: number = charge.amount
    const refunded: number = charge.refunded_amount
    const paid: boolean = charge.paid
    // @ts-expect-error records have no fields that the service does not have
    charge.amountInBaht
    if (paid) sandbox.refunds.list().map((refund) => refund.id.toUpperCase() + (amount - refunded))
  }
  // @ts-expect-error there may be no last customer
  sandbox.customers.last().id
  const count: number = sandbox.tokens.count() + sandbox.cards.count() + sandbox.events.count()
  const kinds: string[] = sandbox.transactions.list().map((transaction) => transaction.id)
  // @ts-expect-error an option that does not exist is a mistake
  createSandbox({ colour: 'red' })

  const interception: Interception = intercept(sandbox, 'omise')
  interception.stop()
  await sandbox.clock.advance('15d')
  await server.close()
  await sandbox.close()
  return void [response, addresses, keys, count, kinds]
}
`

function typeScriptProject(module: string, moduleResolution: string): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module,
      moduleResolution,
      // Nothing but the package and the platform: its types must be complete, also without Node's.
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['consumer.ts', 'consumer.cts'],
  })
}

export const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'shop', version: '1.0.0', private: true }),
  'checkout.test.js': `
const { createSandbox } = require('payment-sandbox')
const { signWebhook, verifyWebhook } = require('payment-sandbox/webhooks')
test('a webhook, as text and as bytes', () => {
  const body = JSON.stringify({ id: 'evnt_test_1', key: 'charge.create', data: {} })
  const secret = 'whsec_sample'
  const signed = new Headers(signWebhook({ body, secret }).headers)
  expect(verifyWebhook({ body, headers: signed, secret })).toEqual(JSON.parse(body))
  const { headers } = signWebhook({ body: Buffer.from(body), secret })
  expect(verifyWebhook({ body: Buffer.from(body), headers, secret }).id).toBe('evnt_test_1')
  expect(verifyWebhook({ body: new TextEncoder().encode(body).buffer, headers, secret }).id).toBe('evnt_test_1')
})
test('a record without a server', () => {
  const { charge } = require('payment-sandbox/factories')
  expect(charge.declined().failure_code).toBe('insufficient_fund')
})
test('an exploration hears of a rejection that is left behind, though Jest copies process', async () => {
  const { explore } = require('payment-sandbox/explore')
  const forget = async ({ sandbox }) => {
    void Promise.reject(new Error('forgotten'))
    await sandbox.fetch(sandbox.url + '/account', { headers: { authorization: sandbox.authorization.secret } })
  }
  await expect(explore({ flow: forget })).rejects.toThrow(/left unhandled.*forgotten/)
})
test('a sale, listed over a real socket', async () => {
  const sandbox = createSandbox()
  const server = await sandbox.listen({ port: 0 })
  const headers = { authorization: sandbox.authorization.secret }
  const body = new URLSearchParams({ amount: '150000', currency: 'thb', card: sandbox.token().id })
  const answer = await sandbox.fetch(new Request(sandbox.url + '/charges', { method: 'POST', headers, body }))
  const { id } = await answer.json()
  expect(sandbox.charges.get(id)).toMatchObject({ amount: 150000, status: 'successful' })
  const listed = await fetch(server.url + '/charges', { headers })
  expect(await listed.json()).toMatchObject({ object: 'list', total: 1, data: [{ id }] })
  await sandbox.close()
})
`,
  'consumer.ts': typedUse,
  'consumer.cts': typedUse,
  'tsconfig.node16.json': typeScriptProject('node16', 'node16'),
  'tsconfig.bundler.json': typeScriptProject('esnext', 'bundler'),
}
