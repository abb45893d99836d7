import { Lexer, type Token, type Tokens } from 'marked'
import type { Table, Topic, TopicEntry, TopicSection } from './content'

/**
 * Reads Markdown as a topic. Headings of the second degree are its sections. Deeper headings, and list items that begin
 * with code, are entries: `- label \`name\`: text`. Entries and sections that follow from the code come from its tables:
 * `<!-- table: name argument -->`. Marks, which no reader sees, say what does not follow from the text:
 *
 *     ## Title {#anchor entries=prefix-of-the-anchors-of-entries-}
 *     - label `name` {#anchor}: text
 */
const mark = / ?\{((?:#|entries=)[^}]*)\}/

/** Markdown as people read it. */
export const unmarked = (markdown: string): string => markdown.replace(new RegExp(mark, 'g'), '')

interface Marks {
  readonly id?: string | undefined
  readonly prefix?: string | undefined
}

const marksIn = (line: string): Marks => {
  const [, marks = ''] = mark.exec(line) ?? []
  const [, id] = /^#(\S+)/.exec(marks) ?? []
  const [, prefix] = /(?:^| )entries=(\S+)/.exec(marks) ?? []
  return { id, prefix }
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

const blockOf = (token: Token): string =>
  token.type === 'paragraph' ? unwrapped(token.raw) : token.raw.trim()

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

/** The tokens before the first one that fits, and those from each such token on. */
const partsAt = (tokens: readonly Token[], fits: (token: Token) => boolean): readonly Token[][] => {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (fits(token)) parts.push([])
    parts.at(-1)?.push(token)
  }
  return parts
}

type Anchors = (name: string) => string

const headingEntry = ([heading, ...under]: readonly Token[], anchors: Anchors): TopicEntry => {
  const title = heading?.raw.replace(/^#+ /, '').trim() ?? ''
  // A status, a method or a number of the specification is a label.
  const [, label, named = ''] = /^(?:(\d[\d.]*|[A-Z]{3,6}) )?(.+)$/.exec(title.replace(mark, '')) ?? []
  const name = named.replaceAll('`', '')
  return { id: marksIn(title).id ?? anchors(name), name, label, text: under.map(blockOf).join('\n\n') }
}

const itemEntry = (item: string, anchors: Anchors): TopicEntry | null => {
  const found = /^(?:([\w ,]+) )?`([^`]+)`( \{[^}]*\})?(?:: (.*))?$/s.exec(unwrapped(item))
  if (found === null) return null
  const [, label, name = '', marks = '', text = ''] = found
  return { id: marksIn(marks).id ?? anchors(name), name, label, text }
}

/** A paragraph, or the entries of a table or a list. A list with an item that has no name stays as it is. */
const blocksOf = (token: Token, anchors: Anchors): TopicSection['blocks'] => {
  if (isTable(token)) return token.entries
  if (token.type !== 'list') return [blockOf(token)]
  const entries = (token as Tokens.List).items.map(({ text }) => itemEntry(text, anchors))
  return entries.every((entry) => entry !== null) ? entries : [blockOf(token)]
}

const sectionIn = ([heading, ...tokens]: readonly Token[], anchors: Anchors): TopicSection => {
  const title = heading?.raw.replace(/^#+ /, '').trim() ?? ''
  const { id, prefix = '' } = marksIn(title)
  const [own = [], ...deeper] = partsAt(tokens, isHeading)
  const blocks = [
    ...own.flatMap((token) => blocksOf(token, anchors)),
    ...deeper.map((part) => headingEntry(part, anchors)),
  ].map((block) => (typeof block === 'string' ? block : { ...block, id: `${prefix}${block.id}` }))
  const name = title.replace(mark, '')
  return { id: id ?? anchors(name), title: name, blocks }
}

/** A table in place of its comment: of entries within a section, or of sections. */
interface TableToken extends Tokens.Generic {
  readonly type: 'table-of-code'
  readonly entries: readonly TopicEntry[]
  readonly sections: readonly TopicSection[]
}

const isTable = (token: Token): token is TableToken => token.type === 'table-of-code'

/**
 * @param anchors how an anchor follows from a name or a title without a mark
 * @param tableAt the table of a comment; `null` for another comment
 */
export const readTopic = (
  name: string,
  markdown: string,
  anchors: Anchors,
  tableAt: (comment: string) => Table | null,
): Topic => {
  const tokens = new Lexer().blockTokens(markdown).flatMap((token): readonly Token[] => {
    if (token.type === 'space') return []
    if (token.type !== 'html') return [token]
    // Other comments and pictures are for GitHub.
    const table = tableAt(token.raw.trim())
    return table === null ? [] : [{ type: 'table-of-code', raw: '', entries: [], sections: [], ...table }]
  })
  const startsSection = (token: Token): boolean =>
    isTable(token) ? token.sections.length > 0 : isHeading(token) && token.depth === 2
  const [head = [], ...parts] = partsAt(tokens, startsSection)
  const [title, ...texts] = head
  return {
    name,
    title: title?.raw.replace(/^# /, '').trim() ?? '',
    text: texts.map(blockOf).join('\n\n'),
    sections: parts.flatMap((part) =>
      part[0] !== undefined && isTable(part[0]) ? part[0].sections : [sectionIn(part, anchors)],
    ),
  }
}
