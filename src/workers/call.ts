import type { NamedServer } from '../options/hosts'
import type { Access } from '../service/http/entrance'
import { pathOfAccount } from './place'

/** What the worker tells an object about a request. */
export interface ObjectCall {
  readonly account: string
  readonly server: NamedServer
  /** Of the address that was called, such as `https://sandbox.example.workers.dev`. */
  readonly origin: string
  /** Whether the worker saw the token, so that the control plane may answer. */
  readonly mayControl: boolean
  /** Whether it saw the token or a key of the account. Others make no account, nor say where one is reached. */
  readonly isKnown: boolean
}

/** Only the worker calls its objects, and it always writes this header. */
const header = 'payment-sandbox-call'

/** The request as the object gets it. */
export const withCall = (request: Request, address: URL, call: ObjectCall): Request => {
  const passed = new Request(address, request)
  passed.headers.set(header, JSON.stringify(call))
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
