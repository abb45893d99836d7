import { networkInterfaces } from 'node:os'

/**
 * The address by which other machines reach a server, with the first address that this machine has in a network; `null`
 * for a server on one address, which its URL names, and without a network.
 */
export const networkUrl = (
  host: string | undefined,
  url: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | null => {
  if (host !== '0.0.0.0' && host !== '::') return null
  const addresses = Object.values(interfaces).flatMap((all = []) => all)
  const found = addresses.find(({ internal, family }) => !internal && family === 'IPv4')
  if (found === undefined) return null
  const own = new URL(url)
  own.hostname = found.address
  return own.href
}
