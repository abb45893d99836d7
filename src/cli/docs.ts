import { version } from '../../package.json'
import { controlDocument } from '../control/document'
import { defaults } from '../options/config'
import {
  allNames,
  type DocsSource,
  readmeNames,
  type Topic,
  type TopicName,
  topicMeant,
  topicNames,
} from '../pages/docs/content'
import { llmsFullText } from '../pages/docs/llms'
import { dataOf, foundText, topicText } from '../pages/docs/markdown'
import { found, hasEntry, narrow, nearestPart } from '../pages/docs/search'
import { topicOf, topicTexts } from '../pages/docs/topics'
import { controlRoutes } from '../pages/routes'
import { openApiDocument } from '../service/openapi/document'
import { Failure, type Given, wrong } from './command-line'
import { columns } from './terminal'

/** The sandbox that the commands in the text call: that of `exec`, or one with the default addresses. */
const sourceFor = ({ env }: Given): DocsSource => {
  const url = env.PAYMENT_SANDBOX_URL || `http://${defaults.host}:${defaults.port}`
  const vaultUrl = env.PAYMENT_SANDBOX_VAULT_URL || `http://${defaults.host}:${defaults.port + 1}`
  return {
    target: {
      url,
      vaultUrl,
      keys: {
        public: env.PAYMENT_SANDBOX_PUBLIC_KEY || defaults.publicKey,
        secret: env.PAYMENT_SANDBOX_SECRET_KEY || defaults.secretKey,
      },
      asksForToken: Boolean(env.PAYMENT_SANDBOX_CONTROL_TOKEN),
    },
    service: () =>
      openApiDocument({ baseUrl: url, vaultUrl, headerPrefix: defaults.headerPrefix, profileName: 'omise' }),
    control: () => controlDocument(url, version, controlRoutes()),
  }
}

const list = (): string => {
  const lines = (names: readonly (keyof typeof topicTexts)[]) =>
    columns(names.map((name) => [`  ${name}`, topicTexts[name].about] as const))
  return `Topics of the documentation, for payment-sandbox docs <topic>:

${lines(topicNames)}
Examples and fixtures, in the same way:

${lines(readmeNames)}
payment-sandbox docs <words> searches all of them. A running sandbox shows them as
pages, under /_sandbox/docs.
`
}

/** Prints a topic, or what the words find in it or in all; without words, the list of topics, or all with --all. */
export const docs = async (given: Given): Promise<void> => {
  process.stdout.write(printed(given))
}

const printed = (given: Given): string => {
  const [name, ...rest] = given.words ?? []
  const query = rest.join(' ')
  const { all = false, json = false } = given.flags
  const source = sourceFor(given)
  if (all === true && name !== undefined)
    throw wrong(`--all prints every topic: leave out "${name}", or --all`)
  if (json === true) return `${JSON.stringify(dataFor(name, query, source, all === true), null, 2)}\n`
  if (name === undefined) return all === true ? llmsFullText(source) : list()
  const topic = topicMeant(name)
  if (topic !== undefined && query === '') return topicText(topic, source)
  return topicsFor(name, query, source).map(foundText).join('\n')
}

/** A topic, several of them, or the list of all. */
const dataFor = (name: string | undefined, query: string, source: DocsSource, isAll: boolean): object => {
  if (name === undefined) {
    const topics = allNames.map((topic) => topicOf(topic, source))
    return isAll ? topics.map(dataOf) : topics.map(({ name, title, text }) => ({ name, title, text }))
  }
  const found = topicsFor(name, query, source).map(dataOf)
  return found.length === 1 && found[0] !== undefined ? found[0] : found
}

/** What topics have with the words. A whole name finds what has that name alone. */
const fitting = (topics: readonly TopicName[], words: string, source: DocsSource): readonly Topic[] => {
  const all = topics.map((topic) => topicOf(topic, source))
  const named = all.filter((topic) => hasEntry(topic, words))
  const some = named.length > 0 ? named : all.filter((topic) => found(topic, words).length > 0)
  return some.map((topic) => narrow(topic, words))
}

/** What is to be printed: of all topics where the named one has nothing. @throws Failure with the nearest name */
const topicsFor = (name: string, query: string, source: DocsSource): readonly Topic[] => {
  const topic = topicMeant(name)
  const words = topic === undefined ? `${name} ${query}`.trim() : query
  const own = topic === undefined ? [] : fitting([topic], words, source)
  const shown = own.length > 0 ? own : fitting(allNames, words, source)
  if (shown.length > 0) return shown
  const near = nearestPart(words, source)
  const hint = near === undefined ? undefined : `did you mean ${near.name}?`
  if (words === name)
    throw wrong(`there is no topic '${name}': ${hint ?? `there are ${allNames.join(', ')}`}`)
  const otherwise = topic === undefined ? 'docs lists the topics' : `docs ${topic} shows all of ${topic}`
  throw new Failure(`nothing has "${words}": ${hint ?? `payment-sandbox ${otherwise}`}`)
}
