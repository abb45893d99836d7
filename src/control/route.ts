import * as z from 'zod/mini'
import { once } from '../kernel/json'
import type { Job } from '../kernel/timeline'
import type { Account, Mode } from '../sandbox/account/account'
import type { Handles } from '../sandbox/account/handles'
import type { Feed } from '../sandbox/feed/feed'
import type { FixtureLoader } from '../sandbox/fixtures/fixture-loader'
import type { SnapshotShelf } from '../sandbox/snapshots/snapshot-shelf'
import type { Sandbox } from '../sandbox/surface'
import type { Accounts } from '../service/accounts'
import type { AppContext, HttpSettings } from '../service/http/env'
import type { Journal } from '../service/http/journal'
import type { World } from '../service/world'

/** Properties of the process that runs the sandbox. */
export interface Surroundings {
  readonly version: string
  readonly settings: () => HttpSettings
  /** The age of the sandbox in ms of real time. */
  readonly uptimeMs: () => number
  /** Host names, with their ports, under which the API server is reached; asked at each request. */
  readonly ownHosts: () => readonly string[]
  /** The jobs of the clock, the soonest first; cheap as long as few are taken. */
  readonly planned: () => Iterable<Job>
  /** All accounts, by position: there may be a hundred thousand. */
  readonly accounts: Pick<Accounts, 'count' | 'idsFrom' | 'idsLike'>
  /** The fixtures of the package, and those given as text. */
  readonly fixtures: Pick<FixtureLoader, 'shipped' | 'open' | 'read'>
  readonly loadFixture: Handles['load']
  /** The origins, besides its own, whose pages may use the control plane. */
  readonly allowOrigins: ReadonlySet<string>
}

/** The input of an operation of the control plane. */
export interface ControlCall<I> {
  readonly sandbox: Sandbox
  readonly surroundings: Surroundings
  /** The snapshots that were taken over HTTP. */
  readonly snapshots: SnapshotShelf
  /** The changes of the sandbox, for the clients of the stream. */
  readonly feed: Feed
  /** The requests of all accounts; `null` where none are kept. */
  readonly journal: Journal | null
  /** The request: for streams, and for pages that show the address of their server. */
  readonly context: AppContext
  /** The `:name` parts of the path. */
  readonly params: { readonly [name: string]: string }
  readonly input: I
  /** The table that this operation is a row of. */
  readonly routes: readonly ControlRoute[]
  /** Whether `?account=` was given: an operation on the whole sandbox then applies to this account only. */
  readonly alone: boolean
  /** The account of `?account=`. Default: the first account. @throws ControlError 404 for an unknown one */
  readonly account: () => Account
  /** The value of `?livemode=`; `null` without it. */
  readonly livemode: () => boolean | null
  /** That account in test mode, or in live mode with `?livemode=true`. */
  readonly mode: () => Mode
  /** The rows of that mode, for what the library does not show. */
  readonly world: () => World
}

/** One operation under /_sandbox. The table serves requests, the README and the OpenAPI document alike. */
export interface ControlRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/_sandbox`, with `:name` for each variable segment. */
  readonly path: string
  readonly summary: string
  /** The texts of the variable segments. */
  readonly params?: { readonly [name: string]: string }
  /** Takes `?account=` and `?livemode=`: it is about one account, or about all until one is named. */
  readonly scoped?: 'one' | 'all'
  /** The JSON body; for GET and DELETE the query. Default: nothing. */
  readonly input: () => z.core.$ZodType
  /** A body that shows what it is for. */
  readonly example?: object
  /** The input in the OpenAPI document, if another schema checks it. */
  readonly shows?: () => z.core.$ZodType
  /** For errors that name no part of the body: the first of these parts that was given is named. */
  readonly about?: readonly string[]
  /** The form of a successful answer; `null` when it is no JSON. */
  readonly returns: () => z.core.$ZodType | null
  /** An example of a successful answer that is not JSON. */
  readonly text?: {
    readonly type:
      | 'text/css'
      | 'text/event-stream'
      | 'text/html'
      | 'application/x-pem-file'
      | 'application/yaml'
    readonly example: string
  }
  /**
   * It is a page for browsers, which links of other sites may open. Where another operation has the same path, only
   * requests that accept HTML get the page.
   */
  readonly page?: true
  /** It must not change the state: the due jobs do not run first. */
  readonly still?: true
  /** A `Response` is sent unchanged, every other result as JSON. */
  readonly run: (call: ControlCall<never>) => object | Promise<object>
}

const nothing = () => z.strictObject({})

/** Types `run` by the route's own schema. Default: no input. */
export const controlRoute = <I extends z.core.$ZodType = ReturnType<typeof nothing>>(
  table: Omit<ControlRoute, 'input' | 'run'> & {
    readonly input?: () => I
    readonly run: (call: ControlCall<z.output<I>>) => object | Promise<object>
  },
): ControlRoute => ({ ...table, input: once<z.core.$ZodType>(table.input ?? nothing) })
