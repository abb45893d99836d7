import { createKeepable } from '../create-sandbox'
import type { NamedServer } from '../options/hosts'
import type { ServerUrls } from '../sandbox/opening'
import { accessOf } from './call'
import { chosenOptions } from './options'

interface CallAlone {
  readonly server: NamedServer
  readonly urls: ServerUrls
  readonly mayControl: boolean
}

/**
 * Answers what needs no account: a request without a key, or with one that cannot be a key, gets the answer that every
 * sandbox gives. It is made for this request alone, as requests of a worker share nothing.
 */
export const answerAlone = async (
  request: Request,
  { server, urls, mayControl }: CallAlone,
): Promise<Response> => {
  // Nothing is asked of its records.
  const sandbox = createKeepable({ ...chosenOptions().account, fixtures: [], ...urls })
  return sandbox.answer(request, { host: server, access: accessOf(mayControl, null) })
}
