import type { Account, Mode, RequestRecord, Sandbox } from 'payment-sandbox'
import { moneyText } from '../../../kernel/money'

/** Short texts for the messages of matchers. */

/** An asymmetric matcher of vitest or Jest, such as `expect.any(String)`. */
export interface ValueMatcher {
  asymmetricMatch(other: unknown): boolean
}

interface NamedMatcher {
  readonly toAsymmetricMatcher?: () => string
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const isAsymmetric = (value: unknown): value is ValueMatcher & NamedMatcher =>
  isObject(value) && typeof value.asymmetricMatch === 'function'

const lengthMax = 300

/** A value on one line, cut if it is long. */
export const print = (value: unknown): string => {
  const text = whole(value, 0)
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`
}

const whole = (value: unknown, depth: number): string => {
  if (typeof value === 'string') return `'${value.slice(0, lengthMax)}'`
  if (typeof value === 'function') return `function ${value.name}`
  if (isAsymmetric(value)) return value.toAsymmetricMatcher?.() ?? 'an asymmetric matcher'
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (!isObject(value)) return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (depth > 2) return `${open}…${close}`
  const parts = Object.entries(value)
    .slice(0, 20)
    .map(([name, part]) => `${Array.isArray(value) ? '' : `${name}: `}${whole(part, depth + 1)}`)
  return parts.length === 0 ? `${open}${close}`.replace(/ +/, '') : `${open}${parts.join(', ')}${close}`
}

/** `THB 1,000.00` */
export const money = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' ? moneyText(amount, String(currency)) : `${String(amount)} ${String(currency)}`

export interface MatcherResult {
  readonly pass: boolean
  readonly message: () => string
}

/** A matcher, as runners call it. */
export type Judge = (
  this: object,
  received: unknown,
  ...given: never[]
) => MatcherResult | Promise<MatcherResult>

/** The value or the expectation has no meaning: fails also under `.not`, where a failure would pass unnoticed. */
export class Misuse extends Error {}

/**
 * Lines of a failure; empty when the value fits.
 * @param whenFits the message under `.not`
 */
export const outcome = (failure: readonly string[], whenFits: () => string): MatcherResult =>
  failure.length === 0
    ? { pass: true, message: whenFits }
    : { pass: false, message: () => failure.join('\n') }

/** `expected no refund with …`, of `a refund with …` */
export const unwanted = (what: string): string => `expected no ${what.replace(/^an? /, '')}`

/** Of another class than Promise, so that `await` calls its `then`. */
class Counted<T> extends Promise<T> {}

/** Counts how often a result is asked for, or what follows from it. */
const counted = <T>(promise: Promise<T>, asked: { times: number }): Promise<T> => {
  const { then } = promise
  const countedThen = (...handlers: Parameters<typeof then>): Promise<unknown> => {
    asked.times += 1
    return counted(then.apply(promise, handlers), asked)
  }
  Reflect.set(promise, 'then', countedThen)
  return promise
}

const forgotten =
  'the test does not wait for this assertion, so that it can only fail beside the test: write await expect(…)'

/** Runners ask for a result at once, and `await` asks later: without it, the message of a failure says so. */
const awaited = (judged: Promise<MatcherResult>): Promise<MatcherResult> => {
  const asked = { times: 0 }
  let byRunner = 0
  queueMicrotask(() => {
    byRunner = asked.times
  })
  const withHint = ({ pass, message }: MatcherResult): MatcherResult => ({
    pass,
    message: () => (asked.times === byRunner ? `${message()}\n${forgotten}` : message()),
  })
  return counted(new Counted<MatcherResult>((resolve) => resolve(judged.then(withHint))), asked)
}

/**
 * A judge as a matcher, which tells of a misuse. vitest and Jest say whether it stands under `.not`.
 * @param ending the end of each message
 */
export const matcherOf = <A extends unknown[], R extends MatcherResult | Promise<MatcherResult>>(
  judge: (...given: A) => R,
  ending: () => string = () => '',
) =>
  function (this: { readonly isNot?: boolean }, ...given: A): R | MatcherResult {
    const misused = (error: unknown): MatcherResult => {
      if (!(error instanceof Misuse)) throw error
      return { pass: this.isNot === true, message: () => error.message }
    }
    const ended = ({ pass, message }: MatcherResult) => ({ pass, message: () => message() + ending() })
    try {
      const result = judge(...given)
      return result instanceof Promise ? (awaited(result.catch(misused).then(ended)) as R) : ended(result)
    } catch (error) {
      return ended(misused(error))
    }
  }

/** What the matchers of sandboxes take: a sandbox, an account, or an account in one mode. */

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

/** The last requests and their answers, for a test that expected others. */
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
