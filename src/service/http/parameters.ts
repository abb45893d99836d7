import { fail } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import type { Exchange } from './exchange'
import { decodeForm, type Parameters } from './form'

/** The query string, without the `?`. */
export const queryOf = ({ req }: Pick<Exchange, 'req'>): string => {
  const mark = req.url.indexOf('?')
  return mark === -1 ? '' : req.url.slice(mark + 1)
}

/** Query and body as one set of parameters, decoded at the first call: a fault may answer without them. */
export const parametersOf = (exchange: Exchange): Parameters => {
  const { parameters, body, req } = exchange
  if (parameters !== null) return parameters
  if (typeof body === 'string' && body !== '') checkEncoding(req.header('content-encoding'))
  exchange.parameters = allParameters(queryOf(exchange), body, req.header('content-type') ?? '')
  return exchange.parameters
}

/** Query and body are one set of parameters; the body wins. A multipart body is decoded as it is read. */
export const allParameters = (query: string, body: string | object, contentType: string): Parameters => {
  const sent = typeof body === 'string' ? (body === '' ? {} : decodeBody(body, contentType)) : body
  return query === '' ? (sent as Parameters) : { ...decodeForm(query), ...sent }
}

/** Decodes JSON or a form by the content type, or else by the first character. */
export const decodeBody = (text: string, contentType: string): Parameters => {
  const type = contentType.toLowerCase()
  if (type.includes('json')) return decodeJson(text)
  if (type.includes('x-www-form-urlencoded')) return decodeForm(text)
  if (text.trim() === '') return {}
  if (type === '' || type.startsWith('text/plain'))
    return /^\s*(?:\{|null\s*$)/.test(text) ? decodeJson(text) : decodeForm(text)
  throw fail(
    'bad_request',
    {},
    `content type ${type.split(';')[0] ?? type} is not supported: send application/x-www-form-urlencoded, application/json or multipart/form-data`,
  )
}

/** Refuses a compressed body, which would decode to no parameters (assumption `packed-bodies`). */
export const checkEncoding = (contentEncoding: string | undefined): void => {
  if (contentEncoding === undefined || /^(?:\s*identity\s*)?$/i.test(contentEncoding)) return
  const name = contentEncoding.replace(/[^\w, -]/g, '').slice(0, 40)
  throw fail('bad_request', {}, `content encoding ${name} is not supported: send the body as it is`)
}

const decodeJson = (text: string): Parameters => {
  if (text.trim() === '') return {}
  // Some clients send `null` instead of no body.
  const value = parse(text) ?? {}
  if (!isObject(value)) throw fail('bad_request', {}, 'request body must be a JSON object')
  measure(value)
  return value
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw fail('bad_request', {}, `request body is not valid JSON${whyNotJson(error)}`)
  }
}

/** The reason without the quoted part of the body, which may be part of a card number. */
export const whyNotJson = (error: unknown): string =>
  error instanceof Error ? `: ${error.message.replace(/, (\.{3})?".*$/s, '')}` : ''

/** The objects and lists at each level. Not recursive, because a hostile value could exhaust the stack. */
function* levelsOf(root: unknown): Generator<readonly object[]> {
  let level = [root].filter(isContainer)
  while (level.length > 0) {
    yield level
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Applies the limits of a form to JSON. */
const measure = (root: object): void => {
  let depth = 0
  let members = 0
  for (const level of levelsOf(root)) {
    depth += 1
    if (depth > limits.nestingMax)
      throw fail(
        'bad_request',
        {},
        `request body is nested too deep (maximum is ${limits.nestingMax} levels)`,
      )
    for (const container of level) members += Object.keys(container).length
    if (members > limits.parametersMax)
      throw fail('bad_request', {}, `too many parameters (maximum is ${limits.parametersMax})`)
  }
}

/** Whether a value has more than `max` levels below its first one. */
export const isDeeper = (root: unknown, max: number): boolean => {
  let depth = 0
  for (const _ of levelsOf(root)) {
    if (depth > max) return true
    depth += 1
  }
  return false
}
