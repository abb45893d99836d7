import { once } from '../../kernel/json'
import { allParameters, checkEncoding, type Parameters } from './body'
import type { AppContext } from './env'
import { keptLengthMax } from './journal'
import { decodeMultipart, isMultipart, multipartBytesMax } from './multipart'
import { hasBody, readBytes, readQuery, readText } from './read-request'
import { redactAll } from './redact'

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
