import { answersTo, readHost } from '../../kernel/hosts'
import { defaults } from '../../options/config'
import { calledHostHeader } from '../../options/hosts'
import { errorPageOf } from './errors'
import type { Exchange } from './exchange'

/** By which address a client calls the sandbox: its own one, or one of the service that it stands for. */

/** The address of the service under which the client called; `null` for one of the sandbox. */
export const assumedOrigin = ({ req, backend, incoming }: Exchange): string | null => {
  const named = req.header(calledHostHeader)
  const host = named === undefined ? null : readHost(named)
  if (host !== null) return `https://${host.host}`
  const url = new URL(req.url)
  const { baseUrl, vaultUrl } = backend.settings
  const ofProcess = [defaults.baseUrl, defaults.vaultUrl, baseUrl, vaultUrl]
  const isOwn = incoming.access?.allows(url.host, 'control') ?? answersTo(url.hostname, noNames, ofProcess)
  // Clients reach a server by such a name through a proxy, and the proxy ends their TLS.
  return isOwn ? null : incoming.access === undefined ? url.origin : `https://${url.host}`
}

const noNames: ReadonlySet<string> = new Set()

/**
 * The address of one of the two servers for a browser of the client: at the host that it called, on the port that
 * it called, which a container may map. A given `baseUrl` or `vaultUrl` wins. Names of the real service lead a browser
 * elsewhere, so a client that calls by those gets the address that the server has itself.
 */
export const ownAddress = ({ req, backend, incoming }: Exchange, server: 'api' | 'vault' = 'api'): string => {
  const { access, accountName } = incoming
  const { baseUrl, vaultUrl, givenUrls } = backend.settings
  const [usual, given] = server === 'api' ? [baseUrl, givenUrls.baseUrl] : [vaultUrl, givenUrls.vaultUrl]
  const host = req.header('host')
  // Where many sandboxes share one address, that of this one has its path.
  const isFixed = given !== undefined || access === undefined || accountName !== undefined
  if (isFixed || host === undefined || usual.endsWith(`//${host}`) || !access.allows(host, 'control'))
    return usual
  const { origin, hostname } = new URL(req.url)
  if (incoming.host === server) return origin
  return Object.assign(new URL(usual), { hostname }).origin
}

/** The address of the API by which the client called, for files that it downloads itself. */
export const calledAddress = (exchange: Exchange): string =>
  // In a worker, the address of an account has a path, by which callers without a key reach it.
  (exchange.incoming.accountName === undefined ? assumedOrigin(exchange) : null) ?? ownAddress(exchange)

/** The address of an error's page, without its code, for the caller. */
export const errorPageFor = (exchange: Exchange): string =>
  errorPageOf({ baseUrl: ownAddress(exchange), docsUrl: exchange.backend.settings.docsUrl })
