/** A payment sandbox for a team: each name in `skey_test_<name>` is its own account. */
import { createWorker, SandboxObject } from 'payment-sandbox/workers'

export { SandboxObject }
export default createWorker({
  // Its address: baseUrl: 'https://payment-sandbox.<team>.workers.dev', and more names in allowHosts.
  // Without them it answers only to localhost.
  // Options of createSandbox, for every account; for example: fixtures, country, require3ds, webhooks, now.
})
