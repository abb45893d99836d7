import { Lexer, type Token, type Tokens } from 'marked'
import { type Evidence, evidenceWords } from '../../service/evidence'
import type { EntryFact, EntryForm, Topic, TopicEntry, TopicSection } from './content'

/**
 * Reads Markdown as a topic. Headings of the second degree are its sections. Deeper headings, and list items that begin
 * with code, are entries: `- label \`name\`: text`. Under the heading of an entry `- Name: text` is a fact, with fields as
 * a list below it, and the code of a shell its commands. Marks, which no reader sees, say what does not follow from the text:
 *
 *     ## Title {#anchor entries=prefix-of-the-anchors-of-entries-}
 *     - label `name` {#anchor copy=what its button copies}: text
 */
const mark = / ?\{((?:#|copy=|entries=)[^}]*)\}/

/** Markdown as people read it. */
export const unmarked = (markdown: string): string => markdown.replace(new RegExp(mark, 'g'), '')

interface Marks {
  readonly id?: string | undefined
  readonly prefix?: string | undefined
  readonly copied?: string | undefined
}

const marksIn = (line: string): Marks => {
  const [, marks = ''] = mark.exec(line) ?? []
  const [, id] = /^#(\S+)/.exec(marks) ?? []
  const [, prefix] = /(?:^| )entries=(\S+)/.exec(marks) ?? []
  const [, copied] = /(?:^| )copy=(.*)/.exec(marks) ?? []
  return { id, prefix, copied }
}

/** `listen({ port })` is at `#listen-port`. */
export const anchorOf = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '').toLowerCase()

/** The anchor of a heading at GitHub, where people read READMEs too: `A page with Omise.createToken` has no hyphen for its dot. */
export const anchorAtGitHub = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** Each paragraph on one line. */
const unwrapped = (text: string): string => text.trim().replace(/(?<!\n)\n *(?!\n)/g, ' ')

/** The code in a block that is nothing else. */
export const codeIn = (block: string): string | undefined => /^```\w*\n(.*)\n```$/s.exec(block)?.[1]

/** Whether a block has the moves of a machine, one on each line: `new --pay--> paid`. */
export const isMoves = (block: string): boolean =>
  codeIn(block)
    ?.split('\n')
    .every((line) => /^\w+ --\w+--> \w+$/.test(line)) === true

/** `amount` of `` `amount` (whole number, required): In subunits ``. */
const fieldName = (field: string): string => {
  const [name = ''] = /^`[^`]+`/.exec(field) ?? []
  return /^`[^`]+` \([^:]*required\)/.test(field) ? `${name} (required)` : name
}

/** The names of the fields in a list of them. */
export const fieldNames = (fields: readonly string[]): string => fields.map(fieldName).join(', ')

const evidenceIn = (facts: readonly EntryFact[]): { readonly evidence?: Evidence } => {
  const [, text = ''] = facts.find(([name]) => name === 'Known') ?? []
  const known = evidenceWords.find((word) => text.startsWith(word))
  if (known === undefined) return {}
  return { evidence: known === 'recorded' ? { known, date: text.replace('recorded, last ', '') } : { known } }
}

const isFact = ({ text }: Tokens.ListItem): boolean => /^[A-Z][^`:]*:/.test(text)

/** What stands under the heading of an entry. */
const detailsIn = (tokens: readonly Token[]): Pick<TopicEntry, 'text' | 'facts' | 'forms' | 'commands'> => {
  const texts: string[] = []
  const facts: EntryFact[] = []
  const forms: EntryForm[] = []
  const commands: string[] = []
  for (const token of tokens) {
    if (token.type === 'list' && (token as Tokens.List).items.every(isFact)) {
      for (const { text } of (token as Tokens.List).items) {
        const [head = '', ...list] = text.split(/^ *- /m)
        const fields = list.map(unwrapped)
        const [, name = '', value = ''] = /^([^:]*):\s?(.*)$/s.exec(unwrapped(head)) ?? []
        facts.push([name, fields.length === 0 ? value : fieldNames(fields)])
        if (fields.length > 0) forms.push({ title: name, fields })
      }
    } else if (token.type === 'code' && token.lang === 'bash') commands.push(...token.text.split(/(?<!\\)\n/))
    else texts.push(blockOf(token))
  }
  return {
    text: texts.join('\n\n'),
    ...(facts.length === 0 ? {} : { facts, ...evidenceIn(facts) }),
    ...(forms.length === 0 ? {} : { forms }),
    ...(commands.length === 0 ? {} : { commands }),
  }
}

const blockOf = (token: Token): string =>
  token.type === 'paragraph' ? unwrapped(token.raw) : token.raw.trim()

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

/** The tokens before the first heading that fits, and those from each such heading on. */
const partsAt = (
  tokens: readonly Token[],
  fits: (heading: Tokens.Heading) => boolean,
): readonly Token[][] => {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (isHeading(token) && fits(token)) parts.push([])
    parts.at(-1)?.push(token)
  }
  return parts
}

type Anchors = (name: string) => string

const headingEntry = ([heading, ...under]: readonly Token[], anchors: Anchors): TopicEntry => {
  const title = heading?.raw.replace(/^#+ /, '').trim() ?? ''
  const { id, copied } = marksIn(title)
  // A status, a method or a number of the specification is a label.
  const [, label, named = ''] = /^(?:(\d[\d.]*|[A-Z]{3,6}) )?(.+)$/.exec(title.replace(mark, '')) ?? []
  const name = named.replaceAll('`', '')
  return {
    id: id ?? anchors(name),
    name,
    ...(copied === undefined ? {} : { copied }),
    ...(label === undefined ? {} : { label }),
    ...detailsIn(under),
  }
}

const itemEntry = (item: string, anchors: Anchors): TopicEntry | null => {
  const found = /^(?:([\w ,]+) )?`([^`]+)`( \{[^}]*\})?(?:: (.*))?$/s.exec(unwrapped(item))
  if (found === null) return null
  const [, label, name = '', marks = '', text = ''] = found
  const { id, copied } = marksIn(marks)
  return {
    id: id ?? anchors(name),
    name,
    ...(copied === undefined ? {} : { copied }),
    ...(label === undefined ? {} : { label }),
    text,
  }
}

/** A paragraph, or the entries of a list. A list with an item that has no name stays as it is. */
const blocksOf = (token: Token, anchors: Anchors): readonly (string | TopicEntry)[] => {
  if (token.type !== 'list') return [blockOf(token)]
  const entries = (token as Tokens.List).items.map(({ text }) => itemEntry(text, anchors))
  return entries.every((entry) => entry !== null) ? entries : [blockOf(token)]
}

const sectionIn = ([heading, ...tokens]: readonly Token[], anchors: Anchors): TopicSection => {
  const title = heading?.raw.replace(/^#+ /, '').trim() ?? ''
  const { id, prefix = '' } = marksIn(title)
  const [own = [], ...deeper] = partsAt(tokens, () => true)
  const blocks = [
    ...own.flatMap((token) => blocksOf(token, anchors)),
    ...deeper.map((part) => headingEntry(part, anchors)),
  ].map((block) => (typeof block === 'string' ? block : { ...block, id: `${prefix}${block.id}` }))
  const name = title.replace(mark, '')
  const entries = blocks.filter((block) => typeof block !== 'string')
  return { id: id ?? anchors(name), title: name, blocks, entries }
}

/** @param anchors how an anchor follows from a name or a title without a mark */
export const readTopic = (name: string, markdown: string, anchors: Anchors): Topic => {
  // Comments and pictures are for GitHub.
  const tokens = new Lexer().blockTokens(markdown).filter(({ type }) => type !== 'space' && type !== 'html')
  const [head = [], ...sections] = partsAt(tokens, ({ depth }) => depth === 2)
  const [title, ...texts] = head
  return {
    name,
    title: title?.raw.replace(/^# /, '').trim() ?? '',
    text: texts.map(blockOf).join('\n\n'),
    sections: sections.map((section) => sectionIn(section, anchors)),
  }
}
