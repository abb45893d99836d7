import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { once } from '../kernel/json'
import { type Network, type Outgoing, readBytesMax } from '../webhooks/network'
import { lookupName } from './name-lookup'

/** Shorter than the five seconds after which most servers hang up: neither side then sends into a closed socket. */
const idleMs = 4_000

/** Idle connections keep no process alive; how many are busy is the courier's business. */
const agentOptions = { keepAlive: true, timeout: idleMs, scheduling: 'lifo', lookup: lookupName } as const

const plain = once(() => new Agent(agentOptions))

/** Its code is loaded when somebody is told over https. */
const secure = once(async () => {
  const { Agent: SecureAgent, request } = await import('node:https')
  return { agent: new SecureAgent(agentOptions), request }
})

/**
 * Deliveries over Node's own sockets, for a sandbox that has servers in Node: a quarter of what `fetch` costs, which
 * the requests that are answered meanwhile would have to wait for.
 */
export const nodeNetwork: Network = async (outgoing) => {
  const { request, agent } = outgoing.url.startsWith('https:')
    ? await secure()
    : { request: requestHttp, agent: plain() }
  const headers = { ...outgoing.headers, 'content-length': Buffer.byteLength(outgoing.body) }
  return statusOf(request(outgoing.url, { method: 'POST', headers, agent }), outgoing)
}

const statusOf = (sent: ClientRequest, { body, signal }: Outgoing): Promise<number> =>
  new Promise((resolve, reject) => {
    const end = (): void => void sent.destroy(new Error('ended'))
    signal.addEventListener('abort', end, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', end))
    sent.once('error', reject)
    sent.once('response', (incoming: IncomingMessage) => {
      // It has answered: what becomes of its body, or that it never ends, changes nothing about that.
      const done = (): void => resolve(incoming.statusCode ?? 0)
      sent.off('error', reject).on('error', done)
      incoming.once('end', done).once('error', done).once('close', done)
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > readBytesMax) sent.destroy()
      })
    })
    // A receiver that would rather speak another protocol.
    sent.once('upgrade', () => {
      sent.destroy()
      reject(new Error('the receiver wants another protocol than HTTP'))
    })
    if (signal.aborted) end()
    else sent.end(body)
  })
