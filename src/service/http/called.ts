import { answersTo, readHost } from '../../kernel/hosts'
import { defaults } from '../../options/config'
import { calledHostHeader } from '../../options/hosts'
import type { AppContext } from './env'

/** By which address a client calls the sandbox: its own one, or one of the service that it stands for. */

/** The address of the service under which the client called; `null` for one of the sandbox. */
export const assumedOrigin = ({ req, env }: AppContext): string | null => {
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

/** The address of the API by which the client called, for files that it downloads itself. */
export const calledAt = (context: AppContext): string => {
  const { access, backend } = context.env
  const { baseUrl } = backend.settings
  const { host, origin } = new URL(context.req.url)
  const isUsual = access === undefined || new URL(baseUrl).host === host
  return assumedOrigin(context) ?? (isUsual ? baseUrl : origin)
}
