import type { Context } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import type { ApiError } from '../../kernel/errors'
import type { Principal } from '../accounts'
import { currentVersion, type Version } from '../versions/history'
import type { World } from '../world'
import type { Backend, Bindings } from './backend'
import type { Parameters, SentBody } from './form'
import type { Incoming } from './incoming'
import { nothingMade, type RequestWrites } from './journal'
import type { Route } from './route'

/** The environment of the Hono app, which has no state of its own: each request brings its sandbox along. */
export interface AppEnv {
  Bindings: Bindings
  Variables: { exchange: Exchange }
}

export type App = HonoBase<AppEnv>
export type AppContext = Context<AppEnv>

/** What log, journal and tally keep of an answer. */
export interface Outcome {
  /** 0 when the connection was cut before the operation ran. */
  readonly status: number
  /** The error of the service in the answer. */
  readonly error: ApiError | null
  /** The code of the error in the answer; the catalogue may not have it. */
  readonly code: string | null
  /** Explains the answer, for the log. */
  readonly hint: string | null
  /** The text of the answer; `null` for a file. */
  readonly text: string | null
}

/** One request and its answer: each step takes it, and adds what it finds out. */
export class Exchange {
  readonly context: AppContext
  readonly req: AppContext['req']
  readonly incoming: Incoming
  /** The sandbox. */
  readonly backend: Backend
  /** Also in the log, and in the header `X-Request-Id`. */
  readonly id: string
  /** The headers of the answer, by their names in lower case. */
  readonly headers: Record<string, string>
  /** Texts for the header `Sandbox-Warning`. */
  readonly warnings: string[] = []
  /** The requested operation, once it is known. */
  route: Route | null = null
  /** Whose key it has, once that is accepted; `null` for an operation that needs none. */
  principal: Principal | null = null
  /** The account and mode of the key, or those of an operation that needs none. */
  world: World | null = null
  /** The version of the answer. */
  version: Version = currentVersion
  /** As it was sent; `''` for none, and for one that is not read. */
  body: SentBody = ''
  /** Query and body, decoded by `parametersOf`. */
  parameters: Parameters | null = null
  /** Names of parameters that the operation does not know. */
  ignored: readonly string[] = []
  /** Whether the answer is the stored one of an idempotency key. */
  isReplay = false
  /** Id of the fault that was applied, or `header`. */
  fault: string | null = null
  /** What the operation wrote, for the journal. */
  made: RequestWrites = nothingMade
  /** `null` until there is an answer, and for those that are not logged: streams and pages of the dashboard. */
  outcome: Outcome | null = null
  readonly #startedAt = performance.now()

  constructor(context: AppContext) {
    this.context = context
    this.req = context.req
    this.incoming = context.env.incoming
    this.backend = context.env.backend
    this.id = this.backend.newRequestId()
    this.headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache, no-store',
      'x-request-id': this.id,
    }
    if (this.incoming.host === 'vault') allowAnyPage(this)
  }

  /** How long ago it came, in ms of real time. */
  get age(): number {
    return performance.now() - this.#startedAt
  }
}

/** A request for an operation, once its key is accepted. */
export type OperationExchange = Exchange & { route: Route; world: World }

/** The exchange of a request, which is made at the first call. */
export const exchangeOf = (context: AppContext): Exchange => {
  const known = context.get('exchange')
  if (known !== undefined) return known
  const made = new Exchange(context)
  context.set('exchange', made)
  return made
}

/** Allows pages of every site to read the answer (CORS). */
export const allowAnyPage = ({ headers }: Exchange): void => {
  headers['access-control-allow-origin'] = '*'
}
