/** A payment sandbox for a team: each name in `skey_test_<name>` is an account of its own. */
import { createWorker, SandboxObject } from 'payment-sandbox/workers'

export { SandboxObject }
export default createWorker({
  // Where it is reached: baseUrl: 'https://payment-sandbox.<team>.workers.dev', and further names in allowHosts.
  // Until one of them is here, it answers to localhost only.
  // Options of createSandbox, for every account; for example: fixtures, country, require3ds, webhooks, now.
})
