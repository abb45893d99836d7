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

/** How a request came in. */
export interface Incoming {
  /** The server that it came to. */
  readonly host: 'api' | 'vault'
  /** Absent for a request within the process. */
  readonly connection?: Connection | undefined
  /** The body of a request within the process, if it is not in the request. Empty for none. */
  readonly body?: string | Uint8Array | undefined
  /** Absent for a request within the process: its origin decides. */
  readonly access?: Access | undefined
  /** The name of this sandbox in `?account=`, if many sandboxes share one address. */
  readonly accountName?: string | undefined
  /** The certificate of the authority that signs for the hosts of `proxyHost`, in PEM; absent without such hosts. */
  readonly authority?: (() => Promise<string>) | undefined
  /** Each is called when the server begins to stop. */
  readonly stops?: Set<() => void> | undefined
}

/** What answers the requests of a server. */
export interface Service {
  answer(request: Request, incoming: Incoming): Response | Promise<Response>
  /** The address of the page about errors. */
  errorPage(): string
}

/**
 * Calls `end` when the server begins to stop.
 *
 * @returns a function that removes `end` again
 */
export const onStop = ({ stops }: Incoming, end: () => void): (() => void) => {
  stops?.add(end)
  return () => void stops?.delete(end)
}
