import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Issue } from '../control/errors'
import { isLoopback } from '../kernel/hosts'
import { isObject } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import { defaults, envOf } from '../options/config'
import { Failure, type Given, optionText, wrong } from './given'
import { type Following, following, showingPatience, showingProgress } from './progress'

/** A running sandbox, for the commands that inspect it or change it. */
export interface ReachedSandbox {
  readonly url: string
  /**
   * An operation of the control plane, below /_sandbox.
   * @throws Failure when no server answers, or when the answer is an error
   */
  control(method: HttpMethod, path: string, body?: unknown): Promise<ServerAnswer>
  /**
   * A long operation of the control plane. The terminal shows its progress, and Ctrl-C stops it. Throws as above, and a
   * Failure when it was stopped.
   */
  long(method: HttpMethod, path: string, body?: object): Promise<ServerAnswer>
  /** The answer of an operation of the control plane as a stream, for large answers. Throws as above. */
  pieces(path: string): Promise<AsyncIterable<Buffer>>
  /** An operation of the API, with the secret key of the chosen account. Throws as above. */
  api(path: string): Promise<ServerAnswer>
  /** New events of that account. Throws as above. */
  follow(): Promise<Following>
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body of a successful answer. */
export interface ServerAnswer {
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

const variable = 'PAYMENT_SANDBOX_URL'

/** Its address: --url, the variable that `exec` sets, or the default address of `serve`. */
const urlOf = (given: Given): string => {
  const { env } = given
  const port = env.PAYMENT_SANDBOX_PORT || defaults.port
  const url = optionText(given, 'url') ?? (env[variable] || `http://${defaults.host}:${port}`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong(`--url must be an http or https URL, not "${url}"; for example: --url http://127.0.0.1:4111`)
  return url.replace(/\/+$/, '')
}

/** @throws SandboxError `invalid_option` for an invalid address */
export const runningOf = (given: Given): ReachedSandbox => {
  const url = urlOf(given)
  const bearer = bearerOf(given)
  const control: ReachedSandbox['control'] = (method, path, body) =>
    ask(url, { method, path: `/_sandbox${path}${scopeOf(given, path)}`, body, headers: bearer })
  let found: Promise<ChosenAccount> | null = null
  const account = (): Promise<ChosenAccount> => {
    found ??= accountOf(given, control)
    return found
  }
  return {
    url,
    control,
    long: (method, path, body) =>
      askLong(url, { method, path: `/_sandbox${path}${scopeOf(given, path)}`, body, headers: bearer }),
    pieces: async (path) => {
      const target = new URL(`${url}/_sandbox${path}`)
      const answer = await reaching(url, send(target, { method: 'GET', headers: bearer, body: '' }))
      if (answer.statusCode === 200) return piecesOf(url, answer)
      throw refusalOf(target, answer.statusCode ?? 0, parse(await textIn(answer)))
    },
    api: async (path) => {
      const headers = { authorization: `Basic ${btoa(`${(await account()).key}:`)}` }
      return ask(url, { method: 'GET', path, body: undefined, headers })
    },
    follow: async () => {
      const { id } = await account()
      const livemode = String(given.flags.live === true)
      const target = new URL(
        `${url}/_sandbox/stream?${new URLSearchParams({ only: 'events', account: id, livemode })}`,
      )
      return following((lastId) =>
        openStream(url, target, {
          ...bearer,
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        }),
      )
    },
  }
}

type SentHeaders = Readonly<Record<string, string>>

/** The control token, which a sandbox outside loopback asks for. Throws as `runningOf`. */
const bearerOf = (given: Given): SentHeaders => {
  const token = optionText(given, 'controlToken') ?? given.env[envOf('controlToken')]
  if (!token) return {}
  if (!/^[!-~]+$/.test(token))
    throw wrong('--control-token must be letters, digits and marks, without spaces')
  return { authorization: `Bearer ${token}` }
}

const openStream = async (url: string, target: URL, headers: SentHeaders): Promise<IncomingMessage> => {
  const answer = await reaching(url, send(target, { method: 'GET', headers, body: '' }))
  if (answer.headers['content-type']?.startsWith('text/event-stream') === true) return answer
  answer.destroy()
  throw new Failure(
    `${target.pathname} answered ${answer.statusCode}: it is not a payment-sandbox of this version`,
  )
}

/** Operations on an account take its id in the query. */
const scopeOf = (given: Given, path: string): string => {
  const account = optionText(given, 'account')
  const query = new URLSearchParams()
  if (account !== undefined) query.set('account', account)
  if (given.flags.live === true) query.set('livemode', 'true')
  return query.size === 0 || path === '/accounts' ? '' : `${path.includes('?') ? '&' : '?'}${query}`
}

/** The account of a command, and the key with which it calls the API. */
interface ChosenAccount {
  readonly id: string
  readonly key: string
}

const accountOf = async (given: Given, control: ReachedSandbox['control']): Promise<ChosenAccount> => {
  const { json } = await control('GET', '/accounts')
  const accounts = Array.isArray(json.data) ? json.data.filter(isObject) : []
  const wanted = optionText(given, 'account')
  const account = wanted === undefined ? accounts[0] : accounts.find(({ id }) => id === wanted)
  if (account === undefined)
    throw new Failure(`there is no account ${wanted}: there are ${accounts.map(({ id }) => id).join(', ')}`)
  const pair = isObject(account.keys) ? account.keys[given.flags.live === true ? 'live' : 'test'] : null
  return { id: String(account.id), key: isObject(pair) ? String(pair.secret) : '' }
}

interface ApiCall {
  readonly method: HttpMethod
  readonly path: string
  readonly body: unknown
  readonly headers: SentHeaders
}

const ask = async (url: string, { method, path, body, headers }: ApiCall): Promise<ServerAnswer> => {
  const target = new URL(`${url}${path}`)
  const sent = exchange(target, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { status, text } = await showingPatience(`waiting for ${url}`, reaching(url, sent))
  const json = parse(text)
  if (status >= 400) throw refusalOf(target, status, json)
  if (json === null)
    throw new Failure(
      `what answers at ${url} is not a payment-sandbox: give its address with --url or ${variable}`,
    )
  return { text, json }
}

const askLong = async (url: string, { method, path, body, headers }: ApiCall): Promise<ServerAnswer> => {
  const target = new URL(`${url}${path}`)
  const answer = await reaching(
    url,
    send(target, {
      method,
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
    }),
  )
  if (answer.statusCode !== 200) throw refusalOf(target, answer.statusCode ?? 0, parse(await textIn(answer)))
  let isEnded = false
  const end = (): void => {
    isEnded = true
    answer.destroy()
  }
  process.once('SIGINT', end)
  try {
    const { event, text } = await showingProgress(answer)
    const json = parse(text)
    if (event === 'done' && json !== null) return { text, json }
    if (event === 'error') throw refusalOf(target, 0, json)
    throw new Failure(isEnded ? 'stopped' : `${url} broke off its answer`)
  } finally {
    process.off('SIGINT', end)
  }
}

const refusalOf = (target: URL, status: number, json: Record<string, unknown> | null): Failure =>
  new Failure(refusalIn(json) ?? `${target.pathname} answered ${status}`, issuesIn(json))

async function* piecesOf(url: string, answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* answer
  } catch (error) {
    throw new Failure(`${url} broke off its answer (${errorMessage(error)})`)
  }
}

/** @throws Failure with the reason why no server could be reached */
const reaching = <T>(url: string, sent: Promise<T>): Promise<T> =>
  sent.catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `no sandbox answers at ${url} (${reasons[error.code ?? ''] ?? error.message}): ` +
        `start one with "payment-sandbox", or give its address with --url or ${variable}`,
    )
  })

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  ECONNRESET: 'it closed the connection',
}

