import { isObject, jsonIn } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import type { NamedServer } from '../options/hosts'
import type { Sandbox } from '../sandbox/sandbox'
import { ControlError } from './errors'
import type { ControlCall } from './route'

/** A request to the service. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body: object
  /** Default: the API, with the secret key. The vault gets the public key. */
  readonly to?: NamedServer
}

interface ApiAnswer {
  readonly status: number
  readonly body: { readonly [field: string]: unknown }
}

type ApiCaller = Pick<ControlCall<unknown>, 'sandbox' | 'mode'>

/**
 * Calls a server of the sandbox as a client does, so that the journal shows it.
 * @throws ControlError 502 when a fault cuts the connection
 */
export const fetchFrom = async (
  sandbox: Sandbox,
  server: NamedServer,
  path: string,
  init: RequestInit,
): Promise<Response> => {
  try {
    return await sandbox.fetch(`${server === 'vault' ? sandbox.vaultUrl : sandbox.url}${path}`, init)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const cause = error.cause instanceof Error ? error.cause : error
    throw new ControlError(502, `the request had no answer: ${errorMessage(cause)}`)
  }
}

/** Sends a request with a key of the account. Throws as `fetchFrom`. */
export const sendToApi = async (
  { sandbox, mode }: ApiCaller,
  { method, path, body, to = 'api' }: ApiRequest,
): Promise<ApiAnswer> => {
  const { public: publicKey, secret } = mode().authorization
  const authorization = to === 'vault' ? publicKey : secret
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetchFrom(sandbox, to, path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: readObject(await answer.text()) }
}

/** The answer to a request that must succeed. @throws ControlError with the status and the message of the API */
export const askApi = async (sender: ApiCaller, request: ApiRequest): Promise<ApiAnswer['body']> => {
  const { status, body } = await sendToApi(sender, request)
  if (status < 400) return body
  throw new ControlError(status, String(body.message ?? `the service answered ${status}`))
}

/** A fault can answer with any text. */
const readObject = (text: string): ApiAnswer['body'] => {
  const value = jsonIn(text)
  if (value === undefined) return { message: text.slice(0, 500) }
  return isObject(value) ? value : {}
}
