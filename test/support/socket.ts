/** Requests as other languages' clients write them, over a real socket: any body with any method, no defaults. */
import { Agent, request } from 'node:http'
import { onTestFinished } from 'vitest'

export interface SocketRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Sends the body in chunks, without saying its length. */
  readonly chunked?: boolean
}

export interface SocketAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The client's port: equal for two answers that came over one connection. */
  readonly port: number
}

export type Ask = (url: string, asking?: SocketRequest) => Promise<SocketAnswer>

/** A client that keeps one connection open to each server, for as long as the servers let it. */
export const keepAlive = (): Ask => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return (url, { method = 'GET', headers = {}, body = '', chunked = false } = {}) =>
    new Promise((resolve, reject) => {
      const length: Record<string, string> = chunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(url, { method, agent, headers: { ...headers, ...(body === '' ? {} : length) } })
      sent.once('error', reject)
      sent.once('response', (incoming) => {
        const port = incoming.socket.localPort ?? 0
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.once('error', reject)
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: new Headers(incoming.headers as Record<string, string>),
            text: Buffer.concat(parts).toString('utf8'),
            port,
          }),
        )
      })
      sent.end(body)
    })
}
