import { aroundWellKnown } from '../../kernel/masked'
import type { Exchange, Outcome } from './exchange'
import type { SentBody } from './form'
import { keptLengthMax } from './journal'
import { queryOf } from './parameters'
import { redactAll, redactText } from './redact'

/** The name of the tool for agents that makes a call, in the journal. */
export const toolHeader = 'sandbox-tool'

/** Counts the answer, and writes it to the log and, if it is one of the service, to the journal. */
export const logAnswer = (exchange: Exchange): void => {
  const { outcome, route, backend } = exchange
  if (outcome === null) return
  const { log, journal, tally } = backend
  const durationMs = exchange.age
  if (log !== null) writeLine(exchange, outcome, durationMs)
  if (journal !== null && !exchange.req.path.startsWith('/_sandbox'))
    addToJournal(exchange, outcome, durationMs)
  const { status, code } = outcome
  // A connection that was cut before the operation ran is not an answer.
  if (status !== 0 && (code !== null || route !== null)) tally.answered(route, status, code)
}

const writeLine = (exchange: Exchange, { status, error, code, hint }: Outcome, durationMs: number): void => {
  const { id, req, backend, ignored, warnings } = exchange
  backend.log?.({
    id,
    method: req.method,
    path: redactText(req.path),
    status,
    durationMs,
    error: error?.refusal ?? code,
    reason: error && redactText(error.message),
    hint: hint && aroundWellKnown(hint, redactText),
    ignored: ignored.map(redactText),
    warnings: warnings.map((text) => aroundWellKnown(text, redactText)),
  })
}

const addToJournal = (exchange: Exchange, outcome: Outcome, durationMs: number): void => {
  const { req, backend, incoming } = exchange
  const { error, code, text } = outcome
  const sent = keptBody(exchange.body)
  // Field by field: spreading costs the engine ten times as much.
  backend.journal?.add({
    id: exchange.id,
    at: backend.timeline.now(),
    host: incoming.host,
    method: req.method,
    path: req.path,
    world: exchange.world,
    key: exchange.principal?.kind ?? null,
    query: queryOf(exchange),
    contentType: sent === null ? '' : (req.header('content-type') ?? ''),
    sent,
    status: outcome.status,
    durationMs,
    error: error?.refusal ?? code,
    details: error?.context ?? null,
    answer: text !== null && text.length <= keptLengthMax ? text : null,
    ignored: exchange.ignored,
    warnings: exchange.warnings,
    isReplay: exchange.isReplay,
    fault: exchange.fault,
    tool: req.header(toolHeader)?.slice(0, 40) ?? null,
    made: exchange.made,
  })
}

/** Neither files nor long texts are kept, and `null` for no body. */
const keptBody = (body: SentBody): string | object | null => {
  if (typeof body !== 'string') return redactAll(body)
  return body !== '' && body.length <= keptLengthMax ? body : null
}
