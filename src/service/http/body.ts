import { fail } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { decodeForm } from './form'

/** The body of a request as one object of parameters, in every supported encoding. */
export type Parameters = Record<string, unknown>

/** Query and body are one set of parameters; the body wins. A multipart body is decoded earlier. */
export const allParameters = (query: string, sent: string | object, contentType: string): Parameters => {
  const body = typeof sent === 'string' ? (sent === '' ? {} : decodeBody(sent, contentType)) : sent
  return query === '' ? (body as Parameters) : { ...decodeForm(query), ...body }
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

/** Applies the limits of a form to JSON. Not recursive, because a hostile body could exhaust the stack. */
const measure = (root: object): void => {
  let level: object[] = [root]
  let members = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.nestingMax)
      throw fail(
        'bad_request',
        {},
        `request body is nested too deep (maximum is ${limits.nestingMax} levels)`,
      )
    const next: object[] = []
    for (const container of level)
      for (const member of Object.values(container)) {
        members += 1
        if (typeof member === 'object' && member !== null) next.push(member)
      }
    if (members > limits.parametersMax)
      throw fail('bad_request', {}, `too many parameters (maximum is ${limits.parametersMax})`)
    level = next
  }
}

/** Whether a value has more than `max` levels. Not recursive, because a hostile value could exhaust the stack. */
export const isDeeper = (root: unknown, max: number): boolean => {
  let level: readonly unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > max) return true
    const next: unknown[] = []
    for (const value of level)
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value))
          if (typeof member === 'object' && member !== null) next.push(member)
    level = next
  }
  return false
}

/** Only logged: the client is gone. */
export const cutShort = (): Error =>
  fail('bad_request', {}, 'the connection ended before the request body did')

export const tooLarge = (maximum: number = limits.bodyBytesMax): Error =>
  fail('body_too_large', {}, `request body is too large (maximum is ${maximum} bytes)`)
