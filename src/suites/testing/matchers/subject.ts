/** What the matchers of sandboxes take: a sandbox, an account, or an account in one mode. */
import type { Account, Mode, RequestRecord, Sandbox } from 'payment-sandbox'
import { Misuse } from './outcome'
import { isObject, print } from './print'

/** The parts of a sandbox, an account or a mode that the matchers read. */
export type MatcherSubject = Pick<Mode, 'charges' | 'refunds' | 'events' | 'transactions' | 'webhooks'> &
  Pick<Mode, 'requests' | 'balance'>

/** @throws Misuse for anything else */
export const subjectOf = (received: Sandbox | Account | Mode | unknown): MatcherSubject => {
  if (isObject(received) && isSubject(received)) return received
  // An account has its records under its modes.
  if (isObject(received) && isObject(received.test) && isSubject(received.test)) return received.test
  throw new Misuse(
    `this matcher takes a sandbox, an account or a mode (sandbox.live), and not ${print(received)}`,
  )
}

const isSubject = (value: object): value is MatcherSubject =>
  ['charges', 'refunds', 'events', 'transactions', 'webhooks', 'requests', 'balance'].every(
    (name) => name in value,
  )

/** The most requests that a message lists. */
const requestsMax = 5

/** The last requests and their answers, for a test that expected something of them. */
export const lastRequests = ({ requests }: MatcherSubject): readonly string[] => {
  const count = requests.count()
  if (count === 0) return ['no request was made']
  const last = requests.list(undefined, { last: requestsMax })
  const head = count > last.length ? `the last of ${count} requests:` : 'the requests were:'
  return [head, ...last.map((request) => `  ${requestLine(request)}`)]
}

/** `POST /charges 402 insufficient_fund: insufficient funds` */
const requestLine = ({ method, path, status, error, answer }: RequestRecord): string => {
  const message = error === null ? undefined : answer?.message
  const result = status === 0 ? 'cut by a fault' : [status, error ?? ''].join(' ').trim()
  return `${method} ${path} ${result}${typeof message === 'string' ? `: ${message}` : ''}`
}
