import { dayMs, iso } from '../../kernel/calendar'
import type { ApiError, Problem } from '../../kernel/errors'
import { isObject, jsonIn } from '../../kernel/json'
import { currencyCodes, isCurrency } from '../../kernel/money'
import { meant, nearest } from '../../kernel/text'
import { isNotBuilt, methodOf, methods } from '../simulation/methods'
import { ownAddress } from './addresses'
import type { Exchange } from './exchange'
import type { Parameters } from './form'

/** What the service does not say of a wrong request: for the header `Sandbox-Warning`, log and journal. */

const shownMax = 40

/** A page made the token or source elsewhere: a browser does not have the environment of the server that it belongs to. */
export const hintOfUnknownId = (exchange: Exchange, { message, refusal }: ApiError): string | null => {
  const [, object, id = ''] = /^(token|source) (\w+) was not found$/.exec(message) ?? []
  if (refusal !== 'not_found' || object === undefined || !/^(?:tokn|src)_/.test(id)) return null
  const shown = id.slice(0, shownMax)
  const { worlds } = exchange.backend.accounts
  if (worlds.some(({ tokens, sources }) => (tokens.get(id) ?? sources.get(id)) !== undefined))
    return `${shown} belongs to another account of this sandbox, or to its other mode: use the keys of one account for both calls`
  return (
    `this sandbox never made ${shown}: the real service made it, another sandbox, or this one before a reset; pages reach ` +
    `this one by ${ownAddress(exchange, 'vault')}/omise.js, and under exec --intercept by the proxy that exec prints at its start`
  )
}

/** A body of JSON whose content type is that of a form, as curl sends it: the form has one field with a strange name. */
export const hintOfBody = ({ body, req }: Exchange): string | null => {
  if (typeof body !== 'string' || !/^\s*[[{]/.test(body)) return null
  const type = req.header('content-type') ?? ''
  if (!/x-www-form-urlencoded/i.test(type) || typeof jsonIn(body) !== 'object') return null
  return 'the body is JSON, and its content type is that of a form: send "content-type: application/json"'
}

/** The value of a parameter: of `source[type]` that within. */
const valueAt = (input: Parameters, field: string): unknown =>
  field
    .split(/[[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), input)

const isNamed = (field: string, name: string): boolean => field === name || field.endsWith(`[${name}]`)

/** The problems of a source within a charge have the names that they have alone. */
const fullName = (field: string, input: Parameters): string =>
  valueAt(input, field) === undefined && valueAt(input, `source[${field}]`) !== undefined
    ? `source[${field}]`
    : field

const hintOf = (
  { field: name, code }: Problem,
  input: Parameters,
  ignored: readonly string[],
): string | null => {
  const field = fullName(name, input)
  const value = valueAt(input, field)
  if (value === undefined && code === 'required') {
    const [near] = nearest(field, ignored, 1)
    if (near !== undefined) return `${field} is missing: ${near} is no parameter, did you mean ${field}?`
    // A call without any money lacks more than this, and its message says so.
    const isAlone =
      isNamed(field, 'currency') && valueAt(input, field.replace('currency', 'amount')) !== undefined
    return isAlone ? `${field} is missing: send one such as ${field}=thb` : null
  }
  if (code !== 'not_supported' || typeof value !== 'string') return null
  const shown = `${field} "${value.slice(0, shownMax)}"`
  const word = value.trim().toLowerCase()
  if (isNamed(field, 'type')) {
    if (isNotBuilt(word)) return `the service has ${word}, the sandbox has not`
    const types = methods.map(({ type }) => type)
    return types.includes(word) ? null : `${shown} is no payment method${meant(word, types)}`
  }
  if (!isNamed(field, 'currency')) return null
  if (!isCurrency(word)) return `${shown} is no currency of the service${meant(word, currencyCodes)}`
  const type = valueAt(input, fullName('type', input))
  const method = typeof type === 'string' ? methodOf(type) : undefined
  return method === undefined ? null : `${method.type} takes ${method.currencies.join(', ')}`
}

/** @param ignored the names of parameters that the operation does not have */
export const hintsOf = (
  { context: { validation_errors: problems = [] } }: ApiError,
  input: Parameters,
  ignored: readonly string[],
): readonly string[] => problems.flatMap((problem) => hintOf(problem, input, ignored) ?? [])

/** A source within a charge is for the money of the charge, whatever it says itself. */
export const hintsOfSource = (input: Parameters): readonly string[] =>
  ['amount', 'currency'].flatMap((name) => {
    const [own, inner] = [name, `source[${name}]`].map((field) => shownValue(valueAt(input, field)))
    return inner === null || own === null || inner === own
      ? []
      : `source[${name}] is ${inner}, and ${name} is ${own}: ${name} counts`
  })

const shownValue = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).toLowerCase().slice(0, shownMax)
    : null

/** Refusals of a time that lies on the wrong side of now. */
const judgedByNow = /in the (?:future|past)$|for the first occurrence$/

/** Whether a refusal depends on the present time. */
export const isAboutNow = ({ context: { validation_errors: problems = [] } }: ApiError): boolean =>
  problems.some(({ message }) => judgedByNow.test(message))

/**
 * Fake timers of a test change the `Date` of the process, and not the clock of the sandbox. Says that the two differ by
 * more than a day, once for each sandbox: at the first answer that this explains.
 */
export const warnOfDates = ({ backend, warnings }: Exchange): void => {
  const [date, now] = [backend.processDate(), backend.timeline.now()]
  if (backend.warnedOf.has('dates') || !(Math.abs(date - now) > dayMs)) return
  backend.warnedOf.add('dates')
  warnings.push(
    `the Date of this process is ${iso(date)}, and the clock of the sandbox ${iso(now)}: with fake timers, give ` +
      "createTest() or createSandbox() time: 'test', and the clock follows them; otherwise start it at another time " +
      'with now (--now)',
  )
}
