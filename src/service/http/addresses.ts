import { answersTo, readHost } from '../../kernel/hosts'
import { defaults } from '../../options/config'
import { calledHostHeader } from '../../options/hosts'
import { errorPageOf } from './errors'
import type { Exchange } from './exchange'

/** By which address a client calls the sandbox: its own one, or one of the service that it stands for. */
type CalledRequest = Pick<Exchange, 'req' | 'env'>

/** The address of the service under which the client called; `null` for one of the sandbox. */
export const assumedOrigin = ({ req, env }: CalledRequest): string | null => {
  const named = req.header(calledHostHeader)
  const host = named === undefined ? null : readHost(named)
  if (host !== null) return `https://${host.host}`
  const url = new URL(req.url)
  const { baseUrl, vaultUrl } = env.backend.settings
  const ofProcess = [defaults.baseUrl, defaults.vaultUrl, baseUrl, vaultUrl]
  const isOwn = env.access?.allows(url.host, 'control') ?? answersTo(url.hostname, noNames, ofProcess)
  // Clients reach a server by such a name through a proxy, and the proxy ends their TLS.
  return isOwn ? null : env.access === undefined ? url.origin : `https://${url.host}`
}

const noNames: ReadonlySet<string> = new Set()

/**
 * The address of one of the two servers for a browser of the client: at the host that it called, on the port that
 * it called, which a container may map. A given `baseUrl` or `vaultUrl` wins. Names of the real service lead a browser
 * elsewhere, so a client that calls by those gets the address that the server has itself.
 */
export const ownAddress = ({ req, env }: CalledRequest, server: 'api' | 'vault' = 'api'): string => {
  const { access, backend, accountName } = env
  const { baseUrl, vaultUrl, givenUrls } = backend.settings
  const [usual, given] = server === 'api' ? [baseUrl, givenUrls.baseUrl] : [vaultUrl, givenUrls.vaultUrl]
  const host = req.header('host')
  // Where many sandboxes share one address, that of this one has its path.
  const isFixed = given !== undefined || access === undefined || accountName !== undefined
  if (isFixed || host === undefined || usual.endsWith(`//${host}`) || !access.allows(host, 'control'))
    return usual
  const { origin, hostname } = new URL(req.url)
  if (env.host === server) return origin
  return Object.assign(new URL(usual), { hostname }).origin
}

/** The address of the API by which the client called, for files that it downloads itself. */
export const calledAddress = (called: CalledRequest): string =>
  // In a worker, the address of an account has a path, by which callers without a key reach it.
  (called.env.accountName === undefined ? assumedOrigin(called) : null) ?? ownAddress(called)

/** The address of an error's page, without its code, for the caller. */
export const errorPageFor = (called: CalledRequest): string =>
  errorPageOf({ baseUrl: ownAddress(called), docsUrl: called.env.backend.settings.docsUrl })
