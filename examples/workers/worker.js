/** A payment sandbox for a team: each name in `skey_test_<name>` is an account of its own. */
import { createWorker, SandboxObject } from 'payment-sandbox/workers'

export { SandboxObject }
export default createWorker({
  // Options of createSandbox, for every account; for example: fixtures, country, require3ds, webhooks, now.
})
