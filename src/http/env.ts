import type { Context } from 'hono'
import type { Accounts, Principal } from '../accounts'
import type { ErrorName } from '../kernel/errors'
import type { Profile } from '../profiles'
import type { ProfileForm } from '../resources/shape'
import type { Version } from '../versions/history'
import type { World } from '../world'
import type { Parameters } from './body'
import type { Entrance } from './entrance'
import type { Journal, JournalEntry, Made } from './journal'
import type { Route } from './route'

/**
 * The environment of the Hono app. `Bindings` come with each request (`context.env`): the app itself holds no state
 * and serves any sandbox. `Variables` are what middleware finds out on the way (`context.get`).
 */
export interface AppEnv {
  Bindings: Entrance & { readonly backend: Backend }
  Variables: {
    requestId: string
    trace: Trace
    /** The operation that answers. Set by the first middleware of each operation. */
    route: Route
    /** Set by `authenticate`; `null` for an operation that needs no key. */
    principal: Principal | null
    /** Set by `authenticate`. */
    world: World
    /** Set by `chooseVersion`. */
    version: Version
    /** Set by `readParameters`: query and body as one set of parameters, decoded when they are first asked for. */
    input: () => Parameters
  }
}

export type AppContext = Context<AppEnv>

/** The parts of a sandbox that its requests need. */
export interface Backend {
  readonly accounts: Accounts
  readonly settings: HttpSettings
  /** Runs the jobs that are due on the virtual clock. */
  readonly catchUp: () => void
  readonly now: () => number
  /** Holds the clock still for one operation. */
  readonly atOneMoment: <T>(work: () => T) => T
  readonly keeping: Keeping
  readonly newRequestId: () => string
  readonly log: ((entry: RequestEntry) => void) | null
  readonly tally: Tallying
  /** `null` when the journal is off. */
  readonly journal: Journal | null
  /** Waits `ms`, or until the sandbox is closed: requests in flight are answered then. */
  readonly pause: (ms: number) => Promise<void>
  /** Answers requests under /_sandbox. */
  readonly control: (request: Request, bindings: AppEnv['Bindings']) => Promise<Response>
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

/** Counts answers; `code` is that of an error, `route` is `null` where no operation was reached. */
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
  readonly profileForm: ProfileForm | null
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
  /** Helps to understand the answer; never holds a whole key. */
  readonly hint: string | null
}

/** What becomes known of a request on its way: for the log, the journal and the tally. */
export interface Trace {
  /** In ms, of a clock that only measures durations. */
  readonly startedAt: number
  /** The operation that it is about, once that is known. */
  route: Route | null
  world: World | null
  key: JournalEntry['key']
  /** The body as it came; of a multipart body its parameters. */
  sent: string | object | null
  ignored: readonly string[]
  isReplay: boolean
  fault: string | null
  made: Made
  /** Texts for the header `Sandbox-Warning`. */
  readonly warnings: string[]
  /** `null` until there is an answer; 0 when the connection was cut before anything happened. */
  status: number | null
  /** The error that was answered, or the code of one that is not the service's own. */
  error: ErrorName | string | null
  /** The code that the client sees. */
  code: string | null
  hint: string | null
  /** The text of the answer. */
  answer: string | null
}
