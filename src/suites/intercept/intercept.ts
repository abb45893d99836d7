/** payment-sandbox/intercept: calls of this process to the hosts of the service reach a sandbox, with unchanged clients. */
import type { Hosts, Sandbox } from 'payment-sandbox'
import { type InterceptedHosts, type Interception, interceptFor } from './interception'
import { receiverOf } from './options'

export type { InterceptedHosts, Interception }

/**
 * Sends calls of this process to these hosts to a sandbox, without a socket: by `fetch`, undici with any dispatcher,
 * `node:http`, `node:https` and `node:http2`, and so by axios, got, superagent, node-fetch and published clients too. No call
 * leaves the process: one that cannot be answered fails with the code `ERR_PAYMENT_SANDBOX_UNREACHABLE`.
 *
 * A call to another host under the same registrable domain fails with an error that names it, code
 * `ERR_PAYMENT_SANDBOX_UNMAPPED_HOST`, so that no test reaches the real service by accident.
 *
 * Several sandboxes can have the same hosts if each has its own keys, which tell the calls apart. A call with another key
 * fails with the code `ERR_PAYMENT_SANDBOX_UNKNOWN_KEY`.
 *
 * @example
 * const interception = intercept(sandbox, 'omise')
 *
 * @throws SandboxError `invalid_option`; `unsupported_runtime` outside of Node; `already_intercepted` if another sandbox with
 * the same keys has one of the hosts
 */
export const intercept = (sandbox: Sandbox, hosts: Hosts | InterceptedHosts): Interception => {
  return interceptFor(receiverOf(sandbox), hosts)
}
