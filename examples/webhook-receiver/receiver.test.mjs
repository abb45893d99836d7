/** Starts the receiver on a free port, during a rotation of its secret, and sends it the hard cases. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'

test('the receiver handles every hard case', async () => {
  const env = { ...process.env, PORT: '0', PAYMENT_SANDBOX_WEBHOOK_SECRET: 'whsec_new,whsec_old' }
  const receiver = spawn(process.execPath, ['receiver.mjs'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = await once(createInterface({ input: receiver.stdout }), 'line')
    const url = line.replace('webhooks on ', '')
    const secrets = ['--secret', 'whsec_new', '--old-secret', 'whsec_old']
    const handled = ['--handled', url.replace(/webhooks$/, 'handled')]
    const command = ['payment-sandbox', 'check-webhook', url, ...secrets, ...handled]
    console.log(execFileSync('npx', command, { encoding: 'utf8' })) // throws when a case fails
  } finally {
    receiver.kill()
  }
})
