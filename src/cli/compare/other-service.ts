import { setTimeout as after } from 'node:timers/promises'
import { parseHttpTime } from '../../kernel/calendar'
import { isObject, jsonIn } from '../../kernel/json'
import { masked } from '../../kernel/masked'
import { basic } from '../../node/running-sandbox'
import { isDeeper } from '../../service/http/parameters'
import { type Answered, type CallOutcome, isAnswered } from './answer'
import { ClockGuess } from './clock-guess'
import { callOver, type HttpAnswer, NoAnswer } from './http-call'
import type { PlayedService } from './play'
import type { OutgoingCall, ServiceCaller } from './request'
import { madeBy, type StoryCall } from './stories'

/** Where a service lets its merchants delete what they made, in an order that misses nothing. */
const deletable = ['/schedules', '/transfers', '/links', '/customers', '/recipients', '/webhooks/secrets']

/** How often a call that was refused for now is made again. */
const retriesMax = 3
const longestPauseMs = 30_000

/** Deletes the records that the stories left, and restores the settings. */
class Cleanup {
  readonly #send: (call: OutgoingCall) => Promise<HttpAnswer>
  readonly #caller: ServiceCaller
  /** The paths at which records were made, by their ids. */
  readonly #made = new Map<string, string>()
  #settings: Record<string, unknown> | null = null
  #isChanged = false

  constructor(send: (call: OutgoingCall) => Promise<HttpAnswer>, caller: ServiceCaller) {
    this.#send = send
    this.#caller = caller
  }

  /** The settings as they were before the run. */
  keep(account: unknown): void {
    if (isObject(account)) this.#settings = { webhook_uri: account.webhook_uri ?? '' }
  }

  note({ method, operation, path }: StoryCall, { status, body }: Answered): void {
    if (operation === 'PATCH /account' && status === 200) this.#isChanged = true
    if (status !== 200 || !isObject(body) || typeof body.id !== 'string') return
    if (method === 'POST' && deletable.includes(path)) this.#made.set(body.id, path)
    // A transfer that was sent can no longer be deleted.
    if (method === 'DELETE' || body.sent === true) this.#made.delete(body.id)
  }

