import { createSandbox } from '../../create-sandbox'
import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { type ProfileName, profileOf } from '../../options/profiles'
import { type Answered, type CallOutcome, isAnswered, KnownIds, keptOf } from './answer'
import type { ClockGuess } from './clock-guess'
import { type OutgoingCall, outgoing, type ServiceCaller, type StoryValues, Unfilled } from './request'
import type { ComparedStory, StoryCall } from './stories'

/** A service that the stories are played against. */
export interface PlayedService {
  readonly caller: ServiceCaller
  /** Sends a call; never throws because of an answer. */
  send(call: OutgoingCall): Promise<CallOutcome>
  /** The time of the next call of a story, in epoch milliseconds. */
  moment(story: string, label: string): number | Promise<number>
  /** What the clock of the service shows at a time of ours, as far as is known; absent where it is the same. */
  readonly clock?: Pick<ClockGuess, 'timeAt' | 'since' | 'doubt'>
  /** Called with every answer that came, before anything is left out of it. */
  answered?(call: StoryCall, answer: Answered, at: number): void
  /** Waits before a call is asked again; absent where nothing is ever late. */
  pause?(attempt: number): Promise<void>
  /** Why the run is over before its end; `null` while it goes on. */
  stopped?(): string | null
}

/** The settings of a run against either service. */
export interface RunFacts {
  /** A word of the run, which nothing else in the account contains. */
  readonly word: string
  /** Lists of a story begin so much before it, since the clock of a service is known to a second or two only. */
  readonly earlierMs: number
}

/** A call of a story and what came back, as it is compared and saved. */
export interface PlayedCall {
  readonly label: string
  /** When it was made, in epoch milliseconds. */
  readonly at: number
  /** How long the answer took. */
  readonly ms: number
  readonly answer: CallOutcome
}

export interface PlayedStory {
  readonly name: string
  readonly calls: readonly PlayedCall[]
}

/** How often a call is asked again when its answer is not there yet. */
const attemptsMax = 4

/** When something of a story was made, to the millisecond; `null` where a service shows whole seconds. */
const createdIn = (body: unknown): number | null => {
  const text = isObject(body) ? (body.created_at ?? body.created) : null
  return typeof text === 'string' && text.includes('.') ? parseTime(text) : null
}

const fulfils = (answer: CallOutcome, until: NonNullable<StoryCall['until']>): boolean => {
  const body = isAnswered(answer) && isObject(answer.body) ? answer.body : {}
  return Object.entries(until).every(([field, value]) => body[field] === value)
}

class Playing {
  readonly #service: PlayedService
  readonly #facts: RunFacts
  readonly #known = new KnownIds()

  constructor(service: PlayedService, facts: RunFacts) {
    this.#service = service
    this.#facts = facts
  }

  async story({ name, calls }: ComparedStory, index: number, onCall: () => void): Promise<PlayedStory> {
    const { word, earlierMs } = this.#facts
    const named = new Map<string, unknown>()
    const played: PlayedCall[] = []
    let begun = Number.POSITIVE_INFINITY
    let created = Number.POSITIVE_INFINITY
    for (const call of calls) {
      const over = this.#service.stopped?.() ?? null
      const at = await this.#service.moment(name, call.label)
      const { clock } = this.#service
      begun = Math.min(begun, at - earlierMs)
      const start = (): number => Math.min(clock?.since(begun) ?? begun, created)
      const values = () => ({ named, story: start(), now: clock?.timeAt(at) ?? at, word })
      const one = over === null ? await this.#call(call, at, values, index) : this.#not(call, at, over)
      played.push(one.played)
      if (call.as !== null && one.body !== undefined) named.set(call.as, one.body)
      if (call.method === 'POST') created = Math.min(created, createdIn(one.body) ?? created)
      onCall()
    }
    return { name, calls: played }
  }

  #not({ label }: StoryCall, at: number, why: string): { played: PlayedCall; body?: unknown } {
    return { played: { label, at, ms: 0, answer: { why } } }
  }

  async #call(
    call: StoryCall,
    at: number,
    values: () => StoryValues,
    story: number,
  ): Promise<{ played: PlayedCall; body?: unknown }> {
    const service = this.#service
    let request: OutgoingCall
    try {
      request = await outgoing(call, values(), service.caller)
    } catch (error) {
      if (!(error instanceof Unfilled)) throw error
      return this.#not(call, at, error.message)
    }
    const first = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      const begun = performance.now()
      const answer = await service.send(request)
      const ms = Math.round(performance.now() - begun)
      // What an answer shows is as old as its own request.
      const played = { label: call.label, at: at + Math.round(begun - first), ms }
      if (!isAnswered(answer)) return { played: { ...played, answer } }
      service.answered?.(call, answer, at)
      const kept = keptOf(answer, call, this.#known, story)
      const isThere = call.until === null || fulfils(kept, call.until)
      const isLast = service.pause === undefined || attempt === attemptsMax || service.stopped?.() !== null
      if (isThere || isLast) return { played: { ...played, answer: kept }, body: answer.body }
      service.clock?.doubt()
      await service.pause?.(attempt)
      request = await outgoing(call, values(), service.caller)
    }
  }
}

/** Plays stories against a service, one call after the other, and gives each as it is over. */
export async function* play(
  stories: readonly ComparedStory[],
  service: PlayedService,
  facts: RunFacts,
  onCall: () => void = () => undefined,
): AsyncGenerator<PlayedStory> {
  const playing = new Playing(service, facts)
  for (const [index, story] of stories.entries()) yield await playing.story(story, index, onCall)
}

/** What the account has from the start is older than what the stories make. */
const earlierMs = 60_000

interface SandboxRun {
  readonly profile: ProfileName
  readonly apiVersion: string | null
  /** The stories as the other service was called: the sandbox is called at the same times. */
  readonly played: readonly PlayedStory[]
}

/** A fresh sandbox, whose clock shows at each call the time at which the other service was called. */
export const ownSandbox = ({ profile, apiVersion, played }: SandboxRun) => {
  const times = new Map(
    played.flatMap(({ name, calls }) => calls.map(({ label, at }) => [`${name} ${label}`, at] as const)),
  )
  const first = times.size === 0 ? Date.now() : Math.min(...times.values())
  const sandbox = createSandbox({ profile, now: first - earlierMs, freeze: true, randomSeed: 'compare' })
  const addresses = { api: sandbox.url, vault: sandbox.vaultUrl }
  const service: PlayedService = {
    caller: { keys: sandbox.keys, headerPrefix: profileOf(profile).headerPrefix, apiVersion },
    moment: async (story, label) => {
      const now = sandbox.clock.now().getTime()
      const at = Math.max(now, times.get(`${story} ${label}`) ?? now + 1)
      if (at > now) await sandbox.clock.set(at)
      return at
    },
    send: async ({ method, host, path, headers, body }) => {
      const answer = await sandbox.fetch(`${addresses[host]}${path}`, { method, headers, body })
      return { status: answer.status, body: await answer.json() }
    },
  }
  return { service, close: () => sandbox.close() }
}
