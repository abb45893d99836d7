import type { H } from 'hono/types'
import { aroundWellKnown } from '../../kernel/masked'
import type { AppContext, AppEnv, Trace } from './env'
import { keptLengthMax, nothingMade } from './journal'
import { readQuery } from './read-request'
import { redactText } from './redact'

const newTrace = (): Trace => ({
  startedAt: performance.now(),
  route: null,
  world: null,
  key: null,
  sent: null,
  ignored: [],
  isReplay: false,
  fault: null,
  made: nothingMade,
  warnings: [],
  status: null,
  error: null,
  code: null,
  reason: null,
  hint: null,
  answer: null,
})

/**
 * Writes each request to the log, and requests of the service to the journal, when there is an answer. Streams and
 * pages of the control plane are not logged.
 */
export const logRequests: H<AppEnv> = (context, next) => {
  const trace = newTrace()
  context.set('trace', trace)
  const answer = next()
  // Most operations wait for nothing, and each promise between them and the client takes its time.
  if (!(answer instanceof Promise)) {
    logAnswer(context, trace)
    return answer
  }
  return answer.then((later) => {
    logAnswer(context, trace)
    return later
  })
}

const logAnswer = (context: AppContext, trace: Trace): void => {
  const { keeping, tally } = context.env.backend
  keeping.keepNow()
  const { status, code, route } = trace
  if (status === null) return
  note(context, trace, status)
  // A connection that was cut before the operation ran is not an answer.
  if (status !== 0 && (code !== null || route !== null)) tally.answered(route, status, code)
}

/** Logs that an internal error interrupted an answer. */
export const logBreak = (context: AppContext, reason: string): void => {
  const trace = context.get('trace')
  trace.hint = reason
  note(context, trace, 0)
}

const note = (context: AppContext, trace: Trace, status: number): void => {
  const { log, journal, now } = context.env.backend
  const { method, path } = context.req
  const kept = path.startsWith('/_sandbox') ? null : journal
  if (log === null && kept === null) return
  const id = context.get('requestId')
  const { error, ignored, answer } = trace
  const durationMs = performance.now() - trace.startedAt
  log?.({
    ...{ id, method, path: redactText(path), status, durationMs, error },
    reason: trace.reason && redactText(trace.reason),
    hint: trace.hint && aroundWellKnown(trace.hint, redactText),
    ignored: ignored.map(redactText),
  })
  if (kept === null) return
  const { world, key, sent, warnings, isReplay, fault, made } = trace
  // Field by field: spreading costs the engine ten times as much.
  kept.add({
    id,
    at: now(),
    host: context.env.host,
    method,
    path,
    world,
    key,
    query: readQuery(context),
    contentType: sent === null ? '' : (context.req.header('content-type') ?? ''),
    sent,
    status,
    durationMs,
    error,
    answer: answer !== null && answer.length <= keptLengthMax ? answer : null,
    ignored,
    warnings,
    isReplay,
    fault,
    made,
  })
}
