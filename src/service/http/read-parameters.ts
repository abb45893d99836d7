import { toBase64 } from '../../kernel/base64'
import { fail, failInvalid } from '../../kernel/errors'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { UploadedFile } from '../../kernel/upload'
import { allParameters, checkEncoding, type Parameters, tooLarge } from './body'
import type { AppContext } from './env'
import { addField, emptyObject } from './form'
import { keptLengthMax } from './journal'
import { hasBody, readBytes, readQuery, readText } from './read-request'
import { redactAll } from './redact'

/** Whether a body is multipart/form-data, which has files and the parameters of any other form. */
const isMultipart = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType)

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

/** Sets the parameters of a request, which a body that is not multipart has yet to be decoded for: at their first use. */
export const setParameters = (context: AppContext, sent: Sent): void => {
  context.get('trace').sent = keptOf(sent)
  context.set(
    'input',
    once(() => readInput(context, sent)),
  )
}

/** The text of a body, or the parameters of a multipart body. */
type Sent = string | Parameters

/** Reads the body, and decodes a multipart one. Most requests have no body to wait for. */
export const readSent = (context: AppContext): Sent | Promise<Sent> => {
  if (!hasBody(context)) return ''
  const contentType = context.req.header('content-type') ?? ''
  if (!isMultipart(contentType)) return readText(context)
  checkEncoding(context.req.header('content-encoding'))
  const takesFiles = context.get('route').files === true
  const bytes = readBytes(context, multipartBytesMax(takesFiles))
  const decode = (form: Uint8Array): Sent | Promise<Sent> =>
    form.length === 0 ? '' : decodeMultipart(form, contentType, takesFiles)
  return bytes?.then(decode) ?? ''
}

const readInput = (context: AppContext, sent: Sent): Parameters => {
  if (sent === '') return allParameters(readQuery(context), sent, '')
  if (typeof sent === 'string') checkEncoding(context.req.header('content-encoding'))
  return allParameters(readQuery(context), sent, context.req.header('content-type') ?? '')
}

/** The part of a body that the journal keeps: neither files nor long texts. `null` for no body. */
const keptOf = (sent: Sent): string | object | null => {
  if (typeof sent !== 'string') return redactAll(sent)
  return sent !== '' && sent.length <= keptLengthMax ? sent : null
}
