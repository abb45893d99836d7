import { controlPlane } from './control/plane'
import { uuid } from './kernel/digest'
import { addressName, isLoopback, reachOffLoopback, unreachable } from './kernel/hosts'
import { once } from './kernel/json'
import { closed } from './kernel/lifetime'
import { processDate, realTime } from './kernel/real-time'
import { SandboxError } from './kernel/sandbox-error'
import { certificatesIn, openFixture, openText, printFixture } from './node/files'
import {
  type CheckedOptions,
  checkOptions,
  defaults,
  type ListenOptions,
  type SandboxOptions,
  sandboxOptions,
} from './options/config'
import { noHosts } from './options/hosts'
import type { ProfileName } from './options/profiles'
import { newAccountSchema } from './options/values'
import { app } from './pages/payers/app'
import type { Account, Mode } from './sandbox/account/account'
import { AccountMode } from './sandbox/account/mode'
import { owning, type Receiver, receiving } from './sandbox/call'
import type { FixtureFiles } from './sandbox/core'
import { type Catalogue, catalogue } from './sandbox/coverage/catalogue'
import { coverageIn } from './sandbox/coverage/coverage-page'
import { coverageOf } from './sandbox/coverage/tally'
import { fetching } from './sandbox/fetch'
import { recordFixture } from './sandbox/fixtures/fixture-loader'
import { followsDate, type OwnOptions, type ServerUrls } from './sandbox/opening'
import { createParts, type SandboxParts } from './sandbox/parts'
import { type HostOptions, type PersistentSandbox, type Waking, wakingOf } from './sandbox/persistent-sandbox'
import { type Requests, requestsOf } from './sandbox/records/requests'
import type { Listening, Sandbox } from './sandbox/surface'
import { type DeliveryEntry, onDeliveries } from './sandbox/webhooks/delivery'
import { defaultAccount, type NewAccount } from './service/accounts'
import type { Backend, RequestEntry } from './service/http/backend'
import { errorPageOf } from './service/http/errors'
import type { Incoming } from './service/http/incoming'

/** The code of each is loaded at its first use. */
const fixtureFiles: FixtureFiles = {
  open: (fixture) => openFixture(fixture),
  read: (origin, text) => openText(origin, text),
  print: (fixture, remarks) => printFixture(fixture, remarks),
}

/** Answers requests, with the control plane under /_sandbox. */
const createService = (parts: SandboxParts, control: ReturnType<typeof controlPlane>) => {
  const { settings, undo } = parts
  const backend: Backend & { log: Backend['log'] } = {
    newRequestId: uuid,
    warnedOf: new Set(),
    processDate,
    log: null,
    control,
    ...parts,
  }
  let isClosed = false
  return {
    /** For the servers: answers a request that came to the given host. */
    answer: (request: Request, incoming: Incoming): Response | Promise<Response> => {
      if (parts.probing.probe?.isOver) return new Promise(() => undefined)
      if (isClosed) throw closed()
      return app().fetch(request, { incoming, backend })
    },
    errorPage: () => errorPageOf(settings),
    onDelivery: (log: (entry: DeliveryEntry) => void): void => void onDeliveries(undo, log),
    onRequest: (log: ((entry: RequestEntry) => void) | null): void => {
      backend.log = log
    },
    close: once(async (): Promise<void> => {
      // First, because a request in flight may wait for long work.
      parts.lifetime.end()
      await control.close()
      await Promise.all([parts.servers.close(), parts.courier.close()])
      isClosed = true
      parts.state.audit()
    }),
  }
}

/** Deliveries wait for it, because links in webhooks contain the address. */
const reachedAt = (
  { settings, courier, accounts }: SandboxParts,
  { baseUrl, vaultUrl }: ServerUrls,
): void => {
  settings.baseUrl = baseUrl
  settings.vaultUrl = vaultUrl
  courier.goOn(accounts.worlds)
}

/**
 * Other machines reach the servers, and with a key they choose addresses of webhooks: those must not be of inner machines.
 * @throws SandboxError `invalid_option` for an address of the options
 */
const limitReach = ({ options, webhookReach }: SandboxParts): void => {
  const reach = reachOffLoopback(options.webhookPrivate === true)
  const given = { webhook: options.webhook, 'webhooks.endpoints': options.webhooks?.endpoints }
  for (const [option, urls = []] of Object.entries(given))
    for (const url of urls) {
      const why = unreachable(reach, new URL(url))
      if (why !== null) throw new SandboxError('invalid_option', `${option}: ${new URL(url).origin} ${why}`)
    }
  Object.assign(webhookReach, reach)
}

/** The default account in test mode, with what there is of the whole sandbox. */
class WholeSandbox extends AccountMode {
  readonly #parts: SandboxParts
  readonly #requests: Requests

  constructor(parts: SandboxParts) {
    super(parts.handles, { account: defaultAccount, livemode: false })
    this.#parts = parts
    this.#requests = requestsOf(parts.journal)
  }

  get url(): string {
    return this.#parts.settings.baseUrl
  }

  get vaultUrl(): string {
    return this.#parts.settings.vaultUrl
  }

  get profile(): ProfileName {
    return this.#parts.settings.profileName
  }

  get live(): Mode {
    return this.#parts.handles.of(defaultAccount).live
  }

  get accounts(): readonly Account[] {
    return this.#parts.handles.all
  }

