import { version } from '../../package.json'
import { controlDocument } from '../control/document'
import { meant, nearest } from '../kernel/text'
import { defaults } from '../options/config'
import {
  aboutExamples,
  type DocsSource,
  isTopic,
  narrow,
  type Topic,
  topicNames,
} from '../pages/docs/content'
import { dataOf, markdownOf } from '../pages/docs/markdown'
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

/** `webhook` means the topic `webhooks`. */
const topicMeant = (word: string): string => {
  const plural = `${word}s`
  return isTopic(plural) || plural === 'examples' ? plural : word
}

const list = (): string =>
  `Topics of the documentation, for payment-sandbox docs <topic>:\n\n${columns([
    ...topicNames.map((name) => [`  ${name}`, topicTexts[name].about] as const),
    ['  examples', aboutExamples],
  ])}\nA running sandbox shows them as pages, under /_sandbox/docs.\n`

/** Prints a topic, or the entries of it that the words name; without words, the list of topics, or all with --all. */
export const docs = async (given: Given): Promise<void> => {
  process.stdout.write(await printed(given))
}

const printed = async (given: Given): Promise<string> => {
  const [word, ...words] = given.words ?? []
  const name = word === undefined ? undefined : topicMeant(word)
  const { all = false, json = false } = given.flags
  const source = sourceFor(given)
  if (all === true && name !== undefined)
    throw wrong(`--all prints every topic: leave out "${name}", or --all`)
  if (json === true)
    return `${JSON.stringify(await dataFor(name, words.join(' '), source, all === true), null, 2)}\n`
  if (name !== 'examples' && all !== true)
    return name === undefined ? list() : markdownFor(name, words.join(' '), source)
  const { examples, llmsFullText } = await import('../pages/docs/llms')
  return all === true ? llmsFullText(source) : examples
}

/** A topic, several of them, or the list of all. */
const dataFor = async (
  name: string | undefined,
  query: string,
  source: DocsSource,
  isAll: boolean,
): Promise<object> => {
  if (name === 'examples') return examplesData()
  if (name !== undefined) {
    const found = topicsFor(name, query, source).map(dataOf)
    return found.length === 1 && found[0] !== undefined ? found[0] : found
  }
  const topics = topicNames.map((topic) => topicOf(topic, source))
  if (isAll) return [...topics.map(dataOf), await examplesData()]
  return [
    ...topics.map(({ name, title, text }) => ({ name, title, text })),
    { name: 'examples', title: 'Examples', text: aboutExamples },
  ]
}

/** Its sections have Markdown instead of entries. */
const examplesData = async (): Promise<object> => {
  const { examples } = await import('../pages/docs/llms')
  const [text = '', ...sections] = examples.split(/^## /m)
  return {
    name: 'examples',
    title: 'Examples',
    text: text.replace(/^# .*\n/, '').trim(),
    sections: sections.map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const id = title.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '')
      return { id, title, text: lines.join('\n').trim(), entries: [] }
    }),
  }
}

const markdownFor = (name: string, query: string, source: DocsSource): string =>
  topicsFor(name, query, source)
    .map((topic) => markdownOf(topic, !isTopic(name) || query !== ''))
    .join('\n')

/** The topics with the entries to print. @throws SandboxError, Failure with the nearest name where nothing has it */
const topicsFor = (name: string, query: string, source: DocsSource): readonly Topic[] => {
  const all = (isTopic(name) ? [name] : topicNames).map((topic) => topicOf(topic, source))
  const found = isTopic(name) ? all.map((topic) => narrow(topic, query)) : withEntry(name, all)
  const entries = all.flatMap(({ sections }) => sections.flatMap((section) => section.entries))
  const names = entries.map((entry) => entry.name).filter((text) => !text.includes(' '))
  if (found.length === 0)
    throw wrong(
      `there is no topic '${name}'${meant(name, [...topicNames, 'examples', ...names], [...topicNames, 'examples'])}`,
    )
  if (found.every(({ sections }) => sections.length === 0)) {
    const [near] = nearest(query, names, 1)
    const hint = near === undefined ? `payment-sandbox docs ${name} shows all of it` : `did you mean ${near}?`
    throw new Failure(`nothing in ${name} has "${query}": ${hint}`)
  }
  return found
}

/** The topics with an entry of this name, which alone is shown: `payment-sandbox docs insufficient_fund`. */
const withEntry = (name: string, topics: readonly Topic[]): readonly Topic[] =>
  topics
    .filter(({ sections }) =>
      sections.some(({ entries }) => entries.some((one) => one.id === name || one.name === name)),
    )
    .map((topic) => narrow(topic, name))
