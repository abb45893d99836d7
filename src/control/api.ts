import { isObject, jsonIn } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import { ControlError } from './errors'
import type { ControlCall } from './route'

/** A request to the service. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body: object
  /** Default: the API, with the secret key. The vault gets the public key. */
  readonly to?: 'vault'
}

interface ApiAnswer {
  readonly status: number
  readonly body: { readonly [field: string]: unknown }
}

type ApiCaller = Pick<ControlCall<unknown>, 'sandbox' | 'mode'>

/**
 * Sends a request with a key of the account, as a client does, so that the journal shows it.
 * @throws ControlError 502 when a fault cuts the connection
 */
export const sendToApi = async (
  { sandbox, mode }: ApiCaller,
  { method, path, body, to }: ApiRequest,
): Promise<ApiAnswer> => {
  const { public: publicKey, secret } = mode().authorization
  try {
    const answer = await sandbox.fetch(`${to === 'vault' ? sandbox.vaultUrl : sandbox.url}${path}`, {
      method,
      headers: { authorization: to === 'vault' ? publicKey : secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: readObject(await answer.text()) }
  } catch (error) {
    throw noAnswer(error)
  }
}

/** Of a request that a fault cut off; anything else that was thrown stays as it is. */
export const noAnswer = (error: unknown): unknown => {
  if (!(error instanceof TypeError)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  return new ControlError(502, `the request had no answer: ${errorMessage(cause)}`)
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
