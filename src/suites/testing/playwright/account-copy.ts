import {
  createSandbox,
  type Mode,
  type RequestRecord,
  type Requests,
  type Sandbox,
  SandboxError,
  type Snapshot,
} from 'payment-sandbox'
import { fits } from '../../../kernel/text'
import type { ControlPlane } from './control-plane'

/** The state of a running account, loaded by a sandbox of this process: its readers, for matchers and stories. */

export type AccountCopy = Pick<
  Mode,
  'charges' | 'refunds' | 'events' | 'transactions' | 'balance' | 'requests' | 'faults' | 'webhooks'
> &
  Pick<Sandbox, 'clock'>

export const readRequests = (all: readonly RequestRecord[]): Omit<Requests, 'clear'> => {
  const list: Requests['list'] = (filter = {}, { last = Number.POSITIVE_INFINITY } = {}) => {
    const isWanted = (request: RequestRecord): boolean =>
      typeof filter === 'function'
        ? filter(request)
        : Object.entries(filter).every(([name, wanted]) =>
            name === 'path' ? fits(String(wanted), request.path) : Reflect.get(request, name) === wanted,
          )
    const found = all.filter(isWanted)
    return found.slice(Math.max(0, found.length - last))
  }
  return { list, last: (filter) => list(filter).at(-1), count: (filter) => list(filter).length }
}

/** What the account says about itself. */
export interface AccountInfo {
  readonly url: string
  readonly vault_url: string
  readonly webhook_secret: string | null
  readonly webhook_endpoints: readonly string[]
  readonly profile: Sandbox['profile']
}

/** Throws as `ControlPlane.ask`. */
export const copyAccount = async (control: ControlPlane): Promise<AccountCopy> => {
  const [state, requests, info] = await Promise.all([
    control.ask<Snapshot>('GET', '/state'),
    control.requests(),
    control.askOwn<AccountInfo>('GET', '/info'),
  ])
  const copy = createSandbox({ profile: info.profile, baseUrl: info.url, vaultUrl: info.vault_url })
  copy.host.loadState(state)
  const mode = copy.account(control.account)?.test
  if (mode === undefined) throw new SandboxError('not_found', `account ${control.account} is gone`)
  const { webhooks } = mode
  const own = {
    requests: readRequests(requests),
    webhooks: {
      endpoints: info.webhook_endpoints,
      deliveries: webhooks.deliveries.bind(webhooks),
      settle: async () => undefined,
    },
  }
  return new Proxy(Object.assign(mode, { clock: copy.clock }), {
    get: (_, name) => Reflect.get(name in own ? own : mode, name),
  })
}
