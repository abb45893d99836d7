import type { AnyMachine } from '../../kernel/machine'

/** The documentation as data: pages, the terminal and README.md show the same. Texts mark code with backticks. */
export interface Topic extends TopicContent {
  /** The last part of its address, and the word after `payment-sandbox docs`. */
  readonly name: string
  readonly title: string
}

export interface TopicContent {
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

export const code = (text: string): string => `\`${text}\``
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ')

/** A section of short entries: the text of each, by its name. */
export const sectionOf = (
  id: string,
  title: string,
  texts: Readonly<Record<string, string>>,
  text?: string,
): TopicSection => ({
  id,
  title,
  ...(text === undefined ? {} : { text }),
  entries: Object.entries(texts).map(([name, one]) => ({ id: anchorOf(name), name, text: one })),
})

/** `listen({ port })` is at `#listen-port`. */
const anchorOf = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '').toLowerCase()

const searchable = ({ name, label = '', text, facts = [] }: TopicEntry): string =>
  [label, name, text, ...facts.flat()].join(' ').replaceAll('`', '').toLowerCase()

/** A topic with the entries that contain every word. A word that is a whole name finds that entry alone. */
export const narrow = (topic: Topic, query: string): Topic => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return topic
  const isMeant = ({ id, name }: TopicEntry): boolean =>
    words.length === 1 && (id === query || name === query)
  const fits = (entry: TopicEntry): boolean => words.every((word) => searchable(entry).includes(word))
  const exact = topic.sections.some(({ entries }) => entries.some(isMeant))
  const sections = topic.sections
    .map(({ machine, ...section }) => ({
      ...section,
      entries: section.entries.filter(exact ? isMeant : fits),
    }))
    .filter(({ entries }) => entries.length > 0)
  return { ...topic, sections }
}

/** Every topic of the documentation: the order of the menu, and of the list in the terminal. */
export const topicTexts = {
  api: { title: 'Operations', about: 'every operation of the service: parameters, answers, errors' },
  errors: { title: 'Errors', about: 'every error code: when it occurs, how to cause it, what to do' },
  states: { title: 'States', about: 'the states of each record and the moves between them' },
  'test-cards': {
    title: 'Test cards',
    about: 'card numbers, magic values, payment methods and what each does',
  },
  webhooks: { title: 'Webhooks', about: 'event keys, signature and retries' },
  search: { title: 'Search', about: 'the language of searches, and the filters of each scope' },
  control: {
    title: 'Control plane',
    about: 'the operations under /_sandbox: clock, faults, fixtures, snapshots',
  },
  options: { title: 'Options', about: 'the options of the command line, the environment and the library' },
  explore: {
    title: 'Explore',
    about: 'every failure of a flow, tried: kinds, rules, how to read a report and to fix findings',
  },
  interception: {
    title: 'Interception',
    about: 'real hosts that lead to a sandbox: which clients, beside msw, in concurrent tests',
  },
  library: { title: 'Library', about: 'what createSandbox() gives, and the modules of the package' },
  server: { title: 'Server', about: 'keys, who may call it, the state file, start and stop' },
  agents: { title: 'Agents', about: 'tools for coding agents, and how to configure them' },
  choices: { title: 'Choices', about: 'profiles, and decisions where the specification is silent' },
  fidelity: {
    title: 'Fidelity',
    about: 'what the sandbox was compared with, and how to compare it with a service yourself',
  },
} as const

export type TopicName = keyof typeof topicTexts
export const topicNames = Object.keys(topicTexts) as readonly TopicName[]
export const isTopic = (text: string): text is TopicName => Object.hasOwn(topicTexts, text)
