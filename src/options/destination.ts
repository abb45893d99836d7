import { getDomain } from 'tldts'
import { type NamedHosts, type NamedServer, namesOf, serverFor } from './hosts'

/** Where a call goes: to a server of the sandbox, to the host that it names, or nowhere. */
export type Destination = NamedServer | 'elsewhere' | 'nowhere'

/** The code of the error for a host beside those of the sandbox. */
export const unmappedHost = 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST'

/**
 * The destination of a call, by its URL. Hosts beside a mapped one, under the same registrable domain, are the real
 * service: calls to them must never leave the machine.
 */
export const destinationOf = (hosts: NamedHosts, target: URL): Destination =>
  serverFor(hosts, target) ?? (domainsOf(hosts).includes(domainOf(target.hostname)) ? 'nowhere' : 'elsewhere')

/** Why a call goes nowhere, and the way out. */
export const unmappedText = (hosts: NamedHosts, { host, hostname }: URL): string =>
  `the call to ${host} was refused: the sandbox answers for ${[...hosts.api, ...hosts.vault].join(', ')}, ` +
  `and calls to other hosts under ${domainOf(hostname)} never leave this machine; ` +
  `add ${host} to the hosts of the sandbox if it should answer this call too`

/** `example.co.th` of `api.example.co.th`; `null` for addresses and names such as `localhost`. */
const domainOf = (name: string): string | null =>
  getDomain(name.replace(/\.$/, ''), { allowPrivateDomains: true })

const domainsOf = (hosts: NamedHosts): readonly (string | null)[] =>
  namesOf(hosts)
    .map(domainOf)
    .filter((domain) => domain !== null)
