import type { IncomingMessage } from 'node:http'
import { text as textIn } from 'node:stream/consumers'
import { isObject, once } from '../../kernel/json'
import {
  answerTo,
  basic,
  bearer,
  type JsonFields,
  objectIn,
  openAnswer,
  refusalIn,
  type SandboxRequest,
} from '../../node/running-sandbox'
import { defaults, envOf } from '../../options/config'
import { Failure, type Given, optionText, wrong } from '../command-line'
import { showProgress, showWaiting } from '../progress'
import { following } from './event-stream'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The body of a successful answer. */
export interface ServerAnswer {
  readonly text: string
  readonly json: JsonFields
}

/** The variable that `exec` sets for its command. */
export const urlVariable = 'PAYMENT_SANDBOX_URL'

/** Its address: --url, the variable that `exec` sets, or the default address of `serve`. */
const urlOf = (given: Given): string => {
  const { env } = given
  const port = env.PAYMENT_SANDBOX_PORT || defaults.port
  const url = optionText(given, 'url') ?? (env[urlVariable] || `http://${defaults.host}:${port}`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong(`--url must be an http or https URL, not "${url}"; for example: --url http://127.0.0.1:4111`)
  return url.replace(/\/+$/, '')
}

/** A running sandbox, for the commands that inspect it or change it. */
export type RunningClient = ReturnType<typeof runningClient>

/** @throws SandboxError `invalid_option` for an invalid address */
export const runningClient = (given: Given) => {
  const url = urlOf(given)
  const headers = bearerOf(given)
  const toControl = (method: HttpMethod, path: string, body?: unknown): SandboxRequest => ({
    url,
    method,
    path: `/_sandbox${path}${scopeOf(given, path)}`,
    headers,
    body,
  })
  const control = (...call: Parameters<typeof toControl>): Promise<ServerAnswer> => ask(toControl(...call))
  const account = once(() => accountOf(given, control))
  return {
    /**
     * An operation of the control plane, below /_sandbox.
     * @throws Failure when no server answers, or when the answer is an error
     */
    control,
    /** The answer as it is, also an error. @throws Failure when no server answers */
    answer: async (method: string, path: string, body?: object) => {
      const call = { url, method, path: `/_sandbox${path}`, headers, body }
      const { status, json } = await reaching(url, answerTo(call))
      return { status, body: json }
    },
    /**
     * A long operation of the control plane. The terminal shows its progress, and Ctrl-C stops it. Throws as above, and
     * a Failure when it was stopped.
     */
    long: (...call: Parameters<typeof toControl>) => askLong(toControl(...call)),
    /** An operation of the API, with the secret key of the chosen account. Throws as above. */
    api: async (path: string) => {
      const { key } = await account()
      return ask({ url, method: 'GET', path, headers: { authorization: basic(key) } })
    },
    /** New events of that account. Throws as above. */
    follow: async () => {
      const { id } = await account()
      const livemode = String(given.flags.live === true)
      const path = `/_sandbox/stream?${new URLSearchParams({ only: 'events', account: id, livemode })}`
      return following((lastId) => {
        const after = lastId === null ? {} : { 'last-event-id': lastId }
        return openStream({ url, method: 'GET', path, headers: { ...headers, ...after } })
      })
    },
  }
}

/** The control token, which a sandbox outside loopback asks for. Throws as `runningClient`. */
const bearerOf = (given: Given): SandboxRequest['headers'] => {
  const token = optionText(given, 'controlToken') ?? given.env[envOf('controlToken')]
  if (!token) return {}
  if (!/^[!-~]+$/.test(token))
    throw wrong('--control-token must be letters, digits and marks, without spaces')
  return { authorization: bearer(token) }
}

const openStream = async (call: SandboxRequest): Promise<IncomingMessage> => {
  const answer = await reaching(call.url, openAnswer(call))
  if (answer.headers['content-type']?.startsWith('text/event-stream') === true) return answer
  answer.destroy()
  const what = `${pathnameOf(call)} answered ${answer.statusCode}`
  throw new Failure(`${what}: it is not a payment-sandbox of this version`)
}

/** Operations on an account take its id in the query. */
const scopeOf = (given: Given, path: string): string => {
  const account = optionText(given, 'account')
  const query = new URLSearchParams()
  if (account !== undefined) query.set('account', account)
  if (given.flags.live === true) query.set('livemode', 'true')
  return query.size === 0 || path === '/accounts' ? '' : `${path.includes('?') ? '&' : '?'}${query}`
}

/** By its id, or by one of its keys in either mode. */
const isNamed = ({ id, keys }: JsonFields, wanted: string): boolean =>
  id === wanted ||
  Object.values(isObject(keys) ? keys : {}).some(
    (pair) => isObject(pair) && Object.values(pair).includes(wanted),
  )

/** The account of a command, and the key with which it calls the API. */
const accountOf = async (given: Given, control: (method: 'GET', path: string) => Promise<ServerAnswer>) => {
  const { json } = await control('GET', '/accounts')
  const accounts = Array.isArray(json.data) ? json.data.filter(isObject) : []
  const wanted = optionText(given, 'account')
  const account = wanted === undefined ? accounts[0] : accounts.find((one) => isNamed(one, wanted))
  if (account === undefined)
    throw new Failure(
      `there is no account ${wanted}: name one by its id or one of its keys; there are ${accounts.map(({ id }) => id).join(', ')}`,
    )
  const pair = isObject(account.keys) ? account.keys[given.flags.live === true ? 'live' : 'test'] : null
  return { id: String(account.id), key: isObject(pair) ? String(pair.secret) : '' }
}

const ask = async (call: SandboxRequest): Promise<ServerAnswer> => {
  const { url } = call
  const { status, text, json } = await showWaiting(`waiting for ${url}`, reaching(url, answerTo(call)))
  if (status >= 400) throw refusalOf(call, status, json)
  if (json === null)
    throw new Failure(
      `the server at ${url} is not a payment-sandbox: give the address of one with --url or ${urlVariable}`,
    )
  return { text, json }
}

const askLong = async (call: SandboxRequest): Promise<ServerAnswer> => {
  const asked = { ...call, headers: { ...call.headers, accept: 'text/event-stream' } }
  const answer = await reaching(call.url, openAnswer(asked))
  if (answer.statusCode !== 200) throw refusalOf(call, answer.statusCode, objectIn(await textIn(answer)))
  let isEnded = false
  const end = (): void => {
    isEnded = true
    answer.destroy()
  }
  process.once('SIGINT', end)
  try {
    const { event, text } = await showProgress(answer)
    const json = objectIn(text)
    if (event === 'done' && json !== null) return { text, json }
    if (event === 'error') throw refusalOf(call, 0, json)
    throw new Failure(isEnded ? 'stopped' : `${call.url} broke off its answer`)
  } finally {
    process.off('SIGINT', end)
  }
}

const pathnameOf = ({ url, path }: SandboxRequest): string => new URL(`${url}${path}`).pathname

/** With each wrong field of a body. */
const refusalOf = (call: SandboxRequest, status: number | undefined, json: JsonFields | null): Failure => {
  const { message, code, issues, more } = refusalIn(json)
  const fields = Array.isArray(issues) ? issues.filter(isObject) : []
  return new Failure(
    typeof message === 'string' ? message : `${pathnameOf(call)} answered ${status}`,
    // A word that is no duration or time is wrong usage.
    code === 'invalid_duration' || code === 'invalid_time' ? 2 : 1,
    fields.map(({ path, message: why }) => ({ path: String(path), message: String(why) })),
    typeof more === 'number' ? more : 0,
  )
}

/** @throws Failure with the reason why no server could be reached */
const reaching = <T>(url: string, sent: Promise<T>): Promise<T> =>
  sent.catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `no sandbox answers at ${url} (${reasons[error.code ?? ''] ?? error.message}): ` +
        `start one with "npx payment-sandbox", or give its address with --url or ${urlVariable}`,
    )
  })

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  ECONNRESET: 'it closed the connection',
}
