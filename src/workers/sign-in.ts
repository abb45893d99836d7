import { isSameSecret } from '../kernel/digest'
import { errorMessage } from '../kernel/sandbox-error'
import { type SignIn, signInPage } from '../pages/payers/sign-in'
import { readStream } from '../service/http/read-request'
import { namePattern, nameRule, readName } from './place'

/** Sends a browser on. */
export const lead = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer', ...headers } })

/** The page for a browser without the token. @param account the account of its address */
export const askForToken = (account: string | null, complaint?: string): Response =>
  show({ status: 401, account: account ?? '', isSignedIn: false, complaint })

/** The page for a browser that has it, or now gets it. */
export const askForAccount = (
  account: string | null,
  headers: Readonly<Record<string, string>>,
): Response => {
  const name = readName(account)
  const complaint = account !== null && 'problem' in name ? `Account: ${name.problem}.` : undefined
  const status = complaint === undefined ? 200 : 400
  return show({ status, account: account ?? '', isSignedIn: true, complaint, headers })
}

/** The page for a browser that has to wait for some seconds. */
export const askToWait = (account: string | null, wait: number): Response =>
  show({
    status: 429,
    account: account ?? '',
    isSignedIn: false,
    complaint: `Token: ${tooMany(wait)}.`,
    headers: { 'retry-after': `${wait}` },
  })

export const tooMany = (wait: number): string =>
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
export const signIn = async ({ request, isKnown, token, take, cookie }: SigningIn): Promise<Response> => {
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
export const wrongToken = `Token: this is not the token of this sandbox. ${tokenHelp}`

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
