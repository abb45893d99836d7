/** The connection of a request. */
export interface Connection {
  /** The names of the headers in lower case. Hono's adapter would load the web's classes to list them. */
  readonly headerNames: () => readonly string[]
  readonly hasBody: boolean
  /**
   * Reads the body, if there is one.
   *
   * @param maximum bytes
   * @throws ApiError `body_too_large`, as a rejection
   */
  readonly read: (maximum: number) => Promise<Uint8Array>
  /**
   * Ends the connection, even if the client has not read all of the answer.
   *
   * @returns the response after which Hono's adapter sends nothing more
   */
  readonly cut: () => Response
}

/** Who may call a server (contract of the sandbox, sections 4 and 5). */
export interface Access {
  /** Whether the server answers requests for this host, by plane. */
  allows(host: string, plane: 'service' | 'control'): boolean
  /** The bearer token of the control plane; `null` when it needs none. */
  readonly controlToken: string | null
}

/** The server that receives a request. */
export interface Entrance {
  readonly host: 'api' | 'vault'
  /** Absent for a request within the process. */
  readonly connection?: Connection | undefined
  /** The body of a request within the process, if it is not in the request. Empty for none. */
  readonly sent?: string | Uint8Array | undefined
  /** Absent for a request within the process: its origin decides. */
  readonly access?: Access | undefined
  /** The name of this sandbox in `?account=`, if many sandboxes share one address. */
  readonly called?: string | undefined
  /** The certificate of the authority that signs for the hosts of `proxyHost`, in PEM; absent without such hosts. */
  readonly authority?: (() => Promise<string>) | undefined
  /** Each is called when the server begins to stop. */
  readonly stops?: Set<() => void> | undefined
}

/** What answers the requests of a server. */
export interface Service {
  answer(request: Request, entrance: Entrance): Response | Promise<Response>
  /** The address of the page about errors. */
  errorPage(): string
}

/**
 * Calls `end` when the server begins to stop.
 *
 * @returns a function that removes `end` again
 */
export const onStop = ({ stops }: Entrance, end: () => void): (() => void) => {
  stops?.add(end)
  return () => void stops?.delete(end)
}

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
