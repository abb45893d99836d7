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

/** The eight numbers of an IPv6 address as URLs have it, such as `[2001:db8::1]`; `null` for other names. */
export const groupsOf = (name: string): readonly number[] | null => {
  const [, text] = /^\[([\da-f:]+)\]$/.exec(name) ?? []
  if (text === undefined) return null
  const [head = [], tail = []] = text.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

/** Addresses that lead to no machine of the internet (the IANA registry of special purposes): the first, and its bits. */
const specialIpv4 = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 88, 99], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[224], 3],
] as const

const numberOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number =>
  ((a * 256 + b) * 256 + c) * 256 + d

const isPublicIpv4 = (bytes: readonly number[]): boolean =>
  !specialIpv4.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(numberOf(bytes) / size) === numberOf(first) / size
  })

/** Those of `2000::/3`, without tunnels and examples. The others, also IPv4 within IPv6, are no address of a receiver. */
const isPublicIpv6 = ([first = 0, second = 0]: readonly number[]): boolean => {
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8
  if (first === 0x3fff) return second >= 0x1000
  return first >= 0x2000 && first < 0x4000 && first !== 0x2002
}

/** @param wayOut what allows it */
const mustBePublic = (wayOut: string): string =>
  `must not be localhost or an address of a private network, unless ${wayOut}`

/** Where webhooks may go. A server that other machines reach limits it. */
export interface WebhookReach {
  /** Why a private address is refused; `null` where each is allowed. */
  privateRefusal: string | null
  /** Why user and password in an address are refused; `null` where they are allowed. */
  passwordRefusal: string | null
}

export const wholeReach: WebhookReach = { privateRefusal: null, passwordRefusal: null }

export const reachOfWorker: WebhookReach = {
  ...wholeReach,
  privateRefusal: mustBePublic('createWorker() gets allowPrivateWebhooks: true'),
}

/** @param isPrivate whether the option `webhookPrivate` allows private addresses */
export const reachOffLoopback = (isPrivate: boolean): WebhookReach => ({
  privateRefusal: isPrivate
    ? null
    : mustBePublic(
        'the sandbox is started with --webhook-private (webhookPrivate: true), as others reach it',
      ),
  passwordRefusal: 'must have no user and password, as others reach this sandbox',
})

/** Why webhooks do not go to a URL; `null` where they do. */
export const unreachable = (reach: WebhookReach, url: URL): string | null => {
  if (reach.passwordRefusal !== null && url.username + url.password !== '') return reach.passwordRefusal
  return isPublic(url) ? null : reach.privateRefusal
}

/** Whether an address, without brackets, is one of the internet. */
export const isPublicAddress = (address: string): boolean => {
  const host = address.includes(':') ? addressName(address) : address
  return URL.canParse(`http://${host}`) && isPublic(new URL(`http://${host}`))
}

/** Whether the host of a URL may be a machine of the internet. A name may still lead to a private address. */
export const isPublic = ({ hostname }: URL): boolean => {
  const name = hostname.replace(/\.+$/, '')
  const groups = groupsOf(name)
  if (groups !== null) return isPublicIpv6(groups)
  if (/^\d+(?:\.\d+){3}$/.test(name)) return isPublicIpv4(name.split('.').map(Number))
  // Names without a dot are those of a local network.
  return name.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)$/.test(name)
}
