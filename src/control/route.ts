import type * as z from 'zod'
import type { AppContext, HttpSettings } from '../http/env'
import type { Account, Mode } from '../library/account/account'
import type { Feed } from '../library/feed/feed'
import type { Sandbox } from '../library/surface'
import type { SnapshotStore } from './snapshot-store'

/** What the process around the sandbox tells about itself. */
export interface Surroundings {
  readonly version: string
  readonly settings: () => HttpSettings
  /** How long the sandbox has been there, in ms of real time. */
  readonly uptimeMs: () => number
  /** Host names, with their ports, under which the API server is reached; asked at each request. */
  readonly ownHosts: () => readonly string[]
  /** Whose pages may drive the sandbox besides its own. */
  readonly allowOrigins: ReadonlySet<string>
}

/** What an operation of the control plane is given. */
export interface ControlCall<I> {
  readonly sandbox: Sandbox
  readonly surroundings: Surroundings
  /** The snapshots that were taken over HTTP. */
  readonly snapshots: SnapshotStore
  /** What happens, for whoever follows it. */
  readonly feed: Feed
  /** The request: for an answer that goes on, and for what a page says of its server. */
  readonly context: AppContext
  /** The `:name` parts of the path. */
  readonly params: { readonly [name: string]: string }
  readonly input: I
  /** The table that this operation is a row of. */
  readonly routes: readonly ControlRoute[]
  /** `?account=` was given: what otherwise is about the whole sandbox is about this one. */
  readonly alone: boolean
  /** The account of `?account=`, the default one unless said. Refuses an unknown one with 404. */
  readonly account: () => Account
  /** What `?livemode=` says; `null` where it is not there. */
  readonly livemode: () => boolean | null
  /** That account in test mode, or in live mode with `?livemode=true`. */
  readonly mode: () => Mode
}

/** One operation under /_sandbox. The table serves requests, the README and the OpenAPI document alike. */
export interface ControlRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below `/_sandbox`, with `:name` for what varies. */
  readonly path: string
  readonly summary: string
  /** Takes `?account=` and `?livemode=`: it is about one account, or about all until one is named. */
  readonly scoped?: 'one' | 'all'
  /** The JSON body; for GET and DELETE the query. */
  readonly input: () => z.ZodType
  /** A body that shows what it is for. */
  readonly example?: object
  /** What the document says of the input, where it is checked otherwise. */
  readonly shows?: () => z.ZodType
  /** The parts of the body that a refusal is about which names none: the first that was given. */
  readonly about?: readonly string[]
  /** The form of a successful answer; `null` when it is no JSON. */
  readonly returns: () => z.ZodType | null
  /** What a successful answer is when it is no JSON, as an example shows it. */
  readonly text?: { readonly type: 'text/event-stream' | 'text/html'; readonly example: string }
  /** A person opens it in a browser, also by a link from elsewhere. */
  readonly page?: true
  /** Asking must not set anything in motion: what fell due is not run first. */
  readonly still?: true
  /** A `Response` goes out as it is; anything else as JSON. */
  readonly run: (call: ControlCall<never>) => object | Promise<object>
}

/** Types `run` by the route's own schema. */
export const controlRoute = <I extends z.ZodType>(
  table: Omit<ControlRoute, 'input' | 'run'> & {
    readonly input: () => I
    readonly run: (call: ControlCall<z.output<I>>) => object | Promise<object>
  },
): ControlRoute => table
