import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { checkOptions, defaults, type ListenOptions, listenOptions } from './config'
import { tooLarge } from './http/body'
import type { Answer, Entrance, Transport } from './http/exchange'
import { limits } from './kernel/limits'
import { SandboxError } from './kernel/sandbox-error'
import type { SandboxClock } from './library/clock'
import type { Listening } from './library/surface'

interface Answering {
  readonly clock: Alarming
  answer(request: Request, entrance: Entrance): Response | Promise<Response>
}

type Alarming = Pick<SandboxClock, 'catchUp' | 'nextDueMs' | 'watch'>

/** Two Node servers, API and vault, in front of one sandbox. */
export const startServers = async (sandbox: Answering, given: ListenOptions): Promise<Listening> => {
  const options = checkOptions(listenOptions(), given)
  const host = options.host ?? defaults.host
  const port = options.port ?? defaults.port
  const api = await listen(sandbox, 'api', host, port)
  const vaultPort = options.vaultPort ?? (port === 0 ? 0 : port + 1)
  const vault = await listen(sandbox, 'vault', host, vaultPort).catch(async (error) => {
    await api.close()
    throw error
  })
  const url = urlOf(api.server, host)
  const stopAlarm = startAlarm(sandbox.clock)
  return {
    url,
    vaultUrl: urlOf(vault.server, host),
    dashboardUrl: `${url}/_sandbox/`,
    close: async () => {
      stopAlarm()
      await Promise.all([api.close(), vault.close()])
    },
  }
}

interface Running {
  readonly server: Server
  readonly close: () => Promise<void>
}

const listen = (sandbox: Answering, which: 'api' | 'vault', host: string, port: number): Promise<Running> => {
  const listener = getRequestListener(
    (request, env) =>
      sandbox.answer(request, {
        host: which,
        transport: transportOf(env.incoming as IncomingMessage, env.outgoing as ServerResponse),
      }),
    { overrideGlobalObjects: false, hostname: 'localhost', autoCleanupIncoming: false },
  )
  const server = createServer()
  const close = closing(server)
  server.on('request', listener)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, which, host, port)))
    server.listen(port, host, () => resolve({ server, close }))
  })
}

const names = { api: 'API', vault: 'vault' } as const

const explain = (
  error: NodeJS.ErrnoException,
  which: keyof typeof names,
  host: string,
  port: number,
): SandboxError => {
  if (error.code === 'EADDRINUSE')
    return new SandboxError(
      'port_taken',
      `port ${port} of ${host} is taken (${names[which]} server): stop what uses it, or choose another port (0 picks a free one)`,
    )
  return new SandboxError(
    'cannot_listen',
    `cannot listen on ${host}:${port} (${names[which]} server): ${error.message}`,
  )
}

/** The longest that one timer can wait. */
const timerMsMax = 2 ** 31 - 1

/** The one real timer: what falls due happens by itself, though nobody calls. Keeps no process alive. */
export const startAlarm = (clock: Alarming): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  const arm = (): void => {
    clearTimeout(timer)
    const wait = clock.nextDueMs
    if (wait !== null) timer = setTimeout(ring, Math.min(wait, timerMsMax)).unref()
  }
  const ring = (): void => {
    clock.catchUp()
    arm()
  }
  const unwatch = clock.watch(arm)
  arm()
  return () => {
    unwatch()
    clearTimeout(timer)
  }
}

const urlOf = (server: Server, host: string): string => {
  const { port } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * How a server ends: what is in flight is answered, and nothing else is waited for. Node alone would also wait for
 * connections that only may bring a request: those that browsers open in advance, those that were kept alive.
 */
const closing = (server: Server): (() => Promise<void>) => {
  let inFlight = 0
  let ending = false
  const cutTheIdle = (): void => {
    if (ending && inFlight === 0) server.closeAllConnections()
  }
  server.on('request', (_, outgoing: ServerResponse) => {
    inFlight += 1
    if (ending) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => {
      inFlight -= 1
      cutTheIdle()
    })
  })
  return () =>
    new Promise((resolve) => {
      ending = true
      server.close(() => resolve())
      cutTheIdle()
    })
}

/** Past this much, a body that is too large is not even read to its end. */
const drainedBytesMax = 64 * limits.bodyBytesMax

const transportOf = (incoming: IncomingMessage, outgoing: ServerResponse): Transport => ({
  readBody: () =>
    hasBody(incoming) ? read(incoming, limits.bodyBytesMax, (bytes) => bytes.toString('utf8')) : undefined,
  readBytes: (maximum) =>
    hasBody(incoming) ? read(incoming, maximum, (bytes) => new Uint8Array(bytes)) : undefined,
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
const read = <T>(incoming: IncomingMessage, maximum: number, make: (bytes: Buffer) => T): Promise<T> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maximum) chunks.push(chunk)
      else if (bytes > drainedBytesMax) incoming.destroy()
    })
    incoming.once('end', () => {
      if (bytes > maximum) reject(tooLarge(maximum))
      else resolve(make(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    })
    incoming.once('error', reject)
  })
