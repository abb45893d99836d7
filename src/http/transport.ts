/** What a request comes through, and how its answer leaves. */

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A socket's own way to read and write, which spares two web-standard objects a request. */
export interface Transport {
  /** `undefined` when the request has no body. */
  readonly readBody: () => Promise<string> | undefined
  readonly readBytes: (maximum: number) => Promise<Uint8Array<ArrayBuffer>> | undefined
  readonly respond: (answer: Answer) => Response
  /** Ends the connection without an answer. */
  readonly cut: () => Response
}

/** Who may call a server (contract of the sandbox, sections 4 and 5). */
export interface Access {
  /** Whether it answers requests for this host, of the service or of its control plane. */
  allows(host: string, plane: 'service' | 'control'): boolean
  /** What the control plane asks for as a bearer; `null` where it asks for nothing. */
  readonly controlToken: string | null
}

/** Which of the two servers a request came to, and how to answer without web objects where it can. */
export interface Entrance {
  readonly host: 'api' | 'vault'
  readonly transport?: Transport
  /** Of a server; in one process the origin of the request decides. */
  readonly access?: Access
  /** Told when the server begins to stop. */
  readonly stops?: Set<() => void>
}
