import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { defaults } from '../config'
import { isObject } from '../kernel/json'
import { textOf, wrong } from './agreement'
import { Failure } from './failure'
import type { Given } from './given'

/** The sandbox that runs somewhere, for commands that look into it or move it. */
export interface Running {
  readonly url: string
  /**
   * An operation of the control plane, below /_sandbox.
   * @throws Failure when nobody answers, or when the answer is a refusal
   */
  control(method: Method, path: string, body?: unknown): Promise<Answer>
  /** An operation of the API, with the secret key of the account that was asked for. Throws as above. */
  api(path: string): Promise<Answer>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body of an answer that went well. */
export interface Answer {
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
}

const variable = 'PAYMENT_SANDBOX_URL'

/** Where it is: --url, what `exec` told, or where `serve` listens unless told otherwise. */
const urlOf = (given: Given): string => {
  const { env } = given
  const port = env.PAYMENT_SANDBOX_PORT || defaults.port
  const url = textOf(given, 'url') ?? (env[variable] || `http://${defaults.host}:${port}`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong(`--url must be an http or https URL, not "${url}"; for example: --url http://127.0.0.1:4111`)
  return url.replace(/\/+$/, '')
}

/** @throws SandboxError `invalid_option` for an address that is none */
export const runningOf = (given: Given): Running => {
  const url = urlOf(given)
  const control: Running['control'] = (method, path, body) =>
    ask(url, { method, path: `/_sandbox${path}${scopeOf(given, path)}`, body, key: null })
  let key: Promise<string> | null = null
  return {
    url,
    control,
    api: async (path) => {
      key ??= secretKeyOf(given, control)
      return ask(url, { method: 'GET', path, body: undefined, key: await key })
    },
  }
}

/** Operations that act on an account take it in the query. */
const scopeOf = (given: Given, path: string): string => {
  const account = textOf(given, 'account')
  const query = new URLSearchParams()
  if (account !== undefined) query.set('account', account)
  if (given.flags.live === true) query.set('livemode', 'true')
  return query.size === 0 || path === '/accounts' ? '' : `${path.includes('?') ? '&' : '?'}${query}`
}

const secretKeyOf = async (given: Given, control: Running['control']): Promise<string> => {
  const { json } = await control('GET', '/accounts')
  const accounts = Array.isArray(json.data) ? json.data.filter(isObject) : []
  const wanted = textOf(given, 'account')
  const account = wanted === undefined ? accounts[0] : accounts.find(({ id }) => id === wanted)
  if (account === undefined)
    throw new Failure(`there is no account ${wanted}: there are ${accounts.map(({ id }) => id).join(', ')}`)
  const pair = isObject(account.keys) ? account.keys[given.flags.live === true ? 'live' : 'test'] : null
  return isObject(pair) ? String(pair.secret) : ''
}

interface Call {
  readonly method: Method
  readonly path: string
  readonly body: unknown
  readonly key: string | null
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

const ask = async (url: string, { method, path, body, key }: Call): Promise<Answer> => {
  const target = new URL(`${url}${path}`)
  const { status, text } = await exchange(target, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Basic ${btoa(`${key}:`)}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `no sandbox answers at ${url} (${reasons[error.code ?? ''] ?? error.message}): ` +
        `start one with "payment-sandbox", or say where it is with --url or ${variable}`,
    )
  })
  const json = parse(text)
  if (status >= 400) throw new Failure(refusalIn(json) ?? `${target.pathname} answered ${status}`)
  if (json === null)
    throw new Failure(
      `what answers at ${url} is no payment-sandbox: say where it is with --url or ${variable}`,
    )
  return { text, json }
}

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
    // Not ours: a page of whatever else listens there.
    return null
  }
}

/** The control plane says `error.message`, the API `message`. */
const refusalIn = (json: Record<string, unknown> | null): string | null => {
  const said = isObject(json?.error) ? json.error.message : json?.message
  return typeof said === 'string' ? said : null
}

interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The global fetch has no way to trust the certificate that a sandbox on this machine made for itself. */
const exchange = (target: URL, { method, headers, body }: Sent): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const isSecure = target.protocol === 'https:'
    const options = { method, headers, rejectUnauthorized: !isLoopback(target.hostname) }
    const sent = (isSecure ? requestHttps : requestHttp)(target, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
