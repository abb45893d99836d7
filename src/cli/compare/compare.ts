import { parseDuration } from '../../kernel/calendar'
import { isLoopback } from '../../kernel/hosts'
import { isObject } from '../../kernel/json'
import { masked } from '../../kernel/masked'
import { toKebabCase } from '../../kernel/text'
import { basic } from '../../node/running-sandbox'
import { type ProfileName, profileNames, profileOf } from '../../options/profiles'
import { printable } from '../../suites/wording'
import { headerPrefixOf } from '../check-webhook/verify'
import { bytesOf, Failure, type Given, optionText, wrong } from '../command-line'
import { progressOn } from '../progress'
import { checkFolder, saveFile } from '../saving'
import { terminalOf } from '../terminal'
import { isAnswered } from './answer'
import { type Comparison, compareStories } from './comparison'
import { explainsText } from './explains'
import { closeConnections } from './http-call'
import { type OtherAddresses, type OtherOptions, OtherService } from './other-service'
import { ownSandbox, type PlayedStory, play } from './play'
import { dryRunText, listText, recordsText, reportText, summaryText } from './report'
import type { ServiceCaller } from './request'
import { type PlayedRun, runIn, savedText } from './saved'
import { type ComparedStory, chosenStories } from './stories'

/** Compares the sandbox with another service, and prints the differences. Exits with 1 when there are any. */
export const compare = async (given: Given): Promise<void> => {
  const { flags } = given
  const stories = chosenStories(wordsOf(flags.only), flags.settings === true)
  const profile = profileIn(given)
  const terminal = terminalOf(process.stdout, process.env)
  if (flags.explains !== undefined) return terminal.write(explainsText(optionText(given, 'explains') ?? null))
  if (flags.list === true) return terminal.write(listText(chosenStories(wordsOf(flags.only), true)))
  if (flags.dryRun === true) return terminal.write(dryRunText(stories, addressesForShow(given)))
  const against = optionText(given, 'against')
  for (const name of ['save', 'json'] as const) checkFolder(`--${name}`, optionText(given, name))
  const run =
    against === undefined ? await otherRun(given, stories, profile) : await savedRun(given, against, stories)
  const comparison = await heldAgainst(run, stories, profile)
  if (comparison.report.calls === 0)
    throw new Failure(`nothing could be compared: ${comparison.notCompared[0]?.why ?? 'no call was made'}`, 2)
  const json = optionText(given, 'json')
  if (json !== undefined) await saveFile(json, `${JSON.stringify(comparison.report, null, 2)}\n`)
  const title = `compare ${against ?? run.addresses.api} with the profile ${profile}`
  terminal.write(
    flags.summary === true ? summaryText(comparison, profile) : reportText(title, comparison, terminal),
  )
  if (comparison.report.operations.some(({ outcome }) => outcome === 'differs')) process.exitCode = 1
}

const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const profileIn = (given: Given): ProfileName => {
  const text = optionText(given, 'profile') ?? 'omise'
  const name = profileNames.find((one) => one === text)
  if (name !== undefined) return name
  throw wrong(`--profile must be ${profileNames.join(' or ')}, not "${text}"`)
}

/** The sandbox is played at the times of the other service, so it comes second. */
const heldAgainst = async (
  { facts, apiVersion, stories: played }: PlayedRun,
  stories: readonly ComparedStory[],
  profile: ProfileName,
): Promise<Comparison> => {
  const { service, close } = ownSandbox({ profile, apiVersion, played })
  const ours: PlayedStory[] = []
  for await (const story of play(stories, service, facts)) ours.push(story)
  await close()
  return compareStories(stories, ours, played, profile)
}

/** What a comparison with a file has no use for: saved answers are of the version that they were saved in. */
const networkFlags = ['api', 'vault', 'save', 'apiVersion']

const savedRun = async (
  given: Given,
  file: string,
  stories: readonly ComparedStory[],
): Promise<PlayedRun> => {
  for (const flag of networkFlags)
    if (given.flags[flag] !== undefined)
      throw wrong(`--against compares with a file, without network: leave --${toKebabCase(flag)} out`)
  return runIn(new TextDecoder().decode(await bytesOf(file, '--against ')), file, stories)
}

