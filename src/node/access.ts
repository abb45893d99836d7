import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { newSecret } from '../kernel/digest'
import { addressName, answersTo, isLoopback, readHostName } from '../kernel/hosts'
import type { CheckedListenOptions } from '../options/config'
import { namesOf, noHosts } from '../options/hosts'
import type { Access } from '../service/http/entrance'

/** The addresses that the sandbox gives for its servers: `--base-url` and `--vault-url`, if given. */
interface Called {
  readonly url: string
  readonly vaultUrl: string
}

type Options = Pick<CheckedListenOptions, 'host' | 'proxyHost' | 'allowHosts' | 'controlToken'>

/**
 * Decides which requests the two servers of one `listen` accept (contract of the sandbox, sections 4 and 5). A foreign
 * web page can point its own host name to this machine (DNS rebinding); its requests have that name as their host.
 */
export class ServerAccess implements Access {
  readonly #called: Called
  readonly #own: Set<string>
  /** Host names of the real service, which clients of the proxy call. They never reach the control plane. */
  readonly #proxied: ReadonlySet<string>
  /** The last allowed `Host` header: most requests have the same one as the request before. */
  #last: string | null = null
  #onEveryAddress = false
  controlToken: string | null

  constructor(called: Called, { host, proxyHost, allowHosts, controlToken }: Options) {
    this.#called = called
    this.#own = new Set(allowHosts)
    if (host !== undefined) this.#own.add(addressName(host.toLowerCase()))
    this.#proxied = new Set(namesOf(proxyHost ?? noHosts))
    this.controlToken = controlToken ?? null
  }

  /** On other addresses than loopback the control plane requires a token: other machines can reach it. */
  listensOn({ address }: AddressInfo): void {
    const name = addressName(address)
    this.#own.add(name)
    this.#onEveryAddress ||= name === '0.0.0.0' || name === '[::]'
    if (!isLoopback(name)) this.controlToken ??= newSecret()
  }

  allows(host: string, plane: 'service' | 'control'): boolean {
    if (host === this.#last) return true
    const name = readHostName(host)
    if (name === null) return false
    if (!this.#isOwn(name)) return plane === 'service' && this.#proxied.has(name)
    this.#last = host
    return true
  }

  #isOwn(name: string): boolean {
    const { url, vaultUrl } = this.#called
    return answersTo(name, this.#own, [url, vaultUrl]) || (this.#onEveryAddress && machineNames().has(name))
  }
}

/** Read at each call, since a laptop changes its networks. */
const machineNames = (): ReadonlySet<string> => {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return new Set([hostname().toLowerCase(), ...addresses.map(({ address }) => addressName(address))])
}
