import { isLoopback } from '../../kernel/hosts'
import { isObject } from '../../kernel/json'
import { Failure } from '../given'
import { progressOn } from '../progress'
import { isAnswered } from './answer'
import { closeConnections } from './http-call'
import { type OtherAddresses, OtherService } from './other-service'
import { type PlayedStory, play } from './play'
import type { OutgoingCall, ServiceCaller } from './request'
import type { PlayedRun } from './saved'
import type { ComparedStory } from './stories'

interface OtherRun {
  readonly addresses: OtherAddresses
  readonly caller: ServiceCaller
  readonly timeoutMs: number
  readonly stories: readonly ComparedStory[]
}

/** The clock of a service elsewhere is known to a second or two. */
const earlierThere = 2000

const interrupted = 130

/**
 * Plays the stories against a service, and deletes afterwards what can be deleted, also after Ctrl-C.
 * @throws Failure when the service refuses the keys, does not answer at all, or Ctrl-C stopped the run
 */
export const playOther = async ({ addresses, caller, timeoutMs, stories }: OtherRun): Promise<PlayedRun> => {
  const interruption = new AbortController()
  const draw = progressOn(process.stderr)
  const say = (text: string): void => {
    draw(null)
    process.stderr.write(`${text}\n`)
  }
  const service = new OtherService({
    ...{ addresses, caller, timeoutMs, signal: interruption.signal },
    onWait: (seconds) => say(`${addresses.api} asks to wait ${seconds} s`),
  })
  const stop = (): void => {
    if (interruption.signal.aborted) process.exit(interrupted)
    say('stopping: what was made is deleted; Ctrl-C again leaves it')
    interruption.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const played: PlayedStory[] = []
  const facts = { word: `w${Date.now().toString(36)}`, earlierMs: isNear(addresses) ? 0 : earlierThere }
  try {
    await checkKey(service, addresses)
    const due = stories.reduce((sum, { calls }) => sum + calls.length, 0)
    let done = 0
    const onCall = (): void => {
      done += 1
      draw({ stage: 'comparing', done, due: due - done })
    }
    for await (const story of play(stories, service, facts, onCall)) played.push(story)
  } finally {
    draw(null)
    const left = await service.cleanup.run()
    if (left.length > 0) say(`could not delete ${left.join(', ')}`)
    closeConnections()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
  if (interruption.signal.aborted) throw new Failure('stopped: nothing was compared', [], interrupted)
  if (service.refusal !== null) throw new Failure(service.refusal, [], 2)
  const times = ({ name, calls }: PlayedStory): PlayedStory => ({
    name,
    calls: calls.map((call) => ({ ...call, at: service.clock.timeAt(call.at) })),
  })
  return { facts, apiVersion: caller.apiVersion, addresses, stories: played.map(times) }
}

const isNear = ({ api, vault }: OtherAddresses): boolean =>
  [api, vault].every((url) => isLoopback(new URL(url).hostname))

/** A first call that changes nothing: does the service answer, and take the key? */
const checkKey = async (service: OtherService, { api }: OtherAddresses): Promise<void> => {
  const authorization = `Basic ${btoa(`${service.caller.keys.secret}:`)}`
  const call: OutgoingCall = {
    ...{ method: 'GET', host: 'api', path: '/account', body: null },
    headers: { accept: 'application/json', authorization },
  }
  const answer = await service.send(call)
  if (!isAnswered(answer)) {
    if (service.isSilent) throw new Failure(`${api} does not answer (${answer.why}): check --api`, [], 2)
    return
  }
  const { status, body } = answer
  if (status === 401) throw new Failure(service.refusalOf('secret', 'api'), [], 2)
  const { code, message }: Record<string, unknown> = isObject(body) ? body : {}
  if (status === 403) throw new Failure(`${api} answers 403 ${String(code)}: ${String(message)}`, [], 2)
  if (status !== 200) return
  service.cleanup.keep(body)
  if (isObject(body) && typeof body.country === 'string' && body.country !== 'TH')
    process.stderr.write(
      `the account is in ${body.country}: the stories are written for accounts in Thailand, so currencies, limits and fees will differ\n`,
    )
}