/** Plays the stories against the service. Asks first when it is on another machine. */
const otherRun = async (
  given: Given,
  stories: readonly ComparedStory[],
  profile: ProfileName,
): Promise<PlayedRun> => {
  const addresses = addressesOf(given)
  const caller = callerOf(given, profile)
  const timeoutMs = timeoutOf(given)
  if (given.flags.yes !== true) await askedFor(addresses, stories)
  const run = await playOther({ addresses, caller, timeoutMs, stories })
  const save = optionText(given, 'save')
  if (save !== undefined) await saveFile(save, savedText(stories, run), true)
  return run
}

const hostVariables = { api: 'PAYMENT_SANDBOX_URL', vault: 'PAYMENT_SANDBOX_VAULT_URL' } as const
const keyVariables = { public: 'PAYMENT_SANDBOX_PUBLIC_KEY', secret: 'PAYMENT_SANDBOX_SECRET_KEY' } as const

const addressIn = (given: Given, name: 'api' | 'vault'): string => {
  const text = optionText(given, name) ?? given.env[hostVariables[name]]
  if (!text) throw wrong(`--${name} is missing: the address of the other service, or a file with --against`)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw wrong(
      `--${name} must be an http or https URL, not "${text}"; for example: --${name} https://${name}.example.com`,
    )
  return text.replace(/\/+$/, '')
}

const addressesOf = (given: Given): OtherAddresses => ({
  api: addressIn(given, 'api'),
  vault: addressIn(given, 'vault'),
})

/** `--dry-run` needs no service. */
const addressesForShow = (given: Given): OtherAddresses => ({
  api: optionText(given, 'api') ?? '<api>',
  vault: optionText(given, 'vault') ?? '<vault>',
})

/** @throws SandboxError for a key that is not a test key, before anything is sent */
const keyIn = (given: Given, name: 'public' | 'secret'): string => {
  const flag = `${name}Key`
  const key = optionText(given, flag) ?? given.env[keyVariables[name]]
  if (!key) throw wrong(`--${name}-key is missing: a key of test mode, or ${keyVariables[name]}`)
  const prefix = name === 'public' ? 'pkey_test_' : 'skey_test_'
  const other = name === 'public' ? 'secret' : 'public'
  if (key.startsWith(`${other[0]}key_`))
    throw wrong(`--${name}-key is a ${other} key, ${masked(key)}: give that one as --${other}-key`)
  if (new RegExp(`^${prefix}[A-Za-z0-9_]+$`).test(key)) return key
  throw wrong(
    `--${name}-key must be a key of test mode, ${prefix}…, not ${masked(key)}: live mode is never touched`,
  )
}

const callerOf = (given: Given, profile: ProfileName): ServiceCaller => {
  const apiVersion = optionText(given, 'apiVersion') ?? null
  if (apiVersion !== null && !/^\d{4}-\d\d-\d\d$/.test(apiVersion))
    throw wrong(`--api-version must be a version such as 2019-05-29, not "${apiVersion}"`)
  return {
    keys: { public: keyIn(given, 'public'), secret: keyIn(given, 'secret') },
    headerPrefix: headerPrefixOf(given, profileOf(profile).headerPrefix),
    apiVersion,
  }
}

const defaultTimeout = '30s'

const timeoutOf = (given: Given): number => {
  const text = optionText(given, 'timeout') ?? defaultTimeout
  const ms = parseDuration(text)
  if (ms !== null && ms > 0) return ms
  throw wrong(`--timeout must be a duration such as 30s or 2m, not "${text}"`)
}

/** @throws Failure without a yes */
const askedFor = async (addresses: OtherAddresses, stories: readonly ComparedStory[]): Promise<void> => {
  const far = farHosts(addresses)
  if (far.length === 0) return
  const { count, text } = recordsText(stories)
  const what = `makes ${count} records in test mode at ${far.join(' and ')}`
  if (process.stdin.isTTY !== true)
    throw wrong(`compare ${what}: add --yes if that is meant; --dry-run shows every call`)
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  process.stderr.write(
    `compare ${what}:\n${text}.\nCustomers, recipients, links, schedules and unsent transfers are deleted afterwards.\n`,
  )
  const answer = await terminal.question('Go on? [y/N] ').finally(() => terminal.close())
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Failure('nothing was sent', 2)
}