const parse = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // Not an answer of the sandbox: another server listens there.
    return null
  }
}

/** The control plane has the text in `error.message`, the API in `message`. */
const refusalIn = (json: Record<string, unknown> | null): string | null => {
  const message = isObject(json?.error) ? json.error.message : json?.message
  return typeof message === 'string' ? message : null
}

/** The control plane names each wrong field of a body. */
const issuesIn = (json: Record<string, unknown> | null): readonly Issue[] => {
  const issues = isObject(json?.error) ? json.error.issues : null
  if (!Array.isArray(issues)) return []
  return issues
    .filter(isObject)
    .map(({ path, message }) => ({ path: String(path), message: String(message) }))
}

interface SentRequest {
  readonly method: string
  readonly headers: SentHeaders
  readonly body: string
}

const exchange = async (target: URL, sent: SentRequest): Promise<{ status: number; text: string }> => {
  const answer = await send(target, sent)
  return { status: answer.statusCode ?? 0, text: await textIn(answer) }
}

const textIn = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The global fetch has no option to trust the self-signed certificate of a sandbox. */
const send = (target: URL, { method, headers, body }: SentRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isSecure = target.protocol === 'https:'
    const options = { method, headers, rejectUnauthorized: !isLoopback(target.hostname) }
    const sent = (isSecure ? requestHttps : requestHttp)(target, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
