import { createHostedSandbox } from '../create-sandbox'
import { reachOfWorker, wholeReach } from '../kernel/hosts'
import { within } from '../kernel/real-time'
import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import type { SandboxHost } from '../sandbox/host'
import type { Sandbox } from '../sandbox/sandbox'
import { errorObject, ownErrorPage } from '../service/http/errors'
import { accessOf, answerAlone, answerJson, callOf, type ObjectCall, refuse, urlsOf } from './call'
import { ObjectState } from './object-state'
import { chosenOptions } from './options'
import type { ObjectContext, ObjectStorage, WorkerEnv } from './platform'
import { StoredSnapshots } from './stored-snapshots'
import { FactTable, isStored, type OwnFacts } from './texts'

/** The longest time in ms that an alarm waits for deliveries; the next one continues. */
const alarmPatienceMs = 5 * 60_000

/** The sandbox of an account while its object is awake. */
interface Awake {
  readonly sandbox: Sandbox
  readonly state: ObjectState
  readonly alarm: ObjectAlarm
  readonly account: string
  /** The address that was called last. */
  origin: string
  /** The day of its last use, since 1970. */
  usedOn: number
}

const dayMs = 24 * 3_600_000
const today = (): number => Math.floor(Date.now() / dayMs)
/** After that many whole days without use. */
const endOf = (usedOn: number): number => (usedOn + chosenOptions().idleDays + 1) * dayMs

/**
 * A Durable Object that has the sandbox of one account. Export it with the worker, and bind it as `SANDBOX` with
 * the SQLite storage (`new_sqlite_classes`).
 */
export class SandboxObject {
  readonly #context: ObjectContext
  readonly #env: WorkerEnv
  #alarmAt: number | null = null
  #awake: Awake | null = null

  constructor(context: ObjectContext, env: WorkerEnv) {
    this.#context = context
    this.#env = env
    void context.blockConcurrencyWhile(async () => {
      this.#alarmAt = await context.storage.getAlarm()
    })
  }

  /** Answers a request that the worker passes on. */
  async fetch(request: Request): Promise<Response> {
    const call = callOf(request)
    const { account, server, mayControl, makes } = call
    if (mayControl && request.method === 'DELETE' && new URL(request.url).pathname === '/_sandbox/state')
      return this.#empty().then(() => answerJson(200, { forgotten: true }))
    if (!makes && this.#awake === null && !isStored(this.#context.storage))
      return answerAlone(request, { server, mayControl: false }, urlsOf(call))
    const awake = this.#wakeFor(call)
    if (awake instanceof Error) return unreadable(awake, call)
    const access = accessOf(mayControl, this.#env.CONTROL_TOKEN ?? null)
    const answer = await awake.sandbox.host.answer(request, { host: server, accountName: account, access })
    return answer.type === 'error' ? cutShort() : answer
  }

  /** Does what fell due on the clock of the account: retries, expiries, schedules. Deletes it when it is unused. */
  async alarm(): Promise<void> {
    this.#alarmAt = null
    this.#awake?.alarm.rang()
    const own = this.#awake ?? this.#own
    if (own === null) return
    if (Date.now() >= endOf(own.usedOn ?? today())) return this.#empty()
    // Without a request, the account and its address are those that were stored.
    this.#awake ??= this.#wake(own)
    const awake = this.#awake
    const { host } = awake.sandbox
    await within(alarmPatienceMs, host.catchUp())
    // Its state may have been deleted meanwhile.
    if (this.#awake === awake) awake.alarm.setFor(host, endOf(awake.usedOn))
  }

  /** @returns the reason when the stored state cannot be used */
  #wakeFor(call: ObjectCall): Awake | Error {
    try {
      this.#awake ??= this.#wake(call)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
    const awake = this.#awake
    // A client without a key may name any host.
    const isMoved = call.isKnown && call.server === 'api' && call.origin !== awake.origin
    const usedOn = today()
    if (!isMoved && awake.usedOn === usedOn) return awake
    if (isMoved) awake.origin = call.origin
    awake.usedOn = usedOn
    awake.state.know({ account: awake.account, origin: awake.origin, usedOn })
    if (isMoved) awake.sandbox.host.setUrls(urlsOf(call))
    return awake
  }

  /** What was stored of it before it woke; `null` for an object without a state. */
  get #own(): OwnFacts | null {
    const { storage } = this.#context
    return isStored(storage) ? new FactTable(storage).read() : null
  }

  /** Takes nothing but time of the processor, so that no other request comes in between. */
  #wake({ account, origin: calledOrigin }: Pick<ObjectCall, 'account' | 'origin'>): Awake {
    const { storage } = this.#context
    const alarm = new ObjectAlarm(storage, this.#alarmAt, Date.now)
    const state = new ObjectState(storage, () => alarm.setFor(sandbox.host, endOf(awake.usedOn)))
    const stored = state.read()
    const origin = chosenOptions().account.baseUrl ?? state.own?.origin ?? calledOrigin
    const urls = urlsOf({ account, origin })
    const keys = { publicKey: `pkey_test_${account}`, secretKey: `skey_test_${account}` }
    const sandbox = createHostedSandbox(
      { ...chosenOptions().account, ...keys, ...urls },
      {
        liveKeys: { public: `pkey_${account}`, secret: `skey_${account}` },
        webhookReach: chosenOptions().allowPrivateWebhooks ? wholeReach : reachOfWorker,
        snapshots: new StoredSnapshots(storage, state),
      },
    )
    if (stored !== null) sandbox.host.loadState(stored)
    const { usedOn = today() } = state.own ?? {}
    const awake = { sandbox, state, alarm, account, origin, usedOn }
    storage.transactionSync(() => {
      if (state.own?.usedOn === undefined) state.know({ account, origin, usedOn })
      sandbox.host.saveState(state, stored !== null)
    })
    sandbox.host.setUrls(urls)
    alarm.setFor(sandbox.host, endOf(usedOn))
    return awake
  }

  /** Deletes what is stored: the account begins anew. */
  #empty(): Promise<void> {
    const { storage } = this.#context
    return this.#context.blockConcurrencyWhile(async () => {
      await this.#awake?.sandbox.close()
      this.#awake?.state.forget()
      this.#awake = null
      this.#alarmAt = null
      await storage.deleteAlarm()
      await storage.deleteAll()
    })
  }
}

