import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { Resolver, lookup as systemLookupAll } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import { join } from 'node:path'
import { isPublicAddress } from '../kernel/hosts'
import { privateName } from '../service/webhooks/network'

/** The timeout of a name server, which is asked twice. */
const timeoutMs = 1000

const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })

const hostsFile =
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts'

/**
 * Looks up the name of a receiver without the system's resolver where that could hang: it blocks a thread of Node
 * until a name server answers, and the process cannot end before its threads. The system is asked only for names
 * that the name server does not know (names of a local network, search domains).
 */
export const lookupName: LookupFunction = (name, options, callback) => {
  if (isLocal(name)) {
    systemLookup(name, options, callback)
    return
  }
  addressesOf(name, options).then(
    (addresses) => {
      const [first] = addresses
      if (first === undefined) callback(notFound(name), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, ''),
  )
}

/** Looks up a name too, and gives its addresses in the internet only. */
export const lookupPublicName: LookupFunction = (name, options, callback) =>
  lookupName(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '')
    const addresses = Array.isArray(found) ? found.filter(({ address }) => isPublicAddress(address)) : []
    const [first] = addresses
    if (first === undefined)
      callback(Object.assign(new Error(`${name} leads to a private address`), { code: privateName }), '')
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

/** Every system resolves these names without a name server. */
const isLocal = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

const addressesOf = async (name: string, options: LookupOptions): Promise<LookupAddress[]> => {
  const wants = ({ family }: LookupAddress): boolean => !options.family || Number(options.family) === family
  // The hosts file has priority over name servers.
  const hosts = await readFile(hostsFile, 'utf8').catch(() => '')
  const written = addressesIn(hosts, name).filter(wants)
  if (written.length > 0) return written
  const asked = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = asked.flatMap((answer, i) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
      : [],
  )
  if (found.length > 0) return found.filter(wants)
  const failed = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const hanging = failed.find(({ code }) => code !== 'ENOTFOUND' && code !== 'ENODATA')
  if (hanging !== undefined) throw hanging
  return systemLookupAll(name, { ...options, all: true })
}

/** The addresses of a name in the text of a hosts file. */
export const addressesIn = (hosts: string, name: string): LookupAddress[] =>
  hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    const family = isIP(address)
    return family !== 0 && names.includes(name.toLowerCase()) ? [{ address, family }] : []
  })

const notFound = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
