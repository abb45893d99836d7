/** The options of a worker, which are those of every account of it. */
import { expect, test } from 'vitest'
import { createWorker } from '../../src/workers/workers'

test.each([
  [{ accounts: 'auto' }, /^accounts: has no meaning here, since each account has keys of its name/],
  [{ secretKey: 'skey_test_mine' }, /^secretKey: has no meaning here/],
  [{ vaultUrl: 'https://vault.example' }, /^vaultUrl: has no meaning here/],
  [{ allowHosts: 'sandbox' }, /^allowHosts: must be a list of names such as sandbox$/],
  [{ allowHosts: ['https://pay.example'] }, /^allowHosts.0: must be a name or an address without a port/],
  [{ allowHost: ['pay.example'] }, /^allowHost: is not an option; did you mean allowHosts\?/],
  [{ idleDays: 0 }, /^idleDays: must be at least 1$/],
  [{ idleDays: 1.5 }, /^idleDays: must be a whole number of days$/],
  [{ idleDays: '30' }, /^idleDays: must be a whole number of days$/],
  [{ idleDays: 36_501 }, /^idleDays: must be at most 36500$/],
  [{ allowPrivateWebhooks: 1 }, /^allowPrivateWebhooks: must be true or false$/],
  [
    { webhook: 'http://localhost:3000/webhooks' },
    /^webhook: must not be localhost or .* allowPrivateWebhooks: true$/,
  ],
  [
    { webhooks: { endpoints: ['https://a.example', 'http://[::1]'] } },
    /^webhooks.endpoints: must not be localhost/,
  ],
  [{ rateLimit: 0 }, /^rateLimit: must be at least 1/],
])('%j is refused when the module is loaded', (options, message) => {
  expect(() => createWorker(options as object)).toThrow(message)
})
