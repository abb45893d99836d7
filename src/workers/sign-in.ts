import { type SignIn, signInPage } from '../hosted/sign-in'
import { readStream } from '../http/read-request'
import { isSameSecret } from '../kernel/digest'
import { errorMessage } from '../kernel/sandbox-error'
import { passOf } from './gate'
import { namePattern, nameRule, readName } from './place'

/** Sends a browser on. */
export const lead = (location: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'referrer-policy': 'no-referrer', ...headers } })

/** The page for a browser without the token. @param account what it asked for */
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

interface SigningIn {
  readonly request: Request
  readonly url: URL
  /** The right one. */
  readonly token: string
  /** Lets the browser keep it. */
  readonly cookie: Readonly<Record<string, string>>
}

/** Takes the form of that page. */
export const signIn = async ({ request, url, token, cookie }: SigningIn): Promise<Response> => {
  if (request.method !== 'POST') return lead('/_sandbox/')
  const form = await readForm(request)
  if (typeof form === 'string') return show({ status: 400, account: '', isSignedIn: false, complaint: form })
  const given = form.get('account') ?? ''
  // A browser that was asked for the account alone has the token already.
  const isSignedIn = !form.has('token') && passOf(request, url, token).inCookie
  const sent = form.get('token')?.trim() ?? ''
  if (!isSignedIn && !isSameSecret(sent, token))
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
