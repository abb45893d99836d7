/** Names of hosts, compared in the form that browsers use: a page can reach a server only by such a name. */

/**
 * Parses an authority such as `localhost:4111` like a browser: lower case, addresses in their short form. `null` for
 * other text, also for a user, a path or encoded letters, which the URL parser alone would accept.
 */
export const readHost = (authority: string, protocol = 'http:'): URL | null =>
  /^[^\s/\\?#@%]+$/.test(authority) && URL.canParse(`${protocol}//${authority}`)
    ? new URL(`${protocol}//${authority}`)
    : null

/** The name without its port, and without the dot that a complete name may end in. */
export const readHostName = (authority: string): string | null =>
  readHost(authority)?.hostname.replace(/\.$/, '') ?? null

/** Names that always mean the client's own machine (RFC 6761 for those that end in `.localhost`). */
export const isLoopback = (name: string): boolean =>
  name === '[::1]' || /^(?:.+\.)?localhost$/.test(name) || /^127(?:\.\d{1,3}){3}$/.test(name)

/** `fe80::1%eth0` as a URL has it: `[fe80::1]`. */
export const addressName = (address: string): string =>
  readHostName(`[${address.replace(/%.*/, '')}]`) ?? address

/** The origin of a web page, such as `http://localhost:3000`; `null` for anything else, such as `null` and `file://`. */
export const readOrigin = (text: string): URL | null => {
  const [, authority = ''] = /^https?:\/\/([^/]+)$/i.exec(text) ?? []
  return readHost(authority) === null ? null : new URL(text)
}

/** Whether a server answers to a name: one of the client's own machine, one that was allowed, or that of its URLs. */
export const answersTo = (name: string, allowed: ReadonlySet<string>, urls: readonly string[]): boolean =>
  isLoopback(name) || allowed.has(name) || urls.some((url) => readHostName(new URL(url).host) === name)

const waysOfServer = (host: string): string =>
  `call localhost or an address of this machine, or start the sandbox with --allow-host ${host} ` +
  '(the name of a docker-compose service needs that, too)'

/** Why a request for a host is refused, and the way out. @param host as it was sent, which may be no name */
export const unknownHostText = (host: string, waysOut = waysOfServer): string => {
  const name = readHostName(host)?.slice(0, 100) ?? '<name>'
  return `requests for the host ${name} are not answered, since a web page elsewhere could let such a name lead here: ${waysOut(name)}`
}
