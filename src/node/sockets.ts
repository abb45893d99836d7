import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { urlToHttpOptions } from 'node:url'
import { once } from '../kernel/json'
import { BodyStart, type Network, type NetworkAnswer, type Outgoing } from '../service/webhooks/network'

/** Shorter than the 5 s after which most servers close an idle connection, so no request goes to a closed socket. */
const idleMs = 4_000

/**
 * Idle connections do not keep the process alive. The courier limits the busy ones. Made at the first delivery: a server that
 * starts would load the modules of name look-up too.
 */
const agentOptions = once(async () => {
  const { lookupName } = await import('./name-lookup')
  return { keepAlive: true, timeout: idleMs, scheduling: 'lifo', lookup: lookupName } as const
})

const plain = once(async () => ({ agent: new Agent(await agentOptions()), request: requestHttp }))

/** Loads `node:https` at the first delivery over https. */
const secure = once(async () => {
  const { Agent: SecureAgent, request } = await import('node:https')
  return { agent: new SecureAgent(await agentOptions()), request }
})

/**
 * Delivers over Node's own sockets, for a sandbox with servers in Node. This costs a quarter of `fetch`, for which
 * other requests would have to wait.
 */
export const nodeNetwork: Network = async (outgoing) => {
  const { request, agent } = await (outgoing.url.startsWith('https:') ? secure() : plain())
  const headers = { ...outgoing.headers, 'content-length': Buffer.byteLength(outgoing.body) }
  // As one object: agent-base 4, which the published client brings, replaces https.request by a function without a
  // third argument.
  const to = urlToHttpOptions(new URL(outgoing.url))
  return answerOf(request({ ...to, method: 'POST', headers, agent }), outgoing)
}

/** Sends the head, and the body once it may begin. */
const sendOpened = (sent: ClientRequest, { url, body }: Outgoing, opened: () => Promise<void>): void => {
  sent.flushHeaders()
  sent.once('socket', (socket) => {
    const open = async (): Promise<void> => {
      await opened()
      if (!sent.destroyed) sent.end(body)
    }
    if (socket.connecting) socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', open)
    else void open()
  })
}

const answerOf = (sent: ClientRequest, outgoing: Outgoing): Promise<NetworkAnswer> =>
  new Promise((resolve, reject) => {
    const { body, opened, signal } = outgoing
    const end = (): void => void sent.destroy(new Error('ended'))
    signal.addEventListener('abort', end, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', end))
    sent.once('error', reject)
    sent.once('response', (incoming: IncomingMessage) => {
      // The status is the result: the rest of the body does not matter, even if it never ends.
      const start = new BodyStart()
      const done = (): void => resolve({ status: incoming.statusCode ?? 0, text: start.text })
      sent.off('error', reject).on('error', done)
      incoming.once('end', done).once('error', done).once('close', done)
      incoming.on('data', (chunk: Buffer) => {
        if (start.add(chunk)) sent.destroy()
      })
    })
    // The receiver asks for another protocol.
    sent.once('upgrade', () => {
      sent.destroy()
      reject(new Error('the receiver wants another protocol than HTTP'))
    })
    if (signal.aborted) end()
    else if (opened === undefined) sent.end(body)
    else sendOpened(sent, outgoing, opened)
  })
