import http from 'node:http'
import https from 'node:https'
import { errorMessage } from '../../kernel/sandbox-error'
import { calledHostHeader, type NamedHosts, tryHosts } from '../../options/hosts'
import type { InterceptedCall, Receiver } from '../../sandbox/call'
import { interceptFor } from './interception'
import { inheritedLines, type ThreadLine } from './threads'

/** The servers of a sandbox of another process. */
export interface ServerAddresses {
  readonly api: URL
  readonly vault: URL
}

/** Headers that belong to one connection, and the host, which differs there. */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect', 'host']

/** Sends calls to the sandbox of another process. Its idle connections do not keep this one alive. */
const forwardTo = (servers: ServerAddresses): Receiver => {
  const ways = {
    'http:': { begin: http.request, agent: new http.Agent({ keepAlive: true }) },
    'https:': { begin: https.request, agent: new https.Agent({ keepAlive: true }) },
  }
  const receive = ({ request, server, body }: InterceptedCall): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { hostname, port, protocol, pathname: base } = servers[server]
      const { begin, agent } = ways[protocol === 'https:' ? 'https:' : 'http:']
      const { pathname, search, host } = new URL(request.url)
      const headers = Object.fromEntries(
        [...request.headers].filter(([name]) => !ofConnection.includes(name)),
      )
      if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
      headers[calledHostHeader] = host
      // The control plane is for callers who mean the sandbox: it refuses calls under the name of the real service.
      if (pathname.startsWith('/_sandbox')) headers.host = host
      const address = {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: `${base.replace(/\/$/, '')}${pathname}${search}`,
      }
      begin({ ...address, method: request.method, headers, agent }, (incoming) => {
        responseFrom(incoming).then(resolve, reject)
      })
        .once('error', reject)
        .end(body ?? undefined)
    })
  return { receive }
}

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

/**
 * payment-sandbox/register: for `node --import` and `node --require`. Calls of the process to the hosts of
 * PAYMENT_SANDBOX_INTERCEPT reach the running sandbox at PAYMENT_SANDBOX_URL, which says where its vault is unless
 * PAYMENT_SANDBOX_VAULT_URL does.
 */

const names = {
  hosts: 'PAYMENT_SANDBOX_INTERCEPT',
  api: 'PAYMENT_SANDBOX_URL',
  vault: 'PAYMENT_SANDBOX_VAULT_URL',
  token: 'PAYMENT_SANDBOX_CONTROL_TOKEN',
  proxy: 'PAYMENT_SANDBOX_EXEC_PROXY',
} as const

/** Ends the process before its code could call the real service. */
const giveUp = (problem: string): never => {
  process.stderr.write(`payment-sandbox/register: ${problem}\n`)
  process.exit(1)
}

const addressIn = (name: string): URL => {
  const text = process.env[name] ?? ''
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return new URL(text)
  const problem = text === '' ? 'is not set' : `is ${JSON.stringify(text)}, which is not an http or https URL`
  return giveUp(
    `${name} ${problem}: give it the address that payment-sandbox serve prints, or use payment-sandbox exec`,
  )
}

const hostsIn = (name: string): NamedHosts => {
  const text = process.env[name] ?? ''
  const result = tryHosts(text)
  return 'message' in result
    ? giveUp(`${name} ${text === '' ? 'is not set: it ' : ''}${result.message}`)
    : result
}

const askAt = async (api: URL, path: string, headers: Record<string, string>): Promise<unknown> => {
  const { receive } = forwardTo({ api, vault: api })
  const request = new Request(new URL(path, api), { headers: { accept: 'application/json', ...headers } })
  const answer = await receive({ request, server: 'api', body: null })
  return answer.ok ? answer.json() : { status: answer.status }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** Where the sandbox says its vault is. Ends the process where it does not. */
const vaultOf = async (api: URL): Promise<URL> => {
  const token = process.env[names.token]
  const info = await askAt(api, '/_sandbox/info', token ? { authorization: `Bearer ${token}` } : {})
  const vault = member(info, 'vault_url')
  if (typeof vault === 'string' && URL.canParse(vault)) return new URL(vault)
  const why =
    member(info, 'status') === 401
      ? `asks for its token, which ${names.token} must have`
      : 'does not say where its vault is'
  return giveUp(
    `${names.vault} is not set, and ${api.origin} (${names.api}) ${why}: set it to the address that payment-sandbox serve prints`,
  )
}

/** The servers of the sandbox. Ends the process where it does not answer. */
const serversAt = async (api: URL, vault: URL | null): Promise<ServerAddresses> => {
  try {
    // What the sandbox does not count as a call.
    if (member(await askAt(api, '/_sandbox/health', {}), 'status') !== 'ok')
      giveUp(`${api.origin} (${names.api}) is not a payment sandbox`)
    return { api, vault: vault ?? (await vaultOf(api)) }
  } catch (error) {
    return giveUp(
      `no sandbox answers at ${api.origin} (${names.api}): ${errorMessage(error)}. Start one with npx payment-sandbox serve`,
    )
  }
}

const lineOfEnvironment = (): ThreadLine => ({
  hosts: hostsIn(names.hosts),
  refusesOthers: false,
  servers: {
    api: addressIn(names.api).href,
    vault: process.env[names.vault] ? addressIn(names.vault).href : null,
  },
  proxy: process.env[names.proxy] ?? null,
})

const receiverFor = ({ servers, proxy }: ThreadLine): Receiver | null => {
  if (servers === null) return null
  const api = new URL(servers.api)
  const vault = servers.vault === null ? null : new URL(servers.vault)
  // `exec` runs its command with a sandbox.
  const isCertain = proxy !== null && vault !== null
  const receiver = (isCertain ? Promise.resolve({ api, vault }) : serversAt(api, vault)).then(forwardTo)
  return { receive: async (call) => (await receiver).receive(call) }
}

// Deno reads NODE_OPTIONS too. Its calls go through the proxy of `exec`.
const isDenoUnderExec = process.versions.deno !== undefined && process.env[names.proxy] !== undefined
const inherited = inheritedLines()
const lines = inherited.length > 0 || isDenoUnderExec ? inherited : [lineOfEnvironment()]
for (const line of lines) {
  const others = line.refusesOthers ? 'refuse' : 'pass'
  interceptFor(receiverFor(line), { ...line.hosts, others }, line)
}
