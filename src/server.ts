import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { checkOptions, defaults, type ListenOptions, listenOptions } from './config'
import { tooLarge } from './http/body'
import type { Answer, Transport } from './http/exchange'
import { limits } from './kernel/limits'
import { SandboxError } from './kernel/sandbox-error'
import type { Entrance } from './sandbox'

/** Two Node servers, API and vault, in front of one sandbox. */
export interface Listening {
  /** `http://127.0.0.1:4111` */
  readonly url: string
  readonly vaultUrl: string
  readonly dashboardUrl: string
  /** Stops listening; resolves once the requests in flight were answered. */
  close(): Promise<void>
}

interface Answering {
  answer(request: Request, entrance: Entrance): Response | Promise<Response>
}

export const startServers = async (sandbox: Answering, given: ListenOptions): Promise<Listening> => {
  const options = checkOptions(listenOptions(), given)
  const host = options.host ?? defaults.host
  const port = options.port ?? defaults.port
  const api = await listen(sandbox, 'api', host, port)
  const vaultPort = options.vaultPort ?? (port === 0 ? 0 : port + 1)
  const vault = await listen(sandbox, 'vault', host, vaultPort).catch(async (error) => {
    await close(api)
    throw error
  })
  const url = urlOf(api, host)
  return {
    url,
    vaultUrl: urlOf(vault, host),
    dashboardUrl: `${url}/_sandbox/`,
    close: async () => {
      await Promise.all([close(api), close(vault)])
    },
  }
}

const listen = (sandbox: Answering, which: 'api' | 'vault', host: string, port: number): Promise<Server> => {
  const listener = getRequestListener(
    (request, env) =>
      sandbox.answer(request, {
        host: which,
        transport: transportOf(env.incoming as IncomingMessage, env.outgoing as ServerResponse),
      }),
    { overrideGlobalObjects: false, hostname: 'localhost', autoCleanupIncoming: false },
  )
  const server = createServer(listener)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, which, host, port)))
    server.listen(port, host, () => resolve(server))
  })
}

const explain = (error: NodeJS.ErrnoException, which: string, host: string, port: number): SandboxError => {
  if (error.code === 'EADDRINUSE')
    return new SandboxError(
      'port_taken',
      `port ${port} of ${host} is taken (${which} server): stop what uses it, or choose another port (0 picks a free one)`,
    )
  return new SandboxError(
    'cannot_listen',
    `cannot listen on ${host}:${port} (${which} server): ${error.message}`,
  )
}

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })

/** Past this much, a body that is too large is not even read to its end. */
const drainedBytesMax = 64 * limits.bodyBytesMax

const transportOf = (incoming: IncomingMessage, outgoing: ServerResponse): Transport => ({
  readBody: () => (hasBody(incoming) ? readBody(incoming) : undefined),
  respond: ({ status, headers, body }: Answer) => {
    const bytes = Buffer.byteLength(body)
    outgoing.writeHead(status, { ...headers, 'content-length': bytes })
    outgoing.end(body)
    return RESPONSE_ALREADY_SENT
  },
})

/** Some published clients send a body with GET, so the method does not tell. */
const hasBody = (incoming: IncomingMessage): boolean =>
  Number(incoming.headers['content-length'] ?? 0) > 0 || incoming.headers['transfer-encoding'] !== undefined

/** Reads to the end even when it is too much, so that the connection stays usable for the answer. */
const readBody = (incoming: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limits.bodyBytesMax) chunks.push(chunk)
      else if (bytes > drainedBytesMax) incoming.destroy()
    })
    incoming.once('end', () => {
      if (bytes > limits.bodyBytesMax) reject(tooLarge())
      else resolve((chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8'))
    })
    incoming.once('error', reject)
  })
