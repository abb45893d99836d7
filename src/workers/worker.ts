import { unknownHostText } from '../kernel/hosts'
import { defaults } from '../options/config'
import { errorObject, errorPageOf } from '../service/http/errors'
import { isWebhook, noReceiver } from '../service/webhooks/message'
import { answerAlone, answerJson, callObject, readdressed } from './call'
import { answerControl } from './control'
import { choose, chosenOptions, isOwnHost, type WorkerOptions } from './options'
import { isControl, placeOf } from './place'
import type { WorkerEnv } from './platform'

/** What a module of Workers exports by default. */
export interface SandboxWorker {
  fetch(request: Request, env: WorkerEnv): Promise<Response>
}

/**
 * A sandbox for a team on Cloudflare Workers or workerd: the name in `skey_test_<name>` picks the account, and each
 * account lives in its own Durable Object.
 *
 * @example
 * import { createWorker, SandboxObject } from 'payment-sandbox/workers'
 * export { SandboxObject }
 * export default createWorker()
 *
 * @param options those of `createSandbox`, without those of accounts and addresses, which apply to each account, and
 * those of the worker. Off localhost it needs `baseUrl` or `allowHosts`
 * @throws SandboxError `invalid_option`, naming each option that is wrong
 */
export const createWorker = (options: WorkerOptions = {}): SandboxWorker => {
  choose(options)
  return worker
}

/** With the options that were chosen. */
export const worker: SandboxWorker = { fetch: (request, env) => answer(request, env) }

const answer = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const url = new URL(request.url)
  const { baseUrl, docsUrl } = chosenOptions().account
  // No link begins with a name of the caller's choice.
  const origin = baseUrl ?? (isOwnHost(url) ? url.origin : defaults.baseUrl)
  const refusal = refusalOf(request, url)
  if (refusal !== null) {
    const { status, code, message } = refusal
    return answerJson(status, errorObject(code, message, errorPageOf({ baseUrl: origin, docsUrl })))
  }
  const place = placeOf(url, request.headers)
  const { account, server, path, isKeyed, isTestKeyed } = place
  const address = new URL(url)
  address.pathname = path
  const urls = { baseUrl: origin, vaultUrl: `${origin}/vault` }
  const alone = (mayControl: boolean) =>
    answerAlone(readdressed(request, address), { server, mayControl }, urls)
  if (isControl(path))
    return answerControl({ request, url, origin, place, env, answerAlone: () => alone(true) })
  if (account === null) return alone(false)
  const call = { account, server, origin, mayControl: false, isKnown: isKeyed, makes: isTestKeyed }
  return callObject(env, request, address, call)
}

/** The journal of an account keeps the addresses of its requests, and its object has little memory. */
const addressLengthMax = 16 * 1024

const tooLong = {
  status: 414,
  code: 'bad_request',
  message: `the address of the request is too long (maximum is ${addressLengthMax} characters): send parameters in the body`,
} as const

const foreign = ({ host }: URL) =>
  ({
    status: 403,
    code: 'not_authorized',
    message: unknownHostText(
      host,
      (name) =>
        `if it is a name of this worker, give createWorker() baseUrl: 'https://${name}' or allowHosts: ['${name}']`,
    ),
  }) as const

/** What is answered without an account. */
const refusalOf = ({ headers }: Request, url: URL) => {
  if (isWebhook(headers.get('user-agent'))) return noReceiver
  if (!isOwnHost(url)) return foreign(url)
  return url.href.length > addressLengthMax ? tooLong : null
}
