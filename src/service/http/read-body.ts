import { toBase64 } from '../../kernel/base64'
import { fail, failInvalid } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { UploadedFile } from '../../kernel/upload'
import type { AppContext } from './env'
import { addField, decodeForm, emptyObject, type Parameters, type Sent } from './form'

/** Reads the query and the body of a request, and decodes them as parameters, in every supported encoding. */

/** The query string, without the `?`. */
export const readQuery = ({ req }: AppContext): string => {
  const mark = req.url.indexOf('?')
  return mark === -1 ? '' : req.url.slice(mark + 1)
}

const utf8 = new TextDecoder()
const encoder = new TextEncoder()

/**
 * Reads the body; `null` without one. The readers of Hono have no limit for a chunked body, nor for the body of a GET,
 * which some published clients send.
 *
 * @param maximum bytes
 * @throws ApiError `body_too_large`, at once or as a rejection
 */
const readBytes = ({ env, req }: AppContext, maximum: number): Uint8Array | Promise<Uint8Array> | null => {
  if (env.connection !== undefined) return env.connection.hasBody ? env.connection.read(maximum) : null
  if (env.sent !== undefined) {
    const sent = typeof env.sent === 'string' ? encoder.encode(env.sent) : env.sent
    if (sent.byteLength > maximum) throw tooLarge(maximum)
    return sent
  }
  if (Number(req.header('content-length') ?? 0) > maximum) throw tooLarge(maximum)
  return req.raw.body === null ? null : readStream(req.raw.body, maximum)
}

/** The body as text; `''` without one. */
export const readText = async (
  context: AppContext,
  maximum: number = limits.bodyBytesMax,
): Promise<string> => {
  const bytes = await readBytes(context, maximum)
  return bytes === null ? '' : utf8.decode(bytes)
}

/** How long it is, as it is sent. */
export const bytesOf = (sent: string | Uint8Array): number =>
  typeof sent === 'string' ? encoder.encode(sent).byteLength : sent.byteLength

/** Reads a stream up to its limit, because it may be endless. */
export const readStream = async (body: ReadableStream<Uint8Array>, maximum: number): Promise<Uint8Array> => {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw cutShort()
    })
    if (done) break
    length += value.byteLength
    if (length > maximum) {
      // Not cancelled: in Node 24 the stream of a form then rejects a promise that nothing handles, which fails the
      // test run of a user.
      reader.releaseLock()
      throw tooLarge(maximum)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** The content type of files with the parameters of any other form. */
const multipart = /^\s*multipart\/form-data\b/i

/** The largest multipart body, in bytes. */
const multipartBytesMax = (takesFiles: boolean): number =>
  takesFiles ? limits.uploadBytesMax + limits.uploadEnvelopeBytesMax : limits.bodyBytesMax

/** @throws ApiError for an invalid form, for too many parameters, and for a file when the operation takes none */
const decodeMultipart = async (
  bytes: Uint8Array,
  contentType: string,
  takesFiles: boolean,
): Promise<Parameters> => {
  const form = await readForm(bytes, contentType)
  const fields = emptyObject()
  const files: Parameters = {}
  let count = 0
  let textLength = 0
  for (const [name, value] of form) {
    count += 1
    if (count > limits.parametersMax)
      throw fail('bad_request', {}, `too many parameters (maximum is ${limits.parametersMax})`)
    if (typeof value === 'string') {
      textLength += value.length
      if (textLength > limits.bodyBytesMax) throw tooLarge()
      addField(fields, name, value)
    } else if (takesFiles) files[name] = await uploadOf(value)
    else throw refusedFile(name)
  }
  return Object.assign(fields, files)
}

const refusedFile = (field: string): Error =>
  failInvalid('bad_request', [
    { field, code: 'invalid', message: `${field} is a file: this operation takes parameters only` },
  ])

/** Uses the decoder of the platform. */
const readForm = async (bytes: Uint8Array, contentType: string): Promise<FormData> => {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw fail('bad_request', {}, 'request body is not valid multipart/form-data')
  }
}

const uploadOf = async (file: File): Promise<UploadedFile> => {
  if (file.size > limits.uploadBytesMax)
    throw fail('body_too_large', {}, `file is too large (maximum is ${limits.uploadBytesMax} bytes)`)
  return new UploadedFile(file.name, toBase64(new Uint8Array(await file.arrayBuffer())))
}

/** Reads the body, and decodes a multipart one. */
export const readSent = async (context: AppContext): Promise<Sent> => {
  const contentType = context.req.header('content-type') ?? ''
  if (!multipart.test(contentType)) return readText(context)
  const takesFiles = context.get('route').files === true
  const form = await readBytes(context, multipartBytesMax(takesFiles))
  if (form === null || form.length === 0) return ''
  checkEncoding(context.req.header('content-encoding'))
  return decodeMultipart(form, contentType, takesFiles)
}

/** Query and body as one set of parameters, decoded at the first call: a fault may answer without them. */
export const inputOf = (context: AppContext): Parameters => {
  const known = context.get('input')
  if (known !== undefined) return known
  const sent = context.get('sent')
  if (typeof sent === 'string' && sent !== '') checkEncoding(context.req.header('content-encoding'))
  const input = allParameters(readQuery(context), sent, context.req.header('content-type') ?? '')
  context.set('input', input)
  return input
}

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
const checkEncoding = (contentEncoding: string | undefined): void => {
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

/** Only logged: the client is gone. */
export const cutShort = (): Error =>
  fail('bad_request', {}, 'the connection ended before the request body did')

export const tooLarge = (maximum: number = limits.bodyBytesMax): Error =>
  fail('body_too_large', {}, `request body is too large (maximum is ${maximum} bytes)`)
