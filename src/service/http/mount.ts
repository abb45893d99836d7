import { toBase64 } from '../../kernel/base64'
import { parseTime } from '../../kernel/calendar'
import { fail, failInvalid } from '../../kernel/errors'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { UploadedFile } from '../../kernel/upload'
import { afterEarly, applyFaults } from '../faults/apply'
import { currentVersion, type Version, versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import { authenticate, authenticateAgain } from './authenticate'
import { allParameters, checkEncoding, type Parameters, tooLarge } from './body'
import { isReadable, letPagesRead } from './browsers'
import type { App, AppContext } from './env'
import { addField, emptyObject } from './form'
import { keptLengthMax } from './journal'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { hasBody, readBytes, readQuery, readText } from './read-request'
import { redactAll } from './redact'
import { answering } from './request-log'
import type { Route } from './route'
import { warn } from './send'

/** Serves the operations of the service. */
export const mount = (app: App, routes: readonly Route[]): void => {
  for (const route of fixedFirst(routes))
    app.on(
      route.method,
      [route.path],
      answering((context) => serve(route, context)),
    )
}

/** One request for an operation, step by step. Each step refuses by an ApiError. */
const serve = (route: Route, context: AppContext): Response | Promise<Response> => {
  context.set('route', route)
  context.get('trace').route = route
  if (isReadable(context, route)) letPagesRead(context)
  context.env.backend.catchUp()
  authenticate(context)
  limitRate(context)
  chooseVersion(context)
  const sent = readSent(context)
  if (!(sent instanceof Promise)) return perform(context, sent)
  return sent.then((read) => {
    authenticateAgain(context)
    return perform(context, read)
  })
}

/** Does the operation with its parameters, which a body that is not multipart is decoded for at their first use. */
const perform = (context: AppContext, sent: Sent): Response | Promise<Response> => {
  context.get('trace').sent = keptOf(sent)
  context.set(
    'input',
    once(() => readInput(context, sent)),
  )
  const { keeping } = context.env.backend
  return applyFaults(context, () =>
    afterEarly(
      context,
      keeping.atOneMoment(() => runOperation(context)),
    ),
  )
}

interface Placed {
  readonly path: string
}

/** With `/charges/search` before `/charges/:id`, which fits its path too. */
export const fixedFirst = <P extends Placed>(places: readonly P[]): readonly P[] => {
  const keyed = places.map((place) => ({ place, key: place.path.replaceAll(/:\w+/g, '~') }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return keyed.map(({ place }) => place)
}

/** Chooses the version of the answer: that of the header, or the default of the account. */
const chooseVersion = (context: AppContext): void => {
  const { version, warning } = readVersion(
    context.req.header(context.env.backend.settings.versionHeader),
    context.get('principal')?.world.apiVersion ?? currentVersion,
  )
  if (warning !== null) warn(context, warning)
  if (version !== currentVersion) checkSupport(version, context.get('route'))
  context.set('version', version)
}

const checkSupport = (version: Version, { path }: Route): void => {
  const since = sinceOf(path)
  if (version < since)
    throw fail(
      'service_not_found',
      {},
      `version ${version} does not support this operation, which came with ${since}: send a newer version header`,
    )
}

interface ChosenVersion {
  readonly version: Version
  /** For the header `Sandbox-Warning`. */
  readonly warning: string | null
}

const known = new Map(versions.map((version) => [version as string, { version, warning: null }]))

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
const readVersion = (header: string | undefined, byDefault: Version): ChosenVersion => {
  const found = known.get(header ?? byDefault)
  if (found !== undefined) return found
  const date = header ?? byDefault
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  return { version, warning: `version ${date} is not known, ${version} was used` }
}

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

/** The text of a body, or the parameters of a multipart body. */
type Sent = string | Parameters

/** Reads the body, and decodes a multipart one. Most requests have no body to wait for. */
const readSent = (context: AppContext): Sent | Promise<Sent> => {
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
