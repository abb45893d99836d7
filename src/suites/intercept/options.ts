import type { Sandbox } from 'payment-sandbox'
import { isObject } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { type NamedHosts, tryHosts } from '../../options/hosts'
import type { Receiver } from '../../sandbox/call'

/** @throws SandboxError `invalid_option` for anything but a sandbox */
export const receiverOf = (sandbox: Sandbox): Receiver => {
  if (isObject(sandbox) && isObject(sandbox.host)) return sandbox.host
  throw new SandboxError('invalid_option', 'sandbox: must be what createSandbox() returns')
}

/** Reads hosts, given as an option or as text. @throws SandboxError `invalid_option` */
export const readHosts = (given: unknown): NamedHosts => {
  const hosts = tryHosts(given)
  if (!('message' in hosts)) return hosts
  throw new SandboxError('invalid_option', `${['hosts', ...hosts.path].join('.')}: ${hosts.message}`)
}
