/** The name contains the port, because browsers send a cookie to all ports of a host. */
const cookieName = (host: string): string => {
  const [port = ''] = /:\d+$/.exec(host) ?? []
  return `payment_sandbox_token${port.replace(':', '_')}`
}

/** The header that lets a browser keep the token for the control plane of a host. */
export const tokenCookie = (token: string, { host, protocol }: Pick<URL, 'host' | 'protocol'>): string => {
  const secure = protocol === 'https:' ? '; Secure' : ''
  return `${cookieName(host)}=${token}; Path=/_sandbox; HttpOnly; SameSite=Strict${secure}`
}

/** The token among the cookies of a request. */
export const tokenInCookies = (cookies: string, host: string): string | undefined => {
  const name = `${cookieName(host)}=`
  const all = cookies.split(';').map((cookie) => cookie.trim())
  return all.find((cookie) => cookie.startsWith(name))?.slice(name.length)
}

/** The token of a header `Authorization: Bearer <token>`. */
export const bearerIn = (header = ''): string | undefined => /^Bearer +(\S+)$/i.exec(header)?.[1]
