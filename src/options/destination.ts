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
  serverFor(hosts, target) ?? (siblingDomain(hosts, target.hostname) === null ? 'elsewhere' : 'nowhere')

/** Why a call goes nowhere, and the way out. */
export const unmappedText = (hosts: NamedHosts, { host, hostname }: URL): string =>
  `the call to ${host} was refused: the sandbox answers for ${[...hosts.api, ...hosts.vault].join(', ')}, ` +
  `and calls to other hosts under ${siblingDomain(hosts, hostname)} never leave this machine; ` +
  `add ${host} to the hosts of the sandbox if it should answer this call too`

/**
 * The domain of a mapped host that a name is under, also a name that no host can have, such as `-x.example.com`: whoever
 * looks it up asks for it all the same. `null` for other names.
 */
const siblingDomain = (hosts: NamedHosts, hostname: string): string | null => {
  const name = hostname.replace(/\.+$/, '')
  const domain = domainOf(name)
  const isUnder = (mapped: string): boolean =>
    domain === null ? `.${name}`.endsWith(`.${mapped}`) : domain === mapped
  return domainsOf(hosts).find(isUnder) ?? null
}

/**
 * Why a call to a name that is no part of a URL goes nowhere: it contains the domain of a mapped host, as
 * `api.example.com%eth0` does. `null` for other names.
 */
export const unreadableText = (hosts: NamedHosts, name: string): string | null => {
  const domain = domainsOf(hosts).find((mapped) => name.toLowerCase().includes(mapped))
  return domain === undefined
    ? null
    : `the call to ${JSON.stringify(name)} was refused: it is not the name of a host, and contains ${domain}`
}

/** `example.co.th` of `api.example.co.th`; `null` for addresses and names such as `localhost`. */
const domainOf = (name: string): string | null => getDomain(name, { allowPrivateDomains: true })

const domainsOf = (hosts: NamedHosts): readonly string[] =>
  namesOf(hosts)
    .map(domainOf)
    .filter((domain) => domain !== null)
