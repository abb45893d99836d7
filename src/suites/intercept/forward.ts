import http from 'node:http'
import https from 'node:https'
import type { InterceptedCall, Receiver } from '../../sandbox/call'

/** The servers of a sandbox of another process. */
export interface ServerAddresses {
  readonly api: URL
  readonly vault: URL
}

/** Headers of one connection, which say nothing about the next, and the host, which is another one there. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'host']

/** Sends calls to the sandbox of another process. Its idle connections do not keep this one alive. */
export const forwardTo = (servers: ServerAddresses): Receiver => {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  }
  return {
    receive: (call) => {
      const target = servers[call.server]
      const isSecure = target.protocol === 'https:'
      return send(
        call,
        target,
        isSecure ? https.request : http.request,
        agents[isSecure ? 'https:' : 'http:'],
      )
    },
  }
}

const send = (
  { request, body }: InterceptedCall,
  target: URL,
  begin: typeof http.request,
  agent: http.Agent,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { pathname, search, host } = new URL(request.url)
    const headers = Object.fromEntries([...request.headers].filter(([name]) => !ofConnection.includes(name)))
    if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
    // The control plane is for callers who mean the sandbox: under the name of the real service it refuses.
    if (pathname.startsWith('/_sandbox')) headers.host = host
    const { hostname, port } = target
    const path = `${pathname}${search}`
    const address = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path }
    begin({ ...address, method: request.method, headers, agent }, (incoming) => {
      responseFrom(incoming).then(resolve, reject)
    })
      .once('error', reject)
      .end(body ?? undefined)
  })

const responseFrom = async (incoming: http.IncomingMessage): Promise<Response> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers = new Headers()
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(at, at + 2)
    if (!ofConnection.includes(name.toLowerCase())) headers.append(name, value)
  }
  const body = Buffer.concat(chunks)
  const { statusCode: status = 502, statusMessage: statusText = '' } = incoming
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
}
