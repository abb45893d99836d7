import { pageWidth, wrapped } from '../../kernel/text'
import { type DocsSource, entriesIn, isReadme, type Topic, type TopicName } from './content'
import { sectionText } from './entry'
import { codeIn, isMoves, unmarked } from './read'
import { topicMarkdown } from './topics'

/** Code, tables and headings keep their lines. */
const kept = /(^```[\s\S]*?^```$|^(?:#|\|).*$)/m
/** A paragraph or an item of a list, with its further lines. */
const paragraph = /^( *(?:- )?)(\S.*(?:\n(?! *- ) *\S.*)*)/gm

/** Markdown without marks, on lines of up to 80 characters; only code, tables and long words are wider. */
const onLines = (markdown: string): string =>
  unmarked(markdown)
    .split(kept)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(paragraph, (_, before: string, text: string) =>
            wrapped(text, pageWidth - before.length)
              .map((line, j) => `${j === 0 ? before : ' '.repeat(before.length)}${line}`)
              .join('\n'),
          ),
    )
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n*$/, '\n')

/** A topic as text for terminals and agents. */
export const topicText = (name: TopicName, source: DocsSource): string => {
  const markdown = topicMarkdown(name, source)
  return isReadme(name) ? markdown : onLines(markdown)
}

/** What a search has found in a topic, as text: operations with all about their fields. */
export const foundText = ({ title, text, sections }: Topic): string =>
  onLines([`# ${title}`, text, ...sections.map(sectionText)].join('\n\n'))

/** A topic as JSON: texts without Markdown's lines, the block of code of a section apart, and moves of a machine as lines. */
export const dataOf = ({ name, sections, ...topic }: Topic): object => ({
  name,
  ...topic,
  sections: sections.map((section) => {
    const { id, title, blocks } = section
    const texts = blocks.filter((block) => typeof block === 'string')
    const block = isReadme(name) ? undefined : texts.find((text) => codeIn(text) !== undefined)
    const text = texts.filter((one) => one !== block).join('\n\n')
    return {
      id,
      title,
      ...(text === '' ? {} : { text }),
      ...(block === undefined
        ? {}
        : isMoves(block)
          ? { moves: codeIn(block)?.split('\n') }
          : { sample: codeIn(block) }),
      entries: entriesIn(section),
    }
  }),
})
