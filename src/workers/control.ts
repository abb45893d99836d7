import { isSameSecret } from '../kernel/digest'
import { bearerIn, tokenCookie, tokenInCookies } from '../service/http/control-token'
import { answerJson, callObject, refuse } from './call'
import { type CallPlace, type GivenName, readName } from './place'
import type { WorkerEnv } from './platform'

/** A request under /_sandbox. */
interface ControlRequest {
  readonly request: Request
  readonly url: URL
  /** Where callers reach the worker. */
  readonly origin: string
  readonly place: CallPlace
  readonly env: WorkerEnv
  /** Answers without any account. */
  readonly answerAlone: () => Promise<Response>
}

/**
 * The control plane: nothing of any account before the token was seen. It comes in the header `Authorization: Bearer`,
 * or in the cookie that a browser gets for `?token=`.
 */
export const answerControl = async (asked: ControlRequest): Promise<Response> => {
  const { request, url, origin, place, env, answerAlone } = asked
  if (place.server === 'vault') return refuse(404, onTheApi)
  // What browsers load and ask beforehand is the same for all accounts.
  if (place.path.startsWith('/_sandbox/assets/') || request.method === 'OPTIONS') return answerAlone()
  const isVisit = wantsPage(request)
  if (place.isInAddress && isVisit) return redirect(withAccount(url, place))
  const inHeader = bearerIn(request.headers.get('authorization') ?? '')
  const inAddress = isVisit ? url.searchParams.get('token') : null
  const sent = inHeader ?? inAddress ?? tokenInCookies(request.headers.get('cookie') ?? '', url.host)
  const isHealthCheck = request.method === 'GET' && place.path === '/_sandbox/health'
  if (isHealthCheck && sent === undefined) return answerJson(200, { status: 'ok' })
  const token = env.CONTROL_TOKEN ?? ''
  const flaw = flawOf(token)
  if (flaw !== null)
    return refuse(403, `the control plane is closed: CONTROL_TOKEN ${flaw}. ${howToSetToken}`)
  if (sent === undefined || !isSameSecret(sent, token))
    return refuse(401, sent === undefined ? withoutToken : wrongToken, { 'www-authenticate': 'Bearer' })
  if (inAddress !== null) {
    const cookie = tokenCookie(token, { host: url.host, protocol: new URL(origin).protocol })
    return redirect(withoutTokenIn(url, place), { 'set-cookie': cookie })
  }
  const name = nameIn(url.searchParams.get('account'), place)
  if ('problem' in name) return refuse(400, `?account=<name>: ${name.problem}`)
  if (isForHeader(request, place) && inHeader === undefined) return refuse(403, headerOnly)
  return toAccount(asked, name.account)
}

/** As many digits as `openssl rand -hex 16` prints: the worker does not count wrong tokens. */
const tokenLengthMin = 32

/** Characters that a header and a cookie carry without encoding. */
const writable = /^[!#-+\--:<-[\]-~]+$/

/** Why the token protects nothing, or no client could send it; `null` when it is fine. */
const flawOf = (token: string): string | null => {
  if (token === '') return 'is not set'
  if (token.length < tokenLengthMin)
    return `has ${token.length} characters, and needs at least ${tokenLengthMin}, as it could be guessed`
  return writable.test(token)
    ? null
    : 'must be letters, digits and marks, without spaces, quotes, commas, ; and \\'
}

const howToSetToken =
  'Make one with "openssl rand -hex 32", and set it with "npx wrangler secret put CONTROL_TOKEN"'

const nameIn = (given: string | null, { isInAddress, account }: CallPlace): GivenName =>
  isInAddress && account !== null ? { account } : readName(given)

/** To its object, which sees the address of a sandbox alone, and checks the token and the caller again. */
const toAccount = (
  { request, url, origin, place: { path, isInAddress, server }, env }: ControlRequest,
  account: string,
): Promise<Response> => {
  const address = new URL(url)
  address.pathname = path
  if (!isInAddress) address.searchParams.delete('account')
  return callObject(env, request, address, {
    account,
    server,
    origin,
    mayControl: true,
    isKnown: true,
    makes: true,
  })
}

const onTheApi =
  'the control plane is on the API server: leave out /vault, or call the host whose name does not begin with vault.'
const withoutToken =
  'the control plane requires the token: send "Authorization: Bearer <CONTROL_TOKEN>", run commands with ' +
  '--control-token, or open /_sandbox/?account=<name>&token=<CONTROL_TOKEN> in a browser once'
const wrongToken =
  'this is not the token of the control plane: take the value that was given to the secret CONTROL_TOKEN of this worker'
const headerOnly = 'to delete a state, send the token in the header "Authorization: Bearer <CONTROL_TOKEN>"'

/** What cannot be undone. */
const isForHeader = ({ method }: Request, { path }: CallPlace): boolean =>
  method === 'DELETE' && path === '/_sandbox/state'

const wantsPage = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('accept')?.includes('text/html') === true

/** Links of the dashboard name the account in the query. */
const withAccount = (url: URL, { path, account }: CallPlace): string => {
  const query = new URLSearchParams(url.search)
  query.set('account', account ?? '')
  return `${path}?${query}`
}

const withoutTokenIn = (url: URL, { path }: CallPlace): string => {
  const query = new URLSearchParams(url.search)
  query.delete('token')
  return `${path}${query.size === 0 ? '' : `?${query}`}`
}

/** Sends a browser on. */
const redirect = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer', ...headers } })
