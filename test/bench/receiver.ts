/** Receivers of webhooks in a process of their own: one takes its time to answer, one never does. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from './program'

export type ReceiverQuestion =
  /** The delay before the first one answers, in ms. */
  | { readonly do: 'listen'; readonly ms: number }
  /** Forgets what came. */
  | { readonly do: 'forget' }
  /** Answers when N different events have come to the first one. */
  | { readonly do: 'wait'; readonly events: number }

export interface Receiving {
  /** The one that answers, and the one that never does. */
  readonly urls: readonly [string, string]
  /** How many different events the first was sent, and how many requests that took. */
  readonly events: number
  readonly requests: number
  /** The most connections that were open at once, to both. */
  readonly connections: number
}

/** Those of the flood. What other rounds have left behind may still come. */
const counted = 'customer.create'

const seen = new Set<string>()
let requests = 0
let connections = 0
let open = 0
let urls: readonly [string, string] = ['', '']
let came = (): void => undefined

const listening = (server: Server): Promise<string> => {
  server.on('connection', (socket) => {
    open += 1
    connections = Math.max(connections, open)
    socket.once('close', () => {
      open -= 1
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    )
  })
}

const slow = (ms: number): Server =>
  createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { id, key }: { id: string; key: string } = JSON.parse(Buffer.concat(parts).toString())
      const counts = key === counted
      if (counts) requests += 1
      setTimeout(() => {
        response.end()
        if (counts) seen.add(id)
        came()
      }, ms)
    })
  })

const arrived = (events: number): Promise<void> =>
  new Promise((resolve) => {
    came = () => {
      if (seen.size >= events) resolve()
    }
    came()
  })

serve(async (question: ReceiverQuestion): Promise<Receiving> => {
  if (question.do === 'listen')
    urls = [await listening(slow(question.ms)), await listening(createServer(() => undefined))]
  if (question.do === 'forget') {
    seen.clear()
    requests = 0
    connections = open
  }
  if (question.do === 'wait') await arrived(question.events)
  return { urls, events: seen.size, requests, connections }
})