  get waking(): Waking {
    return wakingOf(this.#parts)
  }

  get usedModes(): readonly Mode[] {
    return this.#parts.handles.used
  }

  get catalogue(): Catalogue {
    return catalogue(this.#parts.settings)
  }

  override get requests(): Requests {
    return this.#requests
  }

  override record = (async (format?: 'yaml') =>
    recordFixture(this.#parts, { of: 'all' }, format)) as Sandbox['record']

  readonly coverage = ((format?: 'json' | 'text' | 'html') => {
    const { tally, accounts, settings } = this.#parts
    return coverageIn(format, coverageOf(tally, accounts.ids, settings))
  }) as Sandbox['coverage']

  readonly clearCoverage: Sandbox['clearCoverage'] = () => this.#parts.tally.clear()

  readonly snapshot: Sandbox['snapshot'] = () => this.#parts.state.take()

  readonly toJSON: Sandbox['toJSON'] = this.snapshot

  readonly restore: Sandbox['restore'] = (snapshot) => this.#parts.state.restore(snapshot)

  readonly reset: Sandbox['reset'] = () => {
    this.#parts.state.reset()
    this.#requests.clear()
  }

  readonly reload: Sandbox['reload'] = () => this.#parts.state.reload()

  readonly takeUp: PersistentSandbox['takeUp'] = (snapshot) => this.#parts.state.load(snapshot)

  readonly keepWith: PersistentSandbox['keepWith'] = (keeper, isKept = false) =>
    this.#parts.state.keepWith(keeper, isKept)

  readonly onCatchUp: PersistentSandbox['onCatchUp'] = (report) => {
    this.#parts.jobs.onLate = report
  }
}

/** The certificates, in PEM, that deliveries trust besides the usual ones. @throws SandboxError `invalid_option` */
const trustedIn = ({ webhooks, webhookCa }: CheckedOptions): readonly string[] => {
  if (webhooks?.ca !== undefined) return certificatesIn(webhooks.ca, 'webhooks.ca')
  return webhookCa === undefined ? [] : certificatesIn(webhookCa, 'webhookCa')
}

const composeSandbox = (checked: CheckedOptions, housing?: Partial<HostOptions>): PersistentSandbox => {
  const { liveKeys, webhookReach } = housing ?? {}
  const options: OwnOptions = {
    ...(webhookReach && { webhookReach }),
    ...(liveKeys && { liveKeys }),
    ...checked,
  }
  const parts = createParts(options, fixtureFiles, followsDate(options) ? processDate : realTime)
  const { undo, clock, settings, lifetime, servers, accounts, handles } = parts
  const trusted = trustedIn(options)
  const overSockets = once(async () => (await import('./node/server')).nodeNetworkOf(trusted))
  // The global fetch takes no certificates.
  if (trusted.length > 0) servers.deliverOver(async (outgoing) => (await overSockets())(outgoing))
  // Bound late: the control plane drives the sandbox whose requests it is part of.
  const control = controlPlane(realTime, async () => {
    const { controlRoutes, missingPage } = await import('./pages/routes')
    const given = { parts, sandbox, snapshots: housing?.snapshots }
    return { ...given, routes: controlRoutes(), missing: missingPage }
  })
  const service = createService(parts, control)
  const own: Omit<PersistentSandbox, keyof WholeSandbox | keyof typeof service> &
    Pick<Receiver, 'receive' | 'owns'> = {
    clock,
    account: (id) => handles.find(id),
    createAccount: (input: NewAccount = {}): Account => {
      lifetime.check()
      const checked = checkOptions(newAccountSchema(), input)
      return handles.of(undo.run(() => accounts.create(checked)).id)
    },
    receive: receiving(service),
    owns: owning(accounts),
    fetch: fetching(service, { settings, usual: defaults, servers, hosts: options.hosts ?? noHosts }),
    listen: async (given: ListenOptions = {}, ownsProcess = false): Promise<Listening> => {
      lifetime.check()
      const { startServers } = await import('./node/server')
      const { host = defaults.host } = given
      if (!isLoopback(addressName(String(host).toLowerCase()))) limitReach(parts)
      const listening = await startServers(sandbox, parts.jobs, given, ownsProcess)
      await servers.add(listening, await overSockets())
      reachedAt(parts, {
        baseUrl: options.baseUrl ?? listening.url,
        vaultUrl: options.vaultUrl ?? listening.vaultUrl,
      })
      return listening
    },
    reachedAt: (urls) => reachedAt(parts, urls),
    probe: (probe) => {
      parts.probing.probe = probe
    },
    [Symbol.asyncDispose]: service.close,
  }
  const sandbox: PersistentSandbox = Object.assign(new WholeSandbox(parts), service, own)
  return sandbox
}

/** A sandbox whose state can be kept, and that also answers requests from other sources than `fetch`. */
export const createPersistentSandbox = (
  options?: SandboxOptions,
  housing?: Partial<HostOptions>,
): PersistentSandbox =>
  composeSandbox(options === undefined ? {} : checkOptions(sandboxOptions(), options), housing)

/**
 * A payment service in memory: offline, instant, with the rules of the real one.
 *
 * @example
 * const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', randomSeed: 'any' })
 * const answer = await sandbox.fetch(`${sandbox.url}/charges`, {
 *   method: 'POST',
 *   headers: { authorization: sandbox.authorization.secret },
 *   body: new URLSearchParams({ amount: '10000', currency: 'thb', card: 'tokn_test_…' }),
 * })
 *
 * @throws SandboxError `invalid_option`, naming each option that is wrong
 * @throws FixtureError naming each mistake in a fixture with its path and, from a file, its line
 */
export const createSandbox = (options?: SandboxOptions): Sandbox => createPersistentSandbox(options)