/** What a proxy says whose server closed the connection: a worker cannot close that of its client. */
const cutShort = (): Response =>
  new Response('the connection was cut by a fault', {
    status: 502,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })

const unreadable = (error: Error, { account, origin, mayControl }: ObjectCall): Response => {
  const message =
    error instanceof SandboxError && error.code === 'invalid_fixture'
      ? `no account can be made, as createWorker() got a fixture that cannot be loaded: ${error.message}`
      : `what is stored of the account ${account} cannot be used: ${errorMessage(error)}; deploy the version that wrote it, ` +
        `or delete it with DELETE /_sandbox/state?account=${account}`
  if (mayControl) return refuse(500, message)
  return answerJson(500, errorObject('internal_error', message, ownErrorPage(origin)))
}

/** Deliveries that are owed when the object is lost are taken up after this time, in ms. */
const leaseMs = 60_000

/** A job of a far century is reached in several alarms: the platform counts their time in nanoseconds. */
const longestMs = 30 * 24 * 3_600_000

/** The alarm of an object: the platform wakes it for the next thing that falls due. */
export class ObjectAlarm {
  readonly #storage: Pick<ObjectStorage, 'setAlarm'>
  readonly #realTime: () => number
  /** When it rings, in epoch milliseconds; `null` when it does not. */
  #at: number | null

  constructor(storage: Pick<ObjectStorage, 'setAlarm'>, at: number | null, realTime: () => number) {
    this.#storage = storage
    this.#at = at
    this.#realTime = realTime
  }

  /** It rang, and so is not set any more. */
  rang(): void {
    this.#at = null
  }

  /**
   * An alarm that rings too early stays, and is set again then: to set it is a write.
   *
   * @param endsAt when the account is deleted unless it is used, in epoch milliseconds
   */
  setFor({ nextDueMs, isDelivering }: Pick<SandboxHost, 'nextDueMs' | 'isDelivering'>, endsAt: number): void {
    const now = this.#realTime()
    const waits = [nextDueMs ?? longestMs, isDelivering ? leaseMs : longestMs, longestMs]
    const wanted = Math.min(now + Math.min(...waits), Math.max(now, endsAt))
    if (this.#at !== null && this.#at <= wanted) return
    this.#at = wanted
    void this.#storage.setAlarm(wanted)
  }
}
