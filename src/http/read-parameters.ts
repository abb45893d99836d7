import { createMiddleware } from 'hono/factory'
import { once } from '../kernel/json'
import { allParameters, checkEncoding, type Parameters } from './body'
import type { AppContext, AppEnv } from './env'
import { keptLengthMax } from './journal'
import { decodeMultipart, isMultipart, multipartBytesMax } from './multipart'
import { readBytes, readQuery, readText } from './read-request'
import { redactAll } from './redact'

/** Reads the body. A multipart body is decoded here, every other one at the first use of its parameters. */
export const readParameters = createMiddleware<AppEnv>(async (context, next) => {
  const reading = readSent(context)
  // Most requests have no body to wait for.
  const sent = typeof reading === 'string' ? reading : await reading
  context.get('trace').sent = keptOf(sent)
  context.set(
    'input',
    once(() => readInput(context, sent)),
  )
  return next()
})

/** The text of a body, or the parameters of a multipart body. */
type Sent = string | Parameters

const readSent = (context: AppContext): Sent | Promise<Sent> => {
  const contentType = context.req.header('content-type') ?? ''
  if (!isMultipart(contentType)) return readText(context)
  checkEncoding(context.req.header('content-encoding'))
  const takesFiles = context.get('route').files === true
  const bytes = readBytes(context, multipartBytesMax(takesFiles))
  return bytes?.then((form) => decodeMultipart(form, contentType, takesFiles)) ?? ''
}

const readInput = (context: AppContext, sent: Sent): Parameters => {
  if (typeof sent === 'string' && sent !== '') checkEncoding(context.req.header('content-encoding'))
  return allParameters(readQuery(context), sent, context.req.header('content-type') ?? '')
}

/** The part of a body that the journal keeps: neither files nor long texts. */
const keptOf = (sent: Sent): string | object | null => {
  if (typeof sent !== 'string') return redactAll(sent)
  return sent.length <= keptLengthMax ? sent : null
}
