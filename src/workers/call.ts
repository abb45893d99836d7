import { createHostedSandbox } from '../create-sandbox'
import { uuid } from '../kernel/digest'
import type { NamedServer } from '../options/hosts'
import type { ServerUrls } from '../sandbox/opening'
import type { Access } from '../service/http/incoming'
import { chosenOptions } from './options'
import { pathOfAccount } from './place'
import type { WorkerEnv } from './platform'

/** What the worker passes to an object about a request. */
export interface ObjectCall {
  readonly account: string
  readonly server: NamedServer
  /** Of the address that was called, such as `https://sandbox.example.workers.dev`. */
  readonly origin: string
  /** Whether the worker saw the token, so that the control plane may answer. */
  readonly mayControl: boolean
  /** Whether it saw the token or a key of the account. Others do not say where one is reached. */
  readonly isKnown: boolean
  /** Whether the account is made when there is none: it saw the token, or a key of test mode. */
  readonly makes: boolean
}

/** Only the worker calls its objects, and it always writes this header. */
const header = 'payment-sandbox-call'

/** Passes a request on to the object of its account, under the address of a sandbox alone. */
export const callObject = (
  { SANDBOX: objects }: WorkerEnv,
  request: Request,
  address: URL,
  call: ObjectCall,
): Promise<Response> => {
  const passed = readdressed(request, address)
  passed.headers.set(header, JSON.stringify(call))
  return objects.get(objects.idFromName(call.account)).fetch(passed)
}

export const readdressed = (request: Request, address: URL): Request => {
  const passed = new Request(address, request)
  // The platform compresses what its clients take compressed.
  passed.headers.delete('accept-encoding')
  return passed
}

export const callOf = ({ headers }: Request): ObjectCall => {
  const text = headers.get(header)
  if (text === null) throw new Error('a sandbox object is called by the worker of createWorker() only')
  return JSON.parse(text)
}

/**
 * Any host may be called. What the worker decided counts, even where the sandbox should find its control plane behind a
 * path that the worker takes for another.
 *
 * @param controlToken `null` when the control plane needs none
 */
export const accessOf = (mayControl: boolean, controlToken: string | null): Access => ({
  allows: (_, plane) => plane === 'service' || mayControl,
  controlToken,
})

/** The addresses that the sandbox of an account gives. */
export const urlsOf = ({ account, origin }: Pick<ObjectCall, 'account' | 'origin'>) => ({
  baseUrl: `${origin}${pathOfAccount(account)}`,
  vaultUrl: `${origin}${pathOfAccount(account)}/vault`,
})

/** An answer of the worker itself, with the headers that the answers of a sandbox have. */
export const answerJson = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache, no-store',
      'x-request-id': uuid(),
      ...headers,
    },
  })

/** A refusal in the form of the control plane. */
export const refuse = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response => answerJson(status, { error: { message } }, headers)

/**
 * Answers what needs no account: a request without a key, or with one that cannot be a key, gets the answer that every
 * sandbox gives. It is made for this request alone, as requests of a worker share nothing.
 */
export const answerAlone = async (
  request: Request,
  { server, mayControl }: Pick<ObjectCall, 'server' | 'mayControl'>,
  urls: ServerUrls,
): Promise<Response> => {
  // Nothing is asked of its records.
  const unknown = uuid()
  const liveKeys = { public: `pkey_${unknown}`, secret: `skey_${unknown}` }
  const sandbox = createHostedSandbox({ ...chosenOptions().account, fixtures: [], ...urls }, { liveKeys })
  return sandbox.host.answer(request, { host: server, access: accessOf(mayControl, null) })
}
