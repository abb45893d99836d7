/** Matchers of one charge: was it paid, was it declined. */
import { catalogue } from '../../../kernel/error-catalogue'
import { jsonIn } from '../../../kernel/json'
import { meant } from '../../../kernel/text'
import { failureCodes } from '../../../service/resources/charge/model'
import {
  isAsymmetric,
  isObject,
  type MatcherResult,
  Misuse,
  money,
  outcome,
  print,
  unwanted,
} from './outcome'
import { checkNames, differences } from './partial'

/** Finds the answer of the service in what a client returned or threw. */

/** A charge or an error of the service, as JSON. Older versions of the API lack fields. */
export type Said = Record<string, unknown> & { readonly object: 'charge' | 'error' }

/** Where clients keep the body of an answer: axios, got, superagent, ofetch, wrappers with a cause. */
const places = ['response', 'data', '_data', 'body', 'error', 'cause', 'charge'] as const
const depthMax = 4

const isSaid = (value: unknown): value is Said =>
  isObject(value) && (value.object === 'charge' || value.object === 'error')

/** got keeps the body as text. */
const parsed = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('{') ? (jsonIn(value) ?? value) : value

/** Breadth first, so that the outermost answer is found. */
const findSaid = (received: unknown): Said | undefined => {
  let level: readonly unknown[] = [received]
  for (let depth = 0; depth < depthMax; depth += 1) {
    const values = level.map(parsed)
    const said = values.find(isSaid)
    if (said !== undefined) return said
    level = values.filter(isObject).flatMap((value) => places.map((place) => value[place]))
  }
  return undefined
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isObject(value) && typeof value.then === 'function'

interface Readable {
  clone(): { text(): Promise<string> }
}

/** A `Response` of any fetch whose body is still to be read. */
const isResponse = (value: unknown): value is Readable =>
  isObject(value) && typeof value.clone === 'function' && typeof value.text === 'function'

/** What must be awaited before it can be judged. */
const isLate = (received: unknown): boolean => isPromise(received) || isResponse(received)

/** The result or the reason of a promise, and the body of a `Response`. */
export const settled = async (received: unknown): Promise<unknown> => {
  const value = isPromise(received)
    ? await Promise.resolve(received).catch((reason: unknown) => reason)
    : received
  return isResponse(value) ? parsed(await value.clone().text()) : value
}

/** @throws Misuse when it is neither */
const saidIn = (received: unknown): Said => {
  const said = findSaid(received)
  if (said !== undefined) return said
  throw new Misuse(
    [
      `expected a charge or an error answer of the service, and received ${print(received)}`,
      hintFor(received),
    ].join('\n'),
  )
}

const hintFor = (received: unknown): string => {
  if (received instanceof Error)
    return 'the error holds no answer of the service: did the request reach the sandbox?'
  if (received === undefined || received === null) return 'was the answer returned and awaited?'
  return `it has no "object": 'charge' or 'error', nor has what is under its ${places.join(', ')}`
}

/** Judges at once, or later where something must be awaited. */
const judging = (
  received: unknown,
  judge: (said: Said) => MatcherResult,
): MatcherResult | Promise<MatcherResult> =>
  isLate(received) ? settled(received).then((value) => judge(saidIn(value))) : judge(saidIn(received))

/** Older versions of the API lack `paid`. */
export const isPaid = ({ status, paid, captured }: Readonly<Record<string, unknown>>): boolean =>
  (paid ?? captured) === true && (status === undefined || status === 'successful')

/** `chrg_test_1 (THB 1,000.00)` */
const chargeText = ({ id, amount, currency }: Said): string => `${String(id)} (${money(amount, currency)})`

/** `insufficient_fund: insufficient funds` */
const reasonOf = ({ failure_code, failure_message }: Readonly<Record<string, unknown>>): string =>
  [failure_code, failure_message].filter((text) => typeof text === 'string').join(': ')

const errorText = ({ code, message }: Said): string => `the error ${String(code)}: ${String(message)}`

/** Why a charge is not paid, and how the test can pay it. */
export const stateOf = (charge: Readonly<Record<string, unknown>>): string => {
  const { id, status, authorized, authorize_uri, source } = charge
  const call = (method: string): string => `sandbox.simulate.${method}('${String(id)}')`
  if (status === 'failed') return `failed, ${reasonOf(charge)}`
  if (status !== 'pending') return String(status)
  if (authorized === true) return `authorized and not captured: POST /charges/${String(id)}/capture`
  const waits = typeof authorize_uri === 'string' || (source !== null && source !== undefined)
  return waits ? `pending and waits for its payer: ${call('payCharge')}` : 'pending'
}

export const toBeSuccessfulCharge = (
  received: unknown,
  partial?: object,
): MatcherResult | Promise<MatcherResult> => {
  const what = `a successful charge${partial === undefined ? '' : ` with ${print(partial)}`}`
  return judging(received, (said) => {
    if (said.object === 'error')
      return outcome([`expected ${what}, and received ${errorText(said)}`, ...problemsOf(said)], () => '')
    const found = differences(said, partial ?? {})
    checkNames([found], 'charge')
    const flaws = [...(isPaid(said) ? [] : [`it is ${stateOf(said)}`]), ...found.map(({ text }) => text)]
    const lines = flaws.length === 0 ? [] : [`expected ${what}, and of ${chargeText(said)}`]
    return outcome(
      [...lines, ...flaws.map((flaw) => `  ${flaw}`)],
      () => `${unwanted(what)}, and ${chargeText(said)} is one`,
    )
  })
}

/** What the service said about single parameters. */
const problemsOf = ({ validation_errors }: Said): readonly string[] =>
  Array.isArray(validation_errors)
    ? validation_errors.map((problem) => `  ${String(problem?.field)}: ${String(problem?.message)}`)
    : []

const declineCodes: ReadonlySet<unknown> = new Set(
  Object.values(catalogue).flatMap(({ status, code }) => (status === 402 ? [code] : [])),
)

const { declined_invalid_card: invalidCard } = catalogue

/** `invalid_card` is also the code of a card that the vault refuses; then its message names the fields. */
const isDecline = ({ code, message }: Said): boolean =>
  declineCodes.has(code) && (code !== invalidCard.code || message === invalidCard.message)

/** `null` when it was not declined. */
const declineOf = (said: Said): unknown => {
  if (said.object === 'error') return isDecline(said) ? said.code : null
  return said.status === 'failed' ? said.failure_code : null
}

const otherCode = (said: Said, found: unknown, code: string): readonly string[] => {
  const general = said.object === 'error' && found === 'payment_declined'
  const charge = typeof said.charge_id === 'string' ? said.charge_id : 'its charge'
  return [
    `expected a decline with ${code}, but it was declined with ${said.object === 'error' ? errorText(said).replace('the error ', '') : reasonOf(said)}`,
    ...(general
      ? [`  several failures answer payment_declined: failure_code of ${charge} says which one it was`]
      : []),
  ]
}

/** @throws Misuse for a code with which nothing is declined: under `.not` it would pass unnoticed */
const checkCode = (code: unknown): void => {
  if (code === undefined || isAsymmetric(code)) return
  const codes = [...new Set([...failureCodes, ...declineCodes].map(String))]
  if (codes.some((known) => known === code)) return
  throw new Misuse(`toBeDeclinedWith: nothing is declined with ${print(code)}${meant(String(code), codes)}`)
}

export const toBeDeclinedWith = (
  received: unknown,
  code?: string,
): MatcherResult | Promise<MatcherResult> => {
  checkCode(code)
  return judging(received, (said) => {
    const found = declineOf(said)
    const wanted = `a decline${code === undefined ? '' : ` with ${code}`}`
    if (found === null) {
      const instead =
        said.object === 'error'
          ? `${errorText(said)}, which refuses the request and declines no payment`
          : `the charge ${chargeText(said)}, which is ${isPaid(said) ? 'successful' : stateOf(said)}`
      return outcome([`expected ${wanted}, and received ${instead}`, ...problemsOf(said)], () => '')
    }
    if (code !== undefined && found !== code) return outcome(otherCode(said, found, code), () => '')
    return outcome([], () => `${unwanted(wanted)}, but it was declined with ${String(found)}`)
  })
}
