import { code, type TopicEntry, type TopicSection } from './content'

/** Placeholders such as `<name>` as code: outside of it Markdown takes them for HTML. */
const withCode = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\w-]*<[\w|]+>/g, '`$&`')))
    .join('')

const factLines = ({ facts = [], forms = [] }: TopicEntry): readonly string[] =>
  facts.map(([name, text]) => {
    const form = forms.find(({ title }) => title === name)
    if (form === undefined) return `- ${name}: ${text}`
    return [`- ${name}:`, ...form.fields.map((field) => `  - ${field}`)].join('\n')
  })

/** An entry whose texts, which come from the code, are Markdown. */
export const asMarkdown = (entry: TopicEntry): TopicEntry => ({
  ...entry,
  text: withCode(entry.text),
  facts: entry.facts?.map(([name, text]) => [name, withCode(text)]),
})

/** An entry as Markdown: an item of a list, or under a heading of its own, with facts, commands or paragraphs. */
export const entryText = (entry: TopicEntry): string => {
  const { label, name, text, facts, commands } = entry
  const before = label === undefined ? '' : `${label} `
  if (facts === undefined && commands === undefined && !text.includes('\n'))
    return `- ${before}${code(name)}${text === '' ? '' : `: ${text}`}`
  const parts = [
    `### ${before}${name.includes('<') ? code(name) : name}`,
    text,
    factLines(entry).join('\n'),
    commands === undefined ? '' : `\`\`\`bash\n${commands.join('\n')}\n\`\`\``,
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** A section with each of its entries changed. */
export const withEntries = (
  section: TopicSection,
  change: (entry: TopicEntry) => TopicEntry,
): TopicSection => ({
  ...section,
  blocks: section.blocks.map((block) => (typeof block === 'string' ? block : change(block))),
})

export const sectionText = ({ title, blocks }: TopicSection): string =>
  [
    `## ${title}\n`,
    ...blocks.map((block) => (typeof block === 'string' ? `${block}\n` : entryText(block))),
    '',
  ].join('\n')
