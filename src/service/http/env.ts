import type { Context } from 'hono'
import type { HonoBase } from 'hono/hono-base'
import type { ErrorContext, ErrorName } from '../../kernel/errors'
import type { Lifetime } from '../../kernel/lifetime'
import type { Timeline } from '../../kernel/timeline'
import type { CheckedOptions } from '../../options/config'
import type { Profile, ProfileName } from '../../options/profiles'
import type { Accounts, Principal } from '../accounts'
import type { ProfileForm } from '../resources/record'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { Version } from '../versions/history'
import type { World } from '../world'
import type { Parameters, Sent } from './form'
import type { Entrance } from './incoming'
import type { Journal, JournalEntry, RequestWrites } from './journal'
import type { Route } from './route'

/**
 * The environment of the Hono app. `Bindings` are given with each request (`context.env`): the app itself has no state
 * and serves any sandbox. `Variables` are set by the steps of a request (`context.get`).
 */
export interface AppEnv {
  Bindings: Entrance & { readonly backend: Backend }
  Variables: {
    requestId: string
    /** The headers of the answer, by their names in lower case. Written by `setHeader`. */
    headers: Record<string, string>
    trace: Trace
    /** The requested operation. Set by the first step of each operation. */
    route: Route
    /** Set by `authenticate`; `null` for an operation that needs no key. */
    principal: Principal | null
    /** Set by `authenticate`. */
    world: World
    /** Set by `chooseVersion`. */
    version: Version
    /** Set once the body is read. */
    sent: Sent
    /** Set by `inputOf`. */
    input: Parameters | undefined
  }
}

export type App = HonoBase<AppEnv>
export type AppContext = Context<AppEnv>

/** The parts of a sandbox that its requests need. */
export interface Backend {
  readonly accounts: Accounts
  readonly settings: HttpSettings
  /** Runs the jobs that are due on the virtual clock. */
  readonly jobs: { catchUp(): void }
  readonly timeline: Timeline
  readonly newRequestId: () => string
  readonly log: ((entry: RequestEntry) => void) | null
  readonly tally: Tallying
  /** `null` when the journal is off. */
  readonly journal: Journal | null
  readonly lifetime: Lifetime
  /** Whether a client that calls by the names of the real service was told that the profile is another. */
  isProfileTold: boolean
  /** Epoch milliseconds of the `Date` of the process, which fake timers of a test change. */
  readonly processDate: () => number
  /** Whether a client was told that this differs from the clock of the sandbox. */
  areDatesTold: boolean
  /** Delivers at once what faults make arrive before the answer of its call; `null` when there is nothing. */
  readonly courier: {
    sendEarly(world: World, dispatches: readonly DispatchRow[]): Promise<void> | null
  }
  /** Answers requests under /_sandbox. */
  readonly control: { answer(request: Request, bindings: AppEnv['Bindings']): Promise<Response> }
}

/** Counts answers. `code` is the error code; `route` is `null` when the request reached no operation. */
export interface Tallying {
  answered(route: Route | null, status: number, code: string | null): void
}

/** The options of the sandbox; those that requests read have their default. */
export interface HttpSettings extends Omit<CheckedOptions, 'profile' | 'rateLimit'> {
  readonly baseUrl: string
  readonly vaultUrl: string
  /** The addresses that the user gave: links in answers are at these, whichever host was called. */
  readonly givenUrls: Pick<CheckedOptions, 'baseUrl' | 'vaultUrl'>
  /** The `Service` of `Service-Version`. */
  readonly headerPrefix: string
  /** The `service-version` of this prefix, in lower case. */
  readonly versionHeader: string
  readonly profileName: ProfileName
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
  /** 0 when the connection was cut before the operation ran. */
  readonly status: number
  readonly durationMs: number
  /** Code of the error in the answer. */
  readonly error: string | null
  /** The message of the error. */
  readonly reason: string | null
  /** Explains the answer; never contains a whole key of the sandbox. */
  readonly hint: string | null
  /** Names of parameters that the operation does not know. */
  readonly ignored: readonly string[]
  /** What may be a mistake: the header `Sandbox-Warning` of the answer. */
  readonly warnings: readonly string[]
}

/** Facts about a request, collected while it is answered, for the log, the journal and the tally. */
export interface Trace {
  /** In ms, of `performance.now()`. */
  readonly startedAt: number
  /** The requested operation, once it is known. */
  route: Route | null
  world: World | null
  key: JournalEntry['key']
  /** The text of the body; the parameters of a multipart body. */
  sent: string | object | null
  ignored: readonly string[]
  isReplay: boolean
  fault: string | null
  made: RequestWrites
  /** Texts for the header `Sandbox-Warning`. */
  readonly warnings: string[]
  /** `null` until there is an answer; 0 when the connection was cut before the operation ran. */
  status: number | null
  /** The error in the answer: its name, or its code if the catalogue does not have it. */
  error: ErrorName | string | null
  /** The error code in the answer. */
  code: string | null
  /** The message of the error in the answer. */
  reason: string | null
  /** What the error tells besides its message, whether the answer has it or not. */
  details: ErrorContext | null
  hint: string | null
  /** The text of the answer. */
  answer: string | null
}
