/** Runs each example as a user would, as a process of its own, and looks at what it left in the sandbox. */
import { execFile, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../src/index'
import { signWebhook } from '../src/webhooks/signature'
import { cli, command } from './cli/command'

const examples = fileURLToPath(new URL('../examples/', import.meta.url))

interface Outcome {
  code: number | string
  stdout: string
  stderr: string
}

function run(file: string, settings: Record<string, string>): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...settings }
    execFile(process.execPath, [`${examples}${file}`], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

async function runningSandbox(): Promise<{ sandbox: Sandbox; settings: Record<string, string> }> {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox.close())
  const { url, vaultUrl } = await sandbox.listen({ port: 0 })
  const { public: publicKey, secret } = sandbox.keys
  return {
    sandbox,
    settings: {
      PAYMENT_SANDBOX_URL: url,
      PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
      PAYMENT_SANDBOX_PUBLIC_KEY: publicKey,
      PAYMENT_SANDBOX_SECRET_KEY: secret,
    },
  }
}

it('every example is run: here, or as a test of its own', () => {
  const isTest = (name: string): boolean => name.endsWith('.test.ts')
  const rest = readdirSync(examples).filter((folder) => !readdirSync(`${examples}${folder}`).some(isTest))
  expect(rest).toEqual(['curl', 'real-client', 'webhook-receiver'])
})

it('curl: lets an authorization lapse, goes back, captures, meets a fault, and sees what happened', async () => {
  const happened = ['customer.create', 'customer.update', 'charge.create', 'charge.update', 'refund.create']
  happened.push('charge.create', 'charge.complete')
  const session = `${examples}curl/session.sh`
  const args = ['exec', '--freeze', '--fixture', 'saved-card', '--', 'bash', session]
  const { code, stdout } = await command(args, { SANDBOX: `${process.execPath} ${cli}` }).ended
  expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: [
      'customer   somchai@example.com',
      'charge     pending',
      '8 days on  expired',
      'captured   successful',
      'refund     503',
      'again      200',
      ...happened.map((key) => `event      ${key}`),
    ],
  })
})

it('real-client: sells, refunds a part, is refused the rest, remembers a customer', async () => {
  const { sandbox, settings } = await runningSandbox()
  const { code, stdout, stderr } = await run('real-client/checkout.mjs', settings)

  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^token {5}tokn_test_\w+ {2}Visa ending in 4242$/),
    expect.stringMatching(/^charge {4}chrg_test_\w+ {2}1500\.00 THB successful$/),
    expect.stringMatching(/^refund {4}rfnd_test_\w+ {2}500\.00 THB closed$/),
    expect.stringMatching(/^retrieved chrg_test_\w+ {2}500\.00 THB of 1500\.00 THB refunded$/),
    expect.stringMatching(
      /^refused {3}insufficient_refundable_amount: amount is above the refundable balance of 100000/,
    ),
    expect.stringMatching(/^customer {2}cust_test_\w+ {2}somchai@example\.com, 1 card$/),
    expect.stringMatching(/^charge {4}chrg_test_\w+ {2}999\.00 THB successful, with the saved card$/),
    expect.stringMatching(/^charges {3}2 in all, the last one chrg_test_\w+$/),
  ])

  expect(sandbox.charges.count()).toBe(2)
  expect(sandbox.charges.last()).toMatchObject({ amount: 99900, customer: sandbox.customers.last()?.id })
  expect(sandbox.refunds.list()).toMatchObject([{ amount: 50000, status: 'closed' }])
  expect(sandbox.charges.list({ amount: 150000 })).toMatchObject([{ refunded_amount: 50000, paid: true }])
  expect(sandbox.customers.last()).toMatchObject({ email: 'somchai@example.com', cards: { total: 1 } })
  expect(sandbox.tokens.list()).toMatchObject([{ used: true }, { used: true }])
})

it('real-client: a key that the sandbox does not know ends with 1 and the reason', async () => {
  const { sandbox, settings } = await runningSandbox()
  const outcome = await run('real-client/checkout.mjs', {
    ...settings,
    PAYMENT_SANDBOX_SECRET_KEY: 'skey_test_wrong',
  })

  expect(outcome).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^checkout failed: authentication_failure: .+\n$/),
  })
  expect(sandbox.charges.count()).toBe(0)
})

it('real-client: without a sandbox it ends with 1 and says how to start one', async () => {
  const nobody = 'http://127.0.0.1:1'
  const outcome = await run('real-client/checkout.mjs', {
    PAYMENT_SANDBOX_URL: nobody,
    PAYMENT_SANDBOX_VAULT_URL: nobody,
  })

  expect(outcome.code).toBe(1)
  expect(outcome.stderr).toBe(
    'checkout failed: no sandbox at 127.0.0.1:1; start one with "npx payment-sandbox"\n',
  )
})

/** The address of its `/webhooks`, once it listens. */
async function runningReceiver(secret: string): Promise<string> {
  const env = { ...process.env, PORT: '0', PAYMENT_SANDBOX_WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, [`${examples}webhook-receiver/receiver.mjs`], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^webhooks on (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('the receiver ended before it listened')
}

it('webhook-receiver: handles every case of check-webhook, during a rotation too', async () => {
  const url = await runningReceiver('whsec_new,whsec_old')
  const handled = url.replace(/webhooks$/, 'handled')
  const secrets = ['--secret', 'whsec_new', '--old-secret', 'whsec_old']
  const { code, stdout, stderr } = await command(['check-webhook', url, ...secrets, '--handled', handled])
    .ended

  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ {2}21 of 21 handled; the slowest answer took /m)
  expect(code).toBe(0)
})

it('webhook-receiver: keeps the newest state of a charge, whatever comes last', async () => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox.close())
  const [secret] = sandbox.webhookSecrets.list().map((row) => row.secret)
  const url = await runningReceiver(secret ?? '')
  const form = (fields: Record<string, string>, authorization: string) => ({
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  })
  const card = { 'card[name]': 'Somchai Prasert', 'card[number]': '4242424242424242' }
  const expiry = { 'card[expiration_month]': '12', 'card[expiration_year]': '2090' }
  const token = await sandbox.fetch(
    `${sandbox.vaultUrl}/tokens`,
    form({ ...card, ...expiry }, sandbox.authorization.public),
  )
  const order = { amount: '150000', currency: 'thb', card: (await token.json()).id }
  const paid = await sandbox.fetch(`${sandbox.url}/charges`, form(order, sandbox.authorization.secret))
  const { id } = await paid.json()
  const refund = form({ amount: '50000' }, sandbox.authorization.secret)
  await sandbox.fetch(`${sandbox.url}/charges/${id}/refunds`, refund)

  for (const event of sandbox.events.list().toReversed()) {
    const body = JSON.stringify(event)
    const { headers } = signWebhook({ body, secret: secret ?? '' })
    const answer = await fetch(url, { method: 'POST', body, headers })
    expect(answer.status).toBe(204)
  }
  const known = await fetch(url.replace(/webhooks$/, `charges/${id}`))
  expect(await known.json()).toMatchObject({ status: 'successful', amount: 150_000 })
})
