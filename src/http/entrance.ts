/** The socket that a request came through. */
export interface Connection {
  /**
   * Reads the body.
   *
   * @param maximum bytes
   * @returns `undefined` when the request has no body
   * @throws ApiError `body_too_large`, as a rejection
   */
  readonly read: (maximum: number) => Promise<Uint8Array> | undefined
  /**
   * Ends the connection, whatever of its answer the client has not read.
   *
   * @returns the response by which Hono's adapter knows that nothing is left to send
   */
  readonly cut: () => Response
}

/** Who may call a server (contract of the sandbox, sections 4 and 5). */
export interface Access {
  /** Whether it answers requests for this host, of the service or of its control plane. */
  allows(host: string, plane: 'service' | 'control'): boolean
  /** What the control plane asks for as a bearer; `null` where it asks for nothing. */
  readonly controlToken: string | null
}

/** The server that a request came to. */
export interface Entrance {
  readonly host: 'api' | 'vault'
  /** Absent in one process. */
  readonly connection?: Connection
  /** Of a server; in one process the origin of the request decides. */
  readonly access?: Access
  /** Called when the server begins to stop. */
  readonly stops?: Set<() => void>
}

/**
 * Calls `end` when the server begins to stop.
 *
 * @returns forgets it again
 */
export const onStop = ({ stops }: Entrance, end: () => void): (() => void) => {
  stops?.add(end)
  return () => void stops?.delete(end)
}
