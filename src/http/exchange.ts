import type { Context } from 'hono'
import type { Accounts } from '../accounts'
import { type ApiError, catalogue } from '../kernel/errors'
import { limits } from '../kernel/limits'
import type { Profile } from '../profiles'
import type { Dress } from '../resources/shape'
import type { World } from '../world'
import { tooLarge } from './body'
import { type Journal, type JournalEntry, keptLengthMax, type Made, nothingMade } from './journal'
import { redactText } from './redact'
import { renderError } from './render'
import type { Route } from './route'
import type { Access, Answer, Entrance } from './transport'
import { readWebBody } from './web-body'

/** What the app is given with each request: the app itself holds no state and serves any sandbox. */
export interface Backend {
  readonly accounts: Accounts
  readonly settings: HttpSettings
  /** Runs what has fallen due on the virtual clock; called before every request. */
  readonly catchUp: () => void
  readonly now: () => number
  /** Holds the clock still for one operation. */
  readonly atOneMoment: <T>(work: () => T) => T
  readonly keeping: Keeping
  readonly newRequestId: () => string
  readonly log: ((entry: RequestEntry) => void) | null
  readonly tally: Tallying
  /** `null` when nobody wants one. */
  readonly journal: Journal | null
  /** Waits so many ms, or until the sandbox is closed: what was asked before is answered. */
  readonly pause: (ms: number) => Promise<void>
  /** Answers what is asked under /_sandbox. */
  readonly control: (exchange: Exchange) => Promise<Response>
}

/** When a request may be answered. */
export interface Keeping {
  /** Resolves when what was done outlives the process, where it should; `null` when it does already. */
  readonly kept: Promise<void> | null
  /** Resolves when all requests that came together have had their turn; `null` where they come one by one. */
  readonly turn: Promise<void> | null
  /** Sees to it that what was done outlives the process, without waiting. */
  readonly keepNow: () => void
}

/** Counts what was answered; `code` is that of an error, `route` null where none was reached. */
export interface Tallying {
  answered(route: Route | null, status: number, code: string | null): void
}

export interface HttpSettings {
  readonly baseUrl: string
  readonly vaultUrl: string
  /** The `Service` of `Service-Version`. */
  readonly headerPrefix: string
  readonly profile: Profile
  /** Requests a minute for each key; `null` for no limit. */
  readonly rateLimit: number | null
  readonly audit: boolean
  /** `null` where the profile gives answers the form of the specification. */
  readonly dress: Dress | null
}

/** One line of the server's log. */
export interface RequestEntry {
  readonly id: string
  readonly method: string
  readonly path: string
  /** 0 when the connection was cut before anything happened. */
  readonly status: number
  readonly durationMs: number
  /** Code of the error that was answered. */
  readonly error: string | null
  /** What helps to understand the answer; never holds a whole key. */
  readonly hint: string | null
}

export interface AppEnv {
  Bindings: Entrance & { readonly backend: Backend }
}

/** Indented for people at a terminal or browser (assumption `indented-for-people`). */
const person = /^(curl|httpie|wget)\/|^mozilla\//i

const utf8 = new TextDecoder()

/** Pages of every site may read the answer. */
export const readableByPages = ['access-control-allow-origin', '*'] as const

/** What becomes known of a request on its way, for the journal. */
export interface Trace {
  world: World | null
  key: JournalEntry['key']
  /** Its body as it came; of a multipart body what was in it. */
  sent: string | object | null
  ignored: readonly string[]
  isReplay: boolean
  fault: string | null
  made: Made
}

interface Ending {
  readonly status: number
  readonly error: string | null
  readonly hint: string | null
  readonly body: Answer['body'] | null
}

