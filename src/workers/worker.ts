import type { NamedServer } from '../hosts'
import { createKeepable } from '../sandbox'
import { accessOf, withCall } from './call'
import { answerControl } from './control'
import { choose, chosenOptions, type WorkerOptions } from './options'
import { placeOf } from './place'
import type { WorkerEnv } from './platform'

/** What a module of Workers exports by default. */
export interface SandboxWorker {
  fetch(request: Request, env: WorkerEnv): Promise<Response>
}

/**
 * A sandbox for a team on Cloudflare Workers or workerd: the name in `skey_test_<name>` picks the account, and each
 * account lives in a Durable Object of its own.
 *
 * @example
 * import { createWorker, SandboxObject } from 'payment-sandbox/workers'
 * export { SandboxObject }
 * export default createWorker()
 *
 * @param options those of `createSandbox`, without those of accounts and addresses; they apply to each account
 * @throws SandboxError `invalid_option`, naming each option that is wrong
 */
export const createWorker = (options: WorkerOptions = {}): SandboxWorker => {
  choose(options)
  return { fetch: answer }
}

const answer = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const url = new URL(request.url)
  const place = placeOf(url, request.headers)
  const { account, server, path } = place
  const { origin } = url
  const address = new URL(url)
  address.pathname = path
  const answerAlone = (mayControl: boolean) => answerWithoutAccount(request, { server, address, mayControl })
  if (server === 'api' && /^\/_sandbox(?:\/|$)/.test(path))
    return answerControl({ request, url, place, env, answerAlone: () => answerAlone(true) })
  if (account === null) return answerAlone(false)
  const { SANDBOX: objects } = env
  return objects
    .get(objects.idFromName(account))
    .fetch(withCall(request, address, { account, server, origin, mayControl: false }))
}

interface CallAlone {
  readonly server: NamedServer
  /** Without the path of the server. */
  readonly address: URL
  readonly mayControl: boolean
}

/**
 * Answers what names no account: a request without a key, or with one that cannot be a key, gets the answer that every
 * sandbox gives. It is made for this request alone, as requests of a worker share nothing.
 */
const answerWithoutAccount = async (
  request: Request,
  { server, address, mayControl }: CallAlone,
): Promise<Response> => {
  const { origin } = address
  // Nothing is asked of its records.
  const sandbox = createKeepable({
    ...chosenOptions(),
    fixtures: [],
    baseUrl: origin,
    vaultUrl: `${origin}/vault`,
  })
  const passed = new Request(address, request)
  passed.headers.delete('accept-encoding')
  return sandbox.answer(passed, { host: server, access: accessOf(mayControl, null) })
}
