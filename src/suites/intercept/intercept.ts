/** payment-sandbox/intercept: calls of this process to the hosts of the service reach a sandbox, client code unchanged. */
import type { Hosts, Sandbox } from 'payment-sandbox'
import { receiverOf } from './given'
import { type InterceptedHosts, type Interception, interceptFor } from './interception'

export type { InterceptedHosts, Interception }

/**
 * Lets calls of this process to these hosts reach a sandbox, without a socket: those by `fetch`, undici with any dispatcher,
 * `node:http`, `node:https` and `node:http2`, so those of axios, got, superagent, node-fetch and published clients too. A
 * call that cannot be answered fails with the code `ERR_PAYMENT_SANDBOX_UNREACHABLE`: none leaves the process.
 *
 * A call to another host under the same registrable domain fails with an error that names it, code
 * `ERR_PAYMENT_SANDBOX_UNMAPPED_HOST`: no test may reach the real service by accident.
 *
 * Several sandboxes may have the same hosts where each has keys of its own, by which the calls are told apart. A call with
 * another key fails with the code `ERR_PAYMENT_SANDBOX_UNKNOWN_KEY`.
 *
 * @example
 * const interception = intercept(sandbox, 'omise')
 *
 * @throws SandboxError `invalid_option`; `unsupported_runtime` outside of Node; `already_intercepted` for a host
 * of an interception that has not been stopped, of a sandbox with the same keys
 */
export const intercept = (sandbox: Sandbox, hosts: Hosts | InterceptedHosts): Interception => {
  return interceptFor(receiverOf(sandbox), hosts)
}
