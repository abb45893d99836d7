import { tokenCookie } from '../control/token'
import { signInPage, signInPath } from '../hosted/sign-in'
import { readStream } from '../http/read-request'
import { errorMessage } from '../kernel/sandbox-error'
import { withCall } from './call'
import { passOf, whyClosed } from './gate'
import { accountCalled, type CallPlace } from './place'
import type { WorkerEnv } from './platform'

/** A request under /_sandbox. */
export interface ControlRequest {
  readonly request: Request
  readonly url: URL
  readonly place: CallPlace
  readonly env: WorkerEnv
  /** Answers without any account. */
  readonly answerAlone: () => Promise<Response>
}

/** The control plane: nothing of any account before the token was seen. */
export const answerControl = async (asked: ControlRequest): Promise<Response> => {
  const { request, url, place, env, answerAlone } = asked
  // What browsers load and ask beforehand is the same for all accounts.
  if (place.path.startsWith('/_sandbox/assets/') || request.method === 'OPTIONS') return answerAlone()
  const isVisit = wantsPage(request)
  if (place.isInAddress && isVisit) return lead(withAccount(url, place))
  const closed = whyClosed(env.CONTROL_TOKEN)
  if (closed !== null) return refuse(403, closed)
  const token = env.CONTROL_TOKEN ?? ''
  if (place.path === signInPath) return signIn(request, url, token)
  const pass = passOf(request, url, token)
  const account = place.isInAddress ? place.account : accountCalled(url.searchParams.get('account'))
  if (!pass.anyhow) {
    if (!isVisit) return refuse(401, unsigned, { 'www-authenticate': 'Bearer' })
    return signInPage({ status: 401, account: account ?? '', isSignedIn: false })
  }
  if (account === null) {
    if (isVisit) return signInPage({ status: 200, account: '', isSignedIn: true })
    return refuse(400, 'name the account in ?account=<name>: the part after skey_test_ of its keys')
  }
  return pass.byHeader || !isForHeader(request, place) ? toAccount(asked, account) : refuse(403, headerOnly)
}

/** To its object, which sees the address of a sandbox alone, and checks the token and the caller again. */
const toAccount = (
  { request, url, place, env }: ControlRequest,
  account: string,
): Promise<Response> | Response => {
  if (place.path === '/_sandbox/accounts' && request.method === 'POST') return refuse(403, makesItself)
  const address = new URL(url)
  address.pathname = place.path
  if (!place.isInAddress) address.searchParams.delete('account')
  const { SANDBOX: objects } = env
  const passed = withCall(request, address, {
    account,
    server: place.server,
    origin: url.origin,
    mayControl: true,
  })
  return objects.get(objects.idFromName(account)).fetch(passed)
}

const unsigned =
  'the control plane requires the token: send "Authorization: Bearer <CONTROL_TOKEN>", run commands with ' +
  '--control-token, or open /_sandbox/ in a browser and sign in'
const makesItself = 'an account is made by the first use of its keys, skey_test_<name> and pkey_test_<name>'
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

const lead = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer', ...headers } })

const refuse = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ error: { message } }, { status, headers })

const signIn = async (request: Request, url: URL, token: string): Promise<Response> => {
  if (request.method !== 'POST') return lead('/_sandbox/')
  const form = await readForm(request)
  if (typeof form === 'string') return refuse(400, form)
  const account = accountCalled(form.get('account')) ?? ''
  // The browser has it already where it was asked for the account alone.
  const given = new Headers(request.headers)
  if (form.has('token')) given.set('authorization', `Bearer ${form.get('token')}`)
  const isSignedIn = passOf(new Request(url, { headers: given }), url, token).anyhow
  if (!isSignedIn)
    return signInPage({
      status: 401,
      account,
      isSignedIn,
      complaint: 'This is not the token of this sandbox.',
    })
  const cookie = { 'set-cookie': tokenCookie(token, url) }
  return lead(account === '' ? '/_sandbox/' : `/_sandbox/?account=${account}`, cookie)
}

/** Anyone may send this form, and a token is short. */
const signInBytesMax = 16 * 1024

const readForm = async (request: Request): Promise<URLSearchParams | string> => {
  try {
    const { body } = request
    const bytes = body === null ? undefined : await readStream(body, signInBytesMax)
    return new URLSearchParams(new TextDecoder().decode(bytes))
  } catch (error) {
    return `the form cannot be read: ${errorMessage(error)}`
  }
}
