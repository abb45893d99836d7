import { code, type TopicEntry, type TopicSection } from './content'

/** Placeholders such as `<name>` as code: outside of it Markdown takes them for HTML. */
const withCode = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\w-]*<[\w|]+>/g, '`$&`')))
    .join('')

const marksOf = ({ id, copied }: TopicEntry): string =>
  ` {#${id}${copied === undefined ? '' : ` copy=${copied}`}}`

const factLines = ({ facts = [], forms = [] }: TopicEntry): readonly string[] =>
  facts.map(([name, text]) => {
    const form = forms.find(({ title }) => title === name)
    if (form === undefined) return `- ${name}: ${withCode(text)}`
    return [`- ${name}:`, ...form.fields.map((field) => `  - ${withCode(field)}`)].join('\n')
  })

/** An entry as Markdown: an item of a list, or under a heading of its own, with facts, commands or paragraphs. */
export const entryText = (entry: TopicEntry): string => {
  const { label, name, text, facts, commands } = entry
  const before = label === undefined ? '' : `${label} `
  const marks = marksOf(entry)
  if (facts === undefined && commands === undefined && !text.includes('\n'))
    return `- ${before}${code(name)}${marks}${text === '' ? '' : `: ${withCode(text)}`}`
  const parts = [
    `### ${before}${name.includes('<') ? code(name) : name}${marks}`,
    withCode(text),
    factLines(entry).join('\n'),
    commands === undefined ? '' : `\`\`\`bash\n${commands.join('\n')}\n\`\`\``,
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

export const sectionText = ({ id, title, blocks }: Omit<TopicSection, 'entries'>): string =>
  [
    `## ${title} {#${id}}\n`,
    ...blocks.map((block) => (typeof block === 'string' ? `${block}\n` : entryText(block))),
    '',
  ].join('\n')
