import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { closing } from './closing'
import {
  connectHandler,
  type ProxyPlan,
  type ProxyRefusal,
  type ProxyRoute,
  refusalBody,
  unreachable,
} from './https-proxy'
import { proxyAuthorization, startingAt } from './outer-proxy'

/** Headers for one connection only (RFC 9110, section 7.6.1); `Transfer-Encoding` stays, as it says how to send the body. */
const hopByHop =
  /^(?:connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|upgrade|expect)$/

type Headers = Record<string, string | string[]>

const endToEnd = ({ headers, headersDistinct }: IncomingMessage): Headers => {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  const kept: Headers = {}
  for (const [name, values = []] of Object.entries(headersDistinct))
    if (!hopByHop.test(name) && !named.has(name))
      kept[name] = values.length === 1 ? (values[0] ?? '') : values
  return kept
}

const noProxyRequest: ProxyRefusal = {
  status: '421 Misdirected Request',
  code: 'bad_request',
  message:
    'this is a proxy for the command that payment-sandbox exec runs: only requests with a whole address are answered here',
}

/** The handler of requests with a whole address, `GET http://api.example.com/charges`, as clients with an http_proxy send them. */
const forwardHandler =
  (plan: ProxyPlan) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { url = '', socket } = incoming
    // Web pages cannot send a whole address: what comes without one is never answered.
    const target = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null
    const destination = target === null ? noProxyRequest : plan.route(target, socket)
    if (target === null || typeof destination === 'object')
      refuse(incoming, outgoing, typeof destination === 'object' ? destination : noProxyRequest)
    else send(incoming, outgoing, { target, destination, plan })
  }

const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, refusal: ProxyRefusal): void => {
  const [, status = '400', reason = ''] = /^(\d+) (.*)$/.exec(refusal.status) ?? []
  incoming.resume()
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(Number(status), reason, { 'content-type': 'application/json; charset=utf-8' })
  outgoing.end(refusalBody(refusal))
}

interface Forwarding {
  readonly target: URL
  readonly destination: Exclude<ProxyRoute, ProxyRefusal>
  readonly plan: ProxyPlan
}

const send = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { target, destination, plan }: Forwarding,
): void => {
  const { send: begin, options } = wayTo(target, destination, plan)
  const sent = begin({
    path: `${target.pathname}${target.search}`,
    ...options,
    method: incoming.method,
    headers: { host: target.host, ...endToEnd(incoming), ...options.headers },
  })
  sent.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer))
    pipeline(answer, outgoing, () => undefined)
  })
  sent.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else refuse(incoming, outgoing, unreachable(target, error))
  })
  outgoing.once('close', () => sent.destroy())
  incoming.once('error', () => sent.destroy())
  incoming.pipe(sent)
}

/** The way of a request: to the sandbox, straight to its host, or through another proxy. */
const wayTo = (
  target: URL,
  destination: Forwarding['destination'],
  plan: ProxyPlan,
): ReturnType<typeof startingAt> => {
  const outer = destination === 'elsewhere' && target.protocol === 'http:' ? plan.outer(target) : null
  if (outer !== null) {
    const { send, options } = startingAt(outer)
    return { send, options: { ...options, path: target.href, headers: proxyAuthorization(outer) } }
  }
  const isOwn = destination !== 'elsewhere'
  const { send, options } = startingAt(isOwn ? plan.servers()[destination] : target)
  // The own server may have a certificate that no authority signed.
  return { send, options: { ...options, rejectUnauthorized: !isOwn } }
}

/** A proxy for processes of this machine: nothing beyond loopback can reach it. */
export const startProxy = async (plan: ProxyPlan) => {
  const forward = forwardHandler(plan)
  const server = createServer(forward).on('connect', connectHandler(plan))
  server.on('checkContinue', (incoming, outgoing) => {
    outgoing.writeContinue()
    forward(incoming, outgoing)
  })
  const { close } = closing(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close }
}
