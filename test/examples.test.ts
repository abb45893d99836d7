/** Runs each example as a user would, as a process of its own, and looks at what it left in the sandbox. */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../src/index'

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
  expect(rest).toEqual(['real-client'])
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
