import { isSameSecret } from '../kernel/digest'
import { addressName, groupsOf } from '../kernel/hosts'
import { errorMessage } from '../kernel/sandbox-error'
import { type SignIn, signInPage, signInPath } from '../pages/payers/sign-in'
import { bearerIn, tokenCookie, tokenInCookies } from '../service/http/control-token'
import { readStream } from '../service/http/read-body'
import { answerJson, callObject, refuse } from './call'
import { type CallPlace, type GivenName, namePattern, nameRule, readName } from './place'
import type { WorkerEnv } from './platform'

const minuteMs = 60_000
/** Wrong tokens a minute that an address may send. */
const addressMax = 10
/** Those of all addresses together: workerd believes the address that its caller names. */
const totalMax = 100
const trustedMax = 1000

/**
 * Counts the wrong tokens of a minute, each once: a page or a job with a token of yesterday repeats it. The memory of
 * one copy of the worker is all that it needs, as a platform keeps few copies near a caller.
 */
export class Attempts {
  readonly #now: () => number
  #minute = 0
  #total = 0
  readonly #wrong = new Map<string, Set<string>>()
  /** Addresses that had the right token. Wrong ones from elsewhere do not keep them out. */
  readonly #trusted = new Set<string>()

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts an attempt.
   *
   * @param tokens those that it has
   * @returns after how many seconds the next one is looked at; `null` when this one is
   */
  take(address: string, tokens: readonly string[], isRight: boolean): number | null {
    if (tokens.length === 0) return null
    this.#begin(Math.floor(this.#now() / minuteMs))
    const wrong = this.#wrong.get(address) ?? new Set()
    if (wrong.size >= addressMax || (this.#total >= totalMax && !this.#trusted.has(address)))
      return Math.ceil(((this.#minute + 1) * minuteMs - this.#now()) / 1000)
    if (isRight) this.#trust(address)
    else {
      this.#total -= wrong.size
      for (const token of tokens) wrong.add(token)
      this.#total += wrong.size
      this.#wrong.set(address, wrong)
    }
    return null
  }

  #begin(minute: number): void {
    if (minute === this.#minute) return
    this.#minute = minute
    this.#total = 0
    this.#wrong.clear()
  }

  #trust(address: string): void {
    if (this.#trusted.size >= trustedMax) this.#trusted.clear()
    this.#trusted.add(address)
  }
}

/** Who sends a request, as the platform says; of IPv6 the network, as one customer has all addresses in it. */
export const callerOf = (headers: Headers): string => {
  const address = (headers.get('cf-connecting-ip') ?? '').slice(0, 100)
  return groupsOf(addressName(address))?.slice(0, 4).join(':') ?? address
}

/** The places in which a request has the right token. */
interface Pass {
  /** Which no page of another site can send. */
  readonly byHeader: boolean
  /** The one of the sign-in page. */
  readonly inCookie: boolean
  /** `?token=`, for the address of a page. */
  readonly inAddress: boolean
  /** All that it has, right or wrong. */
  readonly given: readonly string[]
}

/** Characters that a header and a cookie carry without encoding. */
const writable = /^[!#-+\--:<-[\]-~]+$/

/** Why the control plane is closed for everyone; `null` when it is open for those with the token. */
const whyClosed = (token: string | undefined): string | null => {
  if (!token)
    return 'the control plane is closed, as the secret CONTROL_TOKEN is not set: set it with "npx wrangler secret put CONTROL_TOKEN"'
  return writable.test(token)
    ? null
    : 'the control plane is closed: CONTROL_TOKEN must be letters, digits and marks, without spaces, quotes, commas, ; and \\'
}

const passOf = ({ headers }: Request, { host, searchParams }: URL, token: string): Pass => {
  const isRight = (given: string | undefined): boolean => given !== undefined && isSameSecret(given, token)
  const header = bearerIn(headers.get('authorization') ?? '')
  const cookie = tokenInCookies(headers.get('cookie') ?? '', host)
  const address = searchParams.get('token') ?? undefined
  return {
    byHeader: isRight(header),
    inCookie: isRight(cookie),
    inAddress: isRight(address),
    given: [header, cookie, address].filter((token) => token !== undefined),
  }
}

/** A request under /_sandbox. */
interface ControlRequest {
  readonly request: Request
  readonly url: URL
  /** Where callers reach the worker. */
  readonly origin: string
  readonly place: CallPlace
  readonly env: WorkerEnv
  readonly attempts: Attempts
  /** Answers without any account. */
  readonly answerAlone: () => Promise<Response>
}

/** The control plane: nothing of any account before the token was seen. */
export const answerControl = async (asked: ControlRequest): Promise<Response> => {
  const { request, url, origin, place, env, attempts, answerAlone } = asked
  if (place.server === 'vault') return refuse(404, onTheApi)
  // What browsers load and ask beforehand is the same for all accounts.
  if (place.path.startsWith('/_sandbox/assets/') || request.method === 'OPTIONS') return answerAlone()
  const isVisit = wantsPage(request)
  if (place.isInAddress && isVisit) return lead(withAccount(url, place))
  const isHealthCheck = request.method === 'GET' && place.path === '/_sandbox/health'
  if (isHealthCheck && passOf(request, url, '').given.length === 0) return answerJson(200, { status: 'ok' })
  const closed = whyClosed(env.CONTROL_TOKEN)
  if (closed !== null) return refuse(403, closed)
  const token = env.CONTROL_TOKEN ?? ''
  const cookie = { 'set-cookie': tokenCookie(token, { host: url.host, protocol: new URL(origin).protocol }) }
  const given = url.searchParams.get('account')
  const isSignIn = place.path === signInPath
  const pass = passOf(request, url, token)
  const take = (tokens: readonly string[], isRight: boolean) =>
    attempts.take(callerOf(request.headers), tokens, isRight)
  const wait = take(pass.given, pass.byHeader || pass.inCookie || pass.inAddress)
  if (wait !== null)
    return isVisit || isSignIn
      ? askToWait(given, wait)
      : refuse(429, tooMany(wait), { 'retry-after': `${wait}` })
  if (isSignIn) return signIn({ request, isKnown: pass.inCookie, token, take, cookie })
  if (isVisit && url.searchParams.has('token'))
    return pass.inAddress ? lead(withoutToken(url, place), cookie) : askForToken(given, wrongToken)
  if (!pass.byHeader && !pass.inCookie)
    return isVisit ? askForToken(given) : refuse(401, unsigned, { 'www-authenticate': 'Bearer' })
  const name = nameIn(given, place)
  if ('problem' in name)
    return isVisit ? askForAccount(given, {}) : refuse(400, `?account=<name>: ${name.problem}`)
  return pass.byHeader || !isForHeader(request, place)
    ? toAccount(asked, name.account)
    : refuse(403, headerOnly)
}

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
const unsigned =
  'the control plane requires the token: send "Authorization: Bearer <CONTROL_TOKEN>", run commands with ' +
  '--control-token, or open /_sandbox/ in a browser and sign in'
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

const withoutToken = (url: URL, { path }: CallPlace): string => {
  const query = new URLSearchParams(url.search)
  query.delete('token')
  return `${path}${query.size === 0 ? '' : `?${query}`}`
}

/** Sends a browser on. */
const lead = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer', ...headers } })

/** The page for a browser without the token. @param account the account of its address */
const askForToken = (account: string | null, complaint?: string): Response =>
  show({ status: 401, account: account ?? '', isSignedIn: false, complaint })

/** The page for a browser that has it, or now gets it. */
const askForAccount = (account: string | null, headers: Readonly<Record<string, string>>): Response => {
  const name = readName(account)
  const complaint = account !== null && 'problem' in name ? `Account: ${name.problem}.` : undefined
  const status = complaint === undefined ? 200 : 400
  return show({ status, account: account ?? '', isSignedIn: true, complaint, headers })
}

/** The page for a browser that has to wait for some seconds. */
const askToWait = (account: string | null, wait: number): Response =>
  show({
    status: 429,
    account: account ?? '',
    isSignedIn: false,
    complaint: `Token: ${tooMany(wait)}.`,
    headers: { 'retry-after': `${wait}` },
  })

const tooMany = (wait: number): string =>
  `too many wrong tokens came, so that none is looked at for now: try again in ${wait} s`

interface SigningIn {
  readonly request: Request
  /** Whether the browser has the token already. */
  readonly isKnown: boolean
  /** The right one. */
  readonly token: string
  /** Counts an attempt. @returns after how many seconds the next one is looked at; `null` when this one is */
  readonly take: (tokens: readonly string[], isRight: boolean) => number | null
  /** Lets the browser keep it. */
  readonly cookie: Readonly<Record<string, string>>
}

/** Takes the form of that page. */
const signIn = async ({ request, isKnown, token, take, cookie }: SigningIn): Promise<Response> => {
  if (request.method !== 'POST') return lead('/_sandbox/')
  const form = await readForm(request)
  if (typeof form === 'string') return show({ status: 400, account: '', isSignedIn: false, complaint: form })
  const given = form.get('account') ?? ''
  // A browser that only had to name the account has the token already.
  const isSignedIn = !form.has('token') && isKnown
  const sent = form.get('token')?.trim() ?? ''
  const isRight = isSameSecret(sent, token)
  const wait = sent === '' ? null : take([sent], isRight)
  if (wait !== null) return askToWait(given, wait)
  if (!isSignedIn && !isRight)
    return askForToken(given, sent === '' ? `Token: is missing. ${tokenHelp}` : wrongToken)
  const name = readName(given)
  if ('problem' in name) return askForAccount(given, cookie)
  return lead(`/_sandbox/?account=${name.account}`, cookie)
}

const tokenHelp = 'Take the value that was given to the secret CONTROL_TOKEN of this worker.'
const wrongToken = `Token: this is not the token of this sandbox. ${tokenHelp}`

const show = (page: Omit<SignIn, 'names'>): Response =>
  signInPage({ ...page, names: { pattern: namePattern, rule: nameRule } })

/** Anyone may send this form, and a token is short. */
const signInBytesMax = 16 * 1024

const readForm = async ({ body }: Request): Promise<URLSearchParams | string> => {
  try {
    const bytes = body === null ? undefined : await readStream(body, signInBytesMax)
    return new URLSearchParams(new TextDecoder().decode(bytes))
  } catch (error) {
    return `The form is not read: ${errorMessage(error)}. Send the fields account and token, as this page does.`
  }
}