/** One request on its way to its answer. */
export class Exchange {
  readonly backend: Backend
  readonly host: 'api' | 'vault'
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestId: string
  readonly signal: AbortSignal
  /** The operation that it is about, once that is known. */
  route: Route | null = null
  readonly trace: Trace = {
    world: null,
    key: null,
    sent: null,
    ignored: [],
    isReplay: false,
    fault: null,
    made: nothingMade,
  }
  readonly #context: Context<AppEnv>
  readonly #startedAt = performance.now()
  readonly #headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache, no-store',
  }
  readonly #warnings: string[] = []
  /** Why the answer never arrives. */
  #lostBy: string | null = null

  constructor(context: Context<AppEnv>) {
    const { backend, host } = context.env
    this.#context = context
    this.backend = backend
    this.host = host
    this.method = context.req.method
    this.signal = context.req.raw.signal
    const url = context.req.url
    const mark = url.indexOf('?')
    this.query = mark === -1 ? '' : url.slice(mark + 1)
    this.path = context.req.path
    this.requestId = backend.newRequestId()
    this.#headers['x-request-id'] = this.requestId
    if (host === 'vault') this.setHeader(...readableByPages)
  }

  header(name: string): string | undefined {
    return this.#context.req.header(name)
  }

  /** Who may call the server that it came to; `null` in one process. */
  get access(): Access | null {
    return this.#context.env.access ?? null
  }

  get isOverSocket(): boolean {
    return this.#context.env.transport !== undefined
  }

  /** The request's own address; over a socket the `Host` header says its host. */
  get url(): URL {
    return new URL(this.#context.req.url)
  }

  param(name: string): string {
    return this.#context.req.param(name) ?? ''
  }

  /** The text of the body, or `undefined` when there is none: then nothing needs to wait. */
  readBody(): Promise<string> | undefined {
    const { transport } = this.#context.env
    if (transport !== undefined) return transport.readBody()
    return this.#readWeb(limits.bodyBytesMax)?.then((bytes) => utf8.decode(bytes))
  }

  /** The body as it came, of at most so many bytes: for files. */
  readBytes(maximum: number): Promise<Uint8Array<ArrayBuffer>> | undefined {
    const { transport } = this.#context.env
    if (transport !== undefined) return transport.readBytes(maximum)
    return this.#readWeb(maximum)
  }

  #readWeb(maximum: number): Promise<Uint8Array<ArrayBuffer>> | undefined {
    const { raw } = this.#context.req
    if (Number(this.header('content-length') ?? 0) > maximum) throw tooLarge(maximum)
    return raw.body === null ? undefined : readWebBody(raw, maximum)
  }

  /** Calls `end` when the server begins to stop: for an answer that goes on until it is told. */
  onStop(end: () => void): () => void {
    const { stops } = this.#context.env
    stops?.add(end)
    return () => void stops?.delete(end)
  }

  /** Ends the connection, whatever of its answer was not taken. */
  hangUp(): void {
    this.#context.env.transport?.cut()
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }

  warn(text: string): void {
    this.#warnings.push(text)
  }

  print(body: object): string {
    return person.test(this.header('user-agent') ?? '')
      ? `${JSON.stringify(body, null, 2)}\n`
      : JSON.stringify(body)
  }

  refuse(error: ApiError, hint: string | null = null): Response {
    const { status, body } = renderError(error)
    return this.send(status, this.print(body), { error, hint })
  }

  /** The request goes on to its end, but nobody is told how it ended. */
  loseAnswer(reason: string): void {
    this.#lostBy = reason
  }

  /** Ends the connection before anything has happened. */
  drop(reason: string): Response {
    this.#note({ status: 0, error: null, hint: reason, body: null })
    return this.#cut()
  }

  send(
    status: number,
    body: Answer['body'],
    about: {
      readonly error?: ApiError | null
      /** The code of an error that is none of the service's own. */
      readonly code?: string
      readonly hint?: string | null
    } = {},
  ): Response {
    this.backend.keeping.keepNow()
    const headers = this.#headers
    if (this.#warnings.length > 0) headers['sandbox-warning'] = this.#warnings.join('; ')
    const error = about.error?.refusal ?? about.code ?? null
    this.#note({ status, error, hint: this.#lostBy ?? about.hint ?? null, body })
    const code = about.error ? catalogue[about.error.refusal].code : (about.code ?? null)
    if (code !== null || this.route !== null) this.backend.tally.answered(this.route, status, code)
    if (this.#lostBy !== null) return this.#cut()
    const { transport } = this.#context.env
    return transport === undefined
      ? new Response(body, { status, headers })
      : transport.respond({ status, headers, body })
  }

  #note({ status, error, hint, body }: Ending): void {
    const { log, journal, now } = this.backend
    const kept = this.path.startsWith('/_sandbox') ? null : journal
    if (log === null && kept === null) return
    const { requestId: id, method, path } = this
    const durationMs = performance.now() - this.#startedAt
    log?.({ id, method, path: redactText(path), status, durationMs, error, hint: hint && redactText(hint) })
    if (kept === null) return
    const { world, key, sent, ignored, isReplay, fault, made } = this.trace
    // Field by field: spreading costs the engine ten times as much.
    kept.add({
      id,
      at: now(),
      host: this.host,
      method,
      path,
      world,
      key,
      query: this.query,
      contentType: sent === null ? '' : (this.header('content-type') ?? ''),
      sent,
      status,
      durationMs,
      error,
      answer: typeof body === 'string' && body.length <= keptLengthMax ? body : null,
      ignored,
      isReplay,
      fault,
      made,
    })
  }

  #cut(): Response {
    // Without a socket: the web's own word for an answer that never came.
    return this.#context.env.transport?.cut() ?? Response.error()
  }
}
