import type { AnyMachine } from '../../kernel/machine'
import { type Evidence, evidenceWords } from '../../service/evidence'

/** The documentation as data: pages, the terminal and README.md show the same. Texts mark code with backticks. */
export interface Topic {
  /** The last part of its address, and the word after `payment-sandbox docs`. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly sections: readonly TopicSection[]
}

export interface TopicSection {
  /** The anchor on the page. */
  readonly id: string
  readonly title: string
  readonly text?: string
  /** Drawn above the entries. */
  readonly machine?: AnyMachine
  /** Lines as they are in a file or on a terminal, above the entries. */
  readonly sample?: string
  readonly entries: readonly TopicEntry[]
}

export interface TopicEntry {
  /** The anchor on the page: for an error its code. */
  readonly id: string
  /** What a reader looks up, such as a code, a path or a card number. */
  readonly name: string
  /** What its button copies, to paste it into a request; without it there is no button. */
  readonly copied?: string
  /** A short word before the name, such as a status or a method. */
  readonly label?: string
  readonly text: string
  /** Of a choice: how the real service is known to do so. */
  readonly evidence?: Evidence
  readonly facts?: readonly EntryFact[]
  /** What some of the facts only name, in full. */
  readonly forms?: readonly EntryForm[]
  /** Commands for a shell, which run as they are. */
  readonly commands?: readonly string[]
}

export type EntryFact = readonly [name: string, text: string]

export interface EntryForm {
  /** The name of its fact. */
  readonly title: string
  /** Each with its type and its meaning. */
  readonly fields: readonly string[]
}

/** The sandbox that commands in the documentation call. */
export interface CommandTarget {
  readonly url: string
  readonly vaultUrl: string
  readonly keys: { readonly public: string; readonly secret: string }
  /** Whether its control plane asks for a token. Commands read it from a variable, so no page shows it. */
  readonly asksForToken: boolean
}

/** What the documentation describes: a sandbox, and the OpenAPI documents of its two planes. */
export interface DocsSource {
  readonly target: CommandTarget
  readonly service: () => object
  readonly control: () => object
}

export const code = (text: string): string => `\`${text}\``
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

const searchable = ({ name, label = '', text, facts = [] }: TopicEntry): string =>
  [label, name, text, ...facts.flat()].join(' ').replaceAll('`', '').toLowerCase()

const isEvidence = (word: string): boolean => evidenceWords.some((one) => one === word)

/** Whether an entry contains every word. Of a choice `guessed` finds what is marked so, not what says the word. */
export const hasWords = (entry: TopicEntry, query: string): boolean => {
  const text = searchable(entry)
  const { evidence } = entry
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) =>
      evidence !== undefined && isEvidence(word) ? evidence.known === word : text.includes(word),
    )
}

/** A topic with the entries that contain every word. A word that is a whole name finds that entry alone. */
export const narrow = (topic: Topic, query: string): Topic => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return topic
  const isMeant = ({ id, name }: TopicEntry): boolean =>
    words.length === 1 && (id === query || name === query)
  const exact = topic.sections.some(({ entries }) => entries.some(isMeant))
  const sections = topic.sections
    .map(({ machine, ...section }) => ({
      ...section,
      entries: section.entries.filter((entry) => (exact ? isMeant(entry) : hasWords(entry, query.trim()))),
    }))
    .filter(({ entries }) => entries.length > 0)
  return { ...topic, sections }
}

/** Every topic: the order of the menu, and of the list in the terminal. Each is a file in `topics`. */
export const topicNames = [
  'api',
  'errors',
  'states',
  'test-cards',
  'webhooks',
  'search',
  'control',
  'options',
  'explore',
  'interception',
  'omise-js',
  'checkout',
  'library',
  'server',
  'agents',
  'choices',
  'fidelity',
] as const

/** Beside the topics: the text of `examples`. */
export const aboutExamples = 'a section for each task, with code to copy'

export type TopicName = (typeof topicNames)[number]
export const isTopic = (text: string): text is TopicName => topicNames.some((name) => name === text)
