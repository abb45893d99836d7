/** Receivers of webhooks on real sockets: one that does everything right, and each way to get one thing wrong. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const secrets = { current: 'whsec_current', old: 'whsec_old' } as const

export interface Incoming {
  readonly body: Buffer
  readonly signature: string | undefined
  readonly timestamp: string | undefined
}

/** The parts of a receiver that a careless one gets wrong. */
export interface Receiver {
  /** Reads the body. */
  read(request: IncomingMessage): Promise<Buffer>
  /** Whether an event may come in. Throws what becomes a 500. */
  accepts(incoming: Incoming): boolean
  /** The status for an event that came in; counts what it acts on. */
  act(event: ReceivedEvent, book: Book): number | Promise<number>
}

export interface ReceivedEvent {
  readonly id: string
  readonly key: string
  readonly data: {
    readonly id: string
    readonly paid?: boolean
    readonly metadata?: { readonly order?: string }
  }
}

export interface Book {
  readonly seen: Set<string>
  readonly charges: Set<string>
  handled: number
}

export const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const hmacOf = (secret: string, timestamp: string, body: Buffer | string): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** Compares with Node's own means, not with ours: a second opinion about what check-webhook sends. */
export const isSigned = ({ body, signature, timestamp }: Incoming): boolean => {
  if (signature === undefined || timestamp === undefined) return false
  const expected = Object.values(secrets).map((secret) => Buffer.from(hmacOf(secret, timestamp, body)))
  return signature
    .split(',')
    .some((one) =>
      expected.some((other) => one.length === other.length && timingSafeEqual(Buffer.from(one), other)),
    )
}

export const ageOf = (incoming: Incoming): number => Date.now() / 1000 - Number(incoming.timestamp)

export const careful: Receiver = {
  read: readAll,
  accepts: (incoming) => isSigned(incoming) && Math.abs(ageOf(incoming)) < 301,
  act: (event, book) => {
    if (!book.seen.has(event.id)) book.handled += 1
    book.seen.add(event.id)
    return 204
  },
}

/** Where it listens, and where it tells how many events it has acted on. */
export const receiving = async (receiver: Receiver): Promise<{ url: string; handled: string }> => {
  const book: Book = { seen: new Set(), charges: new Set(), handled: 0 }
  const server = createServer(async (request, response) => {
    const end = (status: number, text = ''): void => void response.writeHead(status).end(text)
    if (request.method === 'GET') return end(200, JSON.stringify({ handled: book.handled }))
    try {
      const body = await receiver.read(request)
      const { 'service-signature': signature, 'service-signature-timestamp': timestamp } = request.headers
      const incoming = { body, signature: textOf(signature), timestamp: textOf(timestamp) }
      end(receiver.accepts(incoming) ? await receiver.act(JSON.parse(body.toString()), book) : 400)
    } catch (error) {
      end(error instanceof Refusal ? error.status : 500)
    }
  })
  const origin = await listening(server)
  return { url: `${origin}/webhooks`, handled: `${origin}/handled` }
}

/** Thrown where only a status can be answered. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(',') : header

const open = new Set<Server>()

/** For the end of a file: its tests run at the same time, so none of them can say when it is over. */
export const closeReceivers = (): void => {
  for (const server of open) {
    server.closeAllConnections()
    server.close()
  }
  open.clear()
}

export const listening = (server: Server): Promise<string> => {
  open.add(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}
