import * as z from 'zod/mini'
import { version } from '../../../package.json'
import { iso } from '../../kernel/calendar'
import { isObject, jsonIn } from '../../kernel/json'
import { wrong } from '../command-line'
import type { OtherAddresses } from './other-service'
import type { PlayedStory, RunFacts } from './play'
import type { ComparedStory } from './stories'

/** The answers of another service as they are compared, and as `--save` writes them: the page `fidelity` has the format. */
export interface PlayedRun {
  readonly facts: RunFacts
  readonly apiVersion: string | null
  readonly addresses: OtherAddresses
  /** The form of times, so that a run against a file needs no clock: epoch milliseconds of the service. */
  readonly stories: readonly PlayedStory[]
}

const format = 'payment-sandbox answers'
const formatVersion = 1

const savedCall = z.object({
  call: z.string(),
  at: z.int(),
  ms: z.int(),
  status: z.optional(z.int()),
  body: z.optional(z.unknown()),
  why: z.optional(z.string()),
})

const savedRun = z.object({
  format: z.literal(format),
  version: z.literal(formatVersion),
  made: z.string(),
  by: z.string(),
  apiVersion: z.nullable(z.string()),
  word: z.string(),
  earlierMs: z.int(),
  stories: z.array(z.object({ name: z.string(), asks: z.string(), calls: z.array(savedCall) })),
})

/** Where links in answers lead, instead of the addresses of the service. */
const plainAddresses: OtherAddresses = { api: 'https://api.example.com', vault: 'https://vault.example.com' }

/** What a story sends, in short: answers to other calls are not compared. */
const asksOf = ({ calls }: ComparedStory): string => {
  const sent = calls.map(({ label, path, with: parameters, key, version: of, idempotency, only, forms }) => [
    ...[label, path, parameters, key, of, idempotency, only, forms],
  ])
  return shortSum(JSON.stringify(sent))
}

const shortSum = (text: string): string => {
  let sum = 0
  for (let i = 0; i < text.length; i += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0
  return sum.toString(16).padStart(8, '0')
}

const withPlainAddresses = (text: string, { api, vault }: OtherAddresses): string =>
  text
    .replaceAll(new URL(api).origin, plainAddresses.api)
    .replaceAll(new URL(vault).origin, plainAddresses.vault)

/** One call on each line, so that a changed answer is one changed line. */
export const savedText = (
  stories: readonly ComparedStory[],
  { facts, apiVersion, addresses, stories: played }: PlayedRun,
): string => {
  const first = Math.min(...played.flatMap(({ calls }) => calls.map(({ at }) => at)))
  const head = {
    format,
    version: formatVersion,
    made: iso(first),
    by: `payment-sandbox ${version}`,
    apiVersion,
    word: facts.word,
    earlierMs: facts.earlierMs,
  }
  const storyTexts = stories.map((story) => {
    const calls = played.find(({ name }) => name === story.name)?.calls ?? []
    const lines = calls.map(({ label, at, ms, answer }) =>
      withPlainAddresses(JSON.stringify({ call: label, at, ms, ...answer }), addresses),
    )
    return `{ "name": "${story.name}", "asks": "${asksOf(story)}", "calls": [\n${lines.join(',\n')}\n] }`
  })
  return `${JSON.stringify(head).slice(0, -1)}, "stories": [\n${storyTexts.join(',\n')}\n] }\n`
}

const changed = 'the story has changed since its answers were saved: save them again'

/**
 * @param stories those that are compared
 * @throws SandboxError `invalid_option` for what is no such file
 */
export const runIn = (text: string, file: string, stories: readonly ComparedStory[]): PlayedRun => {
  const { apiVersion, word, earlierMs, stories: saved } = read(text, file)
  const played = stories.flatMap((story): PlayedStory[] => {
    const one = saved.find(({ name }) => name === story.name)
    if (one === undefined) return []
    const isSame = one.asks === asksOf(story)
    const calls = one.calls.map(({ call: label, at, ms, status, body, why = 'not saved' }) => ({
      label,
      at,
      ms,
      answer: !isSame ? { why: changed } : status === undefined ? { why } : { status, body },
    }))
    return [{ name: story.name, calls }]
  })
  if (played.length > 0)
    return { facts: { word, earlierMs }, apiVersion, addresses: plainAddresses, stories: played }
  throw wrong(
    `--against ${file} has none of these stories: it has ${saved.map(({ name }) => name).join(', ')}`,
  )
}

const read = (text: string, file: string): z.output<typeof savedRun> => {
  const wrongFile = (why: string) => wrong(`--against ${file} ${why}; --save writes one`)
  const json = jsonIn(text)
  if (json === undefined) throw wrongFile('is not JSON')
  if (!isObject(json) || json.format !== format) throw wrongFile('holds no answers of a service')
  if (json.version !== formatVersion)
    throw wrongFile(`has version ${String(json.version)} of the format, not ${formatVersion}`)
  const result = z.safeParse(savedRun, json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw wrongFile(`is damaged at ${issue?.path.join('.') || 'its beginning'}`)
}
