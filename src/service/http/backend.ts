import type { Lifetime } from '../../kernel/lifetime'
import type { Timeline } from '../../kernel/timeline'
import type { CheckedOptions } from '../../options/config'
import type { Profile, ProfileName } from '../../options/profiles'
import type { Accounts } from '../accounts'
import type { ProfileForm } from '../resources/record'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import type { Incoming } from './incoming'
import type { Journal } from './journal'
import type { Route } from './route'

/** What the app gets with each request: how it came, and the sandbox that answers it. */
export interface Bindings {
  readonly incoming: Incoming
  readonly backend: Backend
}

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
  /** The warnings that a sandbox gives once: some client got them. */
  readonly warnedOf: Set<'profile' | 'dates'>
  /** Epoch milliseconds of the `Date` of the process, which fake timers of a test change. */
  readonly processDate: () => number
  /** Delivers at once what faults make arrive before the answer of its call; `null` when there is nothing. */
  readonly webhookQueues: {
    sendEarly(world: World, dispatches: readonly DispatchRow[]): Promise<void> | null
  }
  /** Answers requests under /_sandbox. */
  readonly control: { answer(request: Request, bindings: Bindings): Promise<Response> }
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