  /** @returns the ids of records that could not be deleted */
  async run(): Promise<readonly string[]> {
    const left: string[] = []
    const inOrder = [...this.#made].sort(([, a], [, b]) => deletable.indexOf(a) - deletable.indexOf(b))
    for (const [id, path] of inOrder)
      if (!(await this.#does({ method: 'DELETE', path: `${path}/${id}`, body: null }))) left.push(id)
    if (this.#isChanged && this.#settings !== null) {
      const body = JSON.stringify(this.#settings)
      if (!(await this.#does({ method: 'PATCH', path: '/account', body })))
        left.push('the settings of the account')
    }
    this.#made.clear()
    return left
  }

  async #does({ method, path, body }: Pick<OutgoingCall, 'method' | 'path' | 'body'>): Promise<boolean> {
    const headers = {
      authorization: basic(this.#caller.keys.secret),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    }
    try {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await this.#send({ method, path, body, host: 'api', headers })
        const { status } = answer
        if (status !== 429 || attempt === retriesMax) return status < 300 || status === 404
        await after(Math.min(longestPauseMs, waitOf(answer) ?? 1000))
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      return false
    }
  }
}

export interface OtherAddresses {
  readonly api: string
  readonly vault: string
}

export interface OtherOptions {
  readonly addresses: OtherAddresses
  readonly caller: ServiceCaller
  readonly timeoutMs: number
  /** Stops the run, as Ctrl-C does. */
  readonly signal: AbortSignal
  /** Says what is waited for. */
  readonly onWait: (seconds: number) => void
}

/** If a service asks to wait longer, the run stops. */
const longestWaitMs = 120_000
/** After so many calls in a row without an answer the run stops: the others would wait as long. */
const silentMax = 3
const deepest = 32
/** All answers are kept until they are compared, up to this size in all. */
const answersMiB = 16

/** Seconds, or a date; `null` without the header. */
const waitOf = ({ headers }: HttpAnswer): number | null => {
  const text = headers['retry-after']
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const time = parseHttpTime(text)
  return time === null ? null : Math.max(0, time - Date.now())
}

/** Of the headers with a version of the API. */
const versionPrefixes = ({ headers }: HttpAnswer): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => {
    const [, prefix] = /^(.+)-version$/.exec(name) ?? []
    return prefix !== undefined && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? [prefix] : []
  })

/** The service that the sandbox is compared with. */
export class OtherService implements PlayedService {
  readonly caller: ServiceCaller
  readonly clock = new ClockGuess()
  readonly cleanup: Cleanup
  readonly #options: OtherOptions
  #silent = 0
  #left = answersMiB * 1024 * 1024
  #over: string | null = null

  constructor(options: OtherOptions) {
    this.#options = options
    this.caller = options.caller
    this.cleanup = new Cleanup((call) => this.#once(call), options.caller)
  }

  moment(): number {
    return Date.now()
  }

  stopped(): string | null {
    return this.#options.signal.aborted ? 'stopped' : this.#over
  }

  /** Ends the run: later calls are not made, for this reason. */
  stop(why: string): void {
    this.#over ??= why
  }

  answered(call: StoryCall, answer: Answered, at: number): void {
    const { status, body } = answer
    const kind = call.key === 'public' ? 'public' : 'secret'
    if (status === 200 && madeBy(call) !== null) this.clock.learn(body, at)
    if (status === 200) this.#accepted.add(call.key)
    // The secret key was tried before the first story.
    const isFirst = call.operation === 'POST /tokens' && call.status !== 401 && !this.#accepted.has(call.key)
    if (status === 401 && isFirst) {
      this.refusal ??= this.refusalOf(kind, call.host)
      this.stop(this.refusal)
    }
    this.cleanup.note(call, answer)
  }

  /** Why the keys are of no use, once the service has refused one. */
  refusal: string | null = null
  readonly #accepted = new Set<StoryCall['key']>()

  refusalOf(kind: 'public' | 'secret', host: keyof OtherAddresses): string {
    const { addresses, caller } = this.#options
    return `${addresses[host]} refuses the key ${masked(caller.keys[kind])} (401): check --${kind}-key`
  }

  /** The `Omise` of `Omise-Version`, where answers name their version in another header than calls ask for it. */
  get otherPrefix(): string | null {
    return this.#prefixes.has(this.caller.headerPrefix.toLowerCase())
      ? null
      : ([...this.#prefixes][0] ?? null)
  }
  /** In lower case. */
  readonly #prefixes = new Set<string>()

  /** Whether the last call got no answer, and the next one will most likely get none. */
  get isSilent(): boolean {
    return this.#silent > 0
  }

  async pause(attempt: number): Promise<void> {
    await this.#wait(250 * 2 ** attempt)
  }

  async send(call: OutgoingCall): Promise<CallOutcome> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#ask(call)
      if (isAnswered(answer) || answer.waitMs === null) return answer
      if (answer.waitMs > longestWaitMs || attempt === retriesMax) {
        this.stop(`${answer.why}: run it again later`)
        return { why: answer.why }
      }
      this.#options.onWait(Math.ceil(answer.waitMs / 1000))
      await this.#wait(answer.waitMs)
      if (this.stopped() !== null) return { why: answer.why }
    }
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#options
    await after(ms, undefined, { signal }).catch(() => undefined)
  }

  /** One attempt; for a refusal that passes, how long the service asks to wait. */
  async #ask(call: OutgoingCall): Promise<Answered | { why: string; waitMs: number | null }> {
    try {
      const answer = await this.#once(call, this.#options.signal)
      this.#silent = 0
      for (const prefix of versionPrefixes(answer)) this.#prefixes.add(prefix)
      const wait = waitOf(answer)
      if (answer.status === 429) return { why: 'answered 429', waitMs: wait ?? 1000 }
      if (answer.status === 503 && wait !== null) return { why: 'answered 503', waitMs: wait }
      if (answer.status >= 500) return { why: `answered ${answer.status}`, waitMs: null }
      return this.#read(answer)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      this.#silent = error.isGone ? this.#silent + 1 : 0
      if (this.#silent === silentMax) this.stop(`${error.message}, ${silentMax} times in a row`)
      return { why: error.message, waitMs: null }
    }
  }

  #once(call: OutgoingCall, signal?: AbortSignal): Promise<HttpAnswer> {
    const { addresses, timeoutMs } = this.#options
    return callOver(addresses[call.host], call, { timeoutMs, signal })
  }

  /** Keys in answers of a service are never kept. */
  #read({ status, text, headers }: HttpAnswer): Answered | { why: string; waitMs: null } {
    if (text.length > this.#left)
      return { why: `more than ${answersMiB} MiB of answers in one run`, waitMs: null }
    this.#left -= text.length
    const { keys } = this.caller
    const plain = [keys.secret, keys.public].reduce((left, key) => left.replaceAll(key, masked(key)), text)
    const isRedirect = status >= 300 && status < 400
    const body = isRedirect ? null : jsonIn(plain)
    if (isDeeper(body, deepest))
      return { why: `answered ${status} with JSON of too many levels`, waitMs: null }
    if (body !== undefined) return { status, body }
    const type = headers['content-type']?.split(';')[0] ?? 'no content type'
    return { why: `answered ${status} without JSON (${type})`, waitMs: null }
  }
}
