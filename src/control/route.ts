import * as z from 'zod/mini'
import { once } from '../kernel/json'
import type { Account, Mode } from '../sandbox/account/account'
import type { Feed } from '../sandbox/feed/feed'
import type { SandboxParts } from '../sandbox/parts'
import type { Sandbox } from '../sandbox/sandbox'
import type { SnapshotShelf } from '../sandbox/snapshots/snapshot-shelf'
import type { Exchange } from '../service/http/exchange'
import type { World } from '../service/world'
import { ControlError } from './errors'

/** The sandbox of a control plane. */
export interface Controlled {
  readonly sandbox: Sandbox
  /** What it is made of. */
  readonly parts: SandboxParts
  /** The snapshots that were taken over HTTP. */
  readonly snapshots: SnapshotShelf
  /** Its changes, for the clients of the stream. */
  readonly feed: Feed
  /** The age of the sandbox in ms of real time. */
  readonly uptimeMs: () => number
  /** The table of all operations. */
  readonly routes: readonly ControlRoute[]
  /** The page for a browser that opens an address without one. Default: the refusal as JSON. */
  readonly missing?: ((call: ControlCall<never>, refusal: ControlError) => Promise<Response>) | undefined
  /** The page for a browser without the token of the control plane. Default: the refusal as JSON. */
  readonly askForToken?: ((exchange: Exchange) => Promise<Response>) | undefined
}

/** The input of an operation of the control plane. */
export interface ControlCall<I> extends Controlled {
  /** The request: for streams, and for pages that show the address of their server. */
  readonly exchange: Exchange
  /** The `:name` parts of the path. */
  readonly params: { readonly [name: string]: string }
  readonly input: I
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
      | 'text/csv'
      | 'text/event-stream'
      | 'text/html'
      | 'text/markdown'
      | 'text/plain'
      | 'application/x-pem-file'
      | 'application/yaml'
    readonly example: string
  }
  /**
   * The page that requests get which prefer HTML, as those of browsers; links of other sites may open it. `true` where
   * `run` answers all requests with a page.
   */
  readonly page?: true | ((call: ControlCall<object>) => Promise<Response>)
  /** Due jobs do not run first: it must not change the records. */
  readonly runsNoJobs?: true
  /** A `Response` is sent unchanged, every other result as JSON. */
  readonly run: (call: ControlCall<never>) => object | Promise<object>
}

/** @throws ControlError 404 */
export const accountOf = (sandbox: Sandbox, id: string): Account => {
  const account = sandbox.account(id)
  if (account === undefined)
    throw new ControlError(
      404,
      `there is no account ${id.slice(0, 80)}: name one by its id or one of its keys; with --accounts auto the first call of the API with a key makes its account`,
    )
  return account
}

const nothing = () => z.strictObject({})

/**
 * Types `run` by the route's own schema. Default: no input.
 * @param name its method and path, such as `POST /clock`
 */
export const controlRoute = <I extends z.core.$ZodType = ReturnType<typeof nothing>>(
  name: `${Uppercase<ControlRoute['method']>} /${string}`,
  table: Omit<ControlRoute, 'method' | 'path' | 'input' | 'run'> & {
    readonly input?: () => I
    readonly run: (call: ControlCall<z.output<I>>) => object | Promise<object>
  },
): ControlRoute => {
  const [method = '', path = ''] = name.split(' ')
  const input = once<z.core.$ZodType>(table.input ?? nothing)
  return { ...table, method: method.toLowerCase() as ControlRoute['method'], path, input }
}
