import type { Evidence } from '../../service/evidence'

/** What is read in the Markdown of a topic: pages link to its parts, and searches find them. */
export interface Topic {
  /** The last part of its address, and the word after `payment-sandbox docs`. */
  readonly name: string
  readonly title: string
  /** Markdown, as are all texts here. */
  readonly text: string
  readonly sections: readonly TopicSection[]
}

export interface TopicSection {
  /** The anchor on the page. */
  readonly id: string
  readonly title: string
  /** Paragraphs, tables, code and entries, in their order. */
  readonly blocks: readonly (string | TopicEntry)[]
}

export const entriesIn = ({ blocks }: TopicSection): readonly TopicEntry[] =>
  blocks.filter((block) => typeof block !== 'string')

/** What follows from the code in a topic: entries of a section, or sections. */
export type Table =
  | { readonly entries: readonly TopicEntry[] }
  | { readonly sections: readonly TopicSection[] }

export interface TopicEntry {
  /** The anchor on the page: for an error its code. */
  readonly id: string
  /** What a reader looks up, such as a code, a path or a card number. */
  readonly name: string
  /** What its button copies, to paste it into a request; without it there is no button. */
  readonly copied?: string
  /** A short word before the name, such as a status or a method. */
  readonly label?: string | undefined
  readonly text: string
  /** Of a choice: how the real service is known to do so. */
  readonly evidence?: Evidence
  readonly facts?: readonly EntryFact[] | undefined
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

/** The topics that are files in `topics`, in the order of the menu. */
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

/** The README of a folder of the package is a topic too: `examples` with its projects, and `fixtures`. */
export const readmeNames = [
  'examples',
  'fixtures',
  'vitest-checkout',
  'jest-checkout',
  'official-client',
  'hosted-checkout',
  'webhook-receiver',
  'explore-checkout',
  'explore-app',
  'explore-python',
  'playwright-checkout',
  'pytest',
  'phpunit',
  'rspec',
  'curl',
  'workers',
] as const

/** Every topic, in the order of the list in the terminal. */
export const allNames = [...topicNames, ...readmeNames] as const

export type TopicName = (typeof allNames)[number]
export const isTopic = (text: string): text is TopicName => allNames.some((name) => name === text)

/** The topic of this name; `webhook` means `webhooks`. */
export const topicMeant = (word: string): TopicName | undefined =>
  allNames.find((name) => name === word || name === `${word}s`)

export const isReadme = (name: string): boolean => readmeNames.some((one) => one === name)
