import { ControlError } from './errors'
import type { Surroundings } from './route'

/**
 * A web page must not drive somebody's sandbox (contract of the sandbox, section 4). A page elsewhere is told by its
 * `Origin`; one that has its own name lead to this machine (DNS rebinding) is told by the `Host` it asks for.
 */
export interface Caller {
  /** The `Host` header, or what the request's own address says. */
  readonly host: string
  readonly origin: string | undefined
}

/** Names that always mean the machine that asks. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** An address cannot be made to lead elsewhere, as a name can. */
const isAddress = (name: string): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(name)

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

const isOwn = (host: string, here: Surroundings): boolean => {
  const name = withoutPort(host)
  return loopback.has(name) || here.ownHosts().includes(host) || (here.everyAddress() && isAddress(name))
}

/** `null` for what is no address of a web page, such as the `null` of a sandboxed frame. */
const hostOf = (origin: string): string | null => /^https?:\/\/([^/?#@\s]+)$/.exec(origin)?.[1] ?? null

/** Refuses with 403. */
export const guard = (caller: Caller, here: Surroundings): void => {
  const host = caller.host.toLowerCase()
  if (!isOwn(host, here))
    throw new ControlError(
      403,
      `the control plane answers to its own address only (${here.ownHosts().join(', ')}, localhost), not to ${host.slice(0, 100)}: ask for one of these, or start with --base-url`,
    )
  if (caller.origin === undefined) return
  const origin = hostOf(caller.origin.toLowerCase())
  if (origin === null || !isOwn(origin, here))
    throw new ControlError(403, 'the control plane does not answer to pages of other sites')
}
