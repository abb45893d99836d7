/** payment-sandbox/msw: handlers for projects that run msw already. */
import { type HttpHandler, http } from 'msw'
import type { Hosts, Sandbox } from 'payment-sandbox'
import { readHosts, receiverOf } from './options'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The origins of a host: with every port, or with the one that it names, which the URL parser drops if it is usual. */
const originOf = (host: string): string => {
  const [, name = host, port] = /^(.*):(\d+)$/.exec(host) ?? []
  const any = escaped(name)
  if (port === undefined) return `https?://${any}\\.?(?::\\d+)?`
  if (port === '443') return `(?:https://${any}|http://${any}:443)`
  if (port === '80') return `(?:http://${any}|https://${any}:80)`
  return `https?://${any}:${port}`
}

/**
 * Request handlers for msw 2 and 3: calls to these hosts reach the sandbox, client code unchanged. Calls to other hosts are left
 * to the other handlers, and what they leave is for msw to decide. A client that fails under msw, such as the published one,
 * needs `intercept()` as well, or is imported after `listen()`.
 *
 * @example
 * const server = setupServer(...handlers(sandbox, 'omise'), ...others)
 *
 * @throws SandboxError `invalid_option`
 */
export const handlers = (sandbox: Sandbox, hosts: Hosts): HttpHandler[] => {
  const receiver = receiverOf(sandbox)
  const named = readHosts(hosts)
  return (['api', 'vault'] as const).flatMap((server) => {
    if (named[server].length === 0) return []
    const pattern = new RegExp(`^(?:${named[server].map(originOf).join('|')})(?:/|$)`)
    return http.all(pattern, async ({ request }) => {
      const body = request.body === null ? null : new Uint8Array(await request.clone().arrayBuffer())
      return receiver.receive({ request, server, body })
    })
  })
}