interface OtherRun extends Pick<OtherOptions, 'addresses' | 'caller' | 'timeoutMs'> {
  readonly stories: readonly ComparedStory[]
}

/** The clock of a service elsewhere is known to a second or two. */
const earlierThere = 2000

const interrupted = 130

/**
 * Plays the stories against a service, and deletes afterwards what can be deleted, also after Ctrl-C.
 * @throws Failure when the service refuses the keys, does not answer at all, or Ctrl-C stopped the run
 */
const playOther = async ({ addresses, caller, timeoutMs, stories }: OtherRun): Promise<PlayedRun> => {
  const interruption = new AbortController()
  const draw = progressOn(process.stderr)
  const say = (text: string): void => {
    draw(null)
    process.stderr.write(`${text}\n`)
  }
  const service = new OtherService({
    addresses,
    caller,
    timeoutMs,
    signal: interruption.signal,
    onWait: (seconds) => say(`${addresses.api} asks to wait ${seconds} s`),
  })
  const stop = (): void => {
    if (interruption.signal.aborted) process.exit(interrupted)
    say('stopping: deleting its records; Ctrl-C again leaves them')
    interruption.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  const played: PlayedStory[] = []
  const facts = {
    word: `w${Date.now().toString(36)}`,
    earlierMs: farHosts(addresses).length === 0 ? 0 : earlierThere,
  }
  try {
    await checkKey(service, addresses)
    const due = stories.reduce((sum, { calls }) => sum + calls.length, 0)
    let done = 0
    const onCall = (): void => {
      done += 1
      draw({ phase: 'comparing', done, due: due - done })
    }
    for await (const story of play(stories, service, facts, onCall)) played.push(story)
  } finally {
    draw(null)
    const left = await service.cleanup.run()
    if (left.length > 0) say(`could not delete ${left.join(', ')}`)
    closeConnections()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
  if (interruption.signal.aborted) throw new Failure('stopped: nothing was compared', interrupted)
  if (service.refusal !== null) throw new Failure(service.refusal, 2)
  const times = ({ name, calls }: PlayedStory): PlayedStory => ({
    name,
    calls: calls.map((call) => ({ ...call, at: service.clock.timeAt(call.at) })),
  })
  return { facts, apiVersion: caller.apiVersion, addresses, stories: played.map(times) }
}

/** The hosts on other machines. */
const farHosts = ({ api, vault }: OtherAddresses): readonly string[] => [
  ...new Set([api, vault].map((url) => new URL(url).hostname).filter((host) => !isLoopback(host))),
]

/** A first call that changes nothing: does the service answer, and take the key? */
const checkKey = async (service: OtherService, { api }: OtherAddresses): Promise<void> => {
  const headers = { accept: 'application/json', authorization: basic(service.caller.keys.secret) }
  const answer = await service.send({ method: 'GET', host: 'api', path: '/account', body: null, headers })
  if (!isAnswered(answer)) {
    if (service.isSilent) throw new Failure(`${api} does not answer (${answer.why}): check --api`, 2)
    return
  }
  const { status, body } = answer
  if (status === 401) throw new Failure(service.refusalOf('secret', 'api'), 2)
  const { code, message }: Record<string, unknown> = isObject(body) ? body : {}
  if (status === 403) throw new Failure(`${api} answers 403 ${String(code)}: ${String(message)}`, 2)
  if (status !== 200) return
  service.cleanup.keep(body)
  const { otherPrefix, caller } = service
  if (otherPrefix !== null) {
    const prefix = otherPrefix.replace(/^[a-z]/, (letter) => letter.toUpperCase())
    process.stderr.write(
      `${api} names its version in ${prefix}-Version, and compare asks for one in ${caller.headerPrefix}-Version: add --header-prefix ${prefix}\n`,
    )
  }
  if (isObject(body) && typeof body.country === 'string' && body.country !== 'TH')
    process.stderr.write(
      `the account is in ${printable(body.country)}: the stories are written for accounts in Thailand, so currencies, limits and fees will differ\n`,
    )
}
