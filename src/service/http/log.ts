import type { H } from 'hono/types'
import { aroundWellKnown } from '../../kernel/masked'
import { answerError } from './answer'
import { allowCors } from './authenticate'
import type { AppContext, AppEnv, Trace } from './env'
import { keptLengthMax, nothingMade } from './journal'
import { readQuery } from './read-body'
import { redactText } from './redact'

/** Sets the id of the request, which is also in the log, and the headers that are common to all answers. */
export const beginRequest = (context: AppContext): void => {
  const id = context.env.backend.newRequestId()
  context.set('requestId', id)
  context.set('headers', {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache, no-store',
    'x-request-id': id,
  })
  context.set('trace', {
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
    details: null,
    hint: null,
    answer: null,
  })
  if (context.env.host === 'vault') allowCors(context)
}

/** The handler of a path: its errors become answers, and every answer a line in log and journal. */
export const answering =
  (handle: H<AppEnv>): H<AppEnv> =>
  async (context, next) => {
    // A handler that leaves the request to the next one: it has its id, and one line.
    if (context.get('trace') !== undefined) return handle(context, next)
    beginRequest(context)
    try {
      return await handle(context, next)
    } catch (error) {
      return answerError(error, context)
    } finally {
      logAnswer(context)
    }
  }

/** Writes the request to the log, and one of the service to the journal. Streams and pages are not logged. */
export const logAnswer = (context: AppContext): void => {
  const { tally } = context.env.backend
  const trace = context.get('trace')
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

/** The name of the tool for agents that makes a call, in the journal. */
export const toolHeader = 'sandbox-tool'

const note = (context: AppContext, trace: Trace, status: number): void => {
  const { log, journal, timeline } = context.env.backend
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
    warnings: trace.warnings.map((text) => aroundWellKnown(text, redactText)),
  })
  if (kept === null) return
  const { world, key, sent, details, warnings, isReplay, fault, made } = trace
  // Field by field: spreading costs the engine ten times as much.
  kept.add({
    id,
    at: timeline.now(),
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
    details,
    answer: answer !== null && answer.length <= keptLengthMax ? answer : null,
    ignored,
    warnings,
    isReplay,
    fault,
    tool: context.req.header(toolHeader)?.slice(0, 40) ?? null,
    made,
  })
}
