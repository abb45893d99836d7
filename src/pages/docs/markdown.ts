import type { AnyMachine } from '../../kernel/machine'
import { pageWidth, wrapped } from '../../kernel/text'
import { code, type Topic, type TopicEntry, type TopicSection } from './content'

/** Placeholders such as `<name>` as code: outside of it Markdown takes them for HTML. */
const withCode = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\w-]*<[\w|]+>/g, '`$&`')))
    .join('')

/** Words on lines of up to 80 characters, with a mark before the first one and as much room before the others. */
const wrap = (text: string, mark = ''): readonly string[] =>
  wrapped(withCode(text), pageWidth - mark.length).map(
    (line, i) => `${i === 0 ? mark : ' '.repeat(mark.length)}${line}`,
  )

const paragraphs = (text: string): readonly string[] =>
  text.split('\n\n').flatMap((one) => [...wrap(one), ''])

const hasDetails = ({ facts = [], commands = [] }: TopicEntry): boolean => facts.length + commands.length > 0

const shortEntry = ({ label, name, text }: TopicEntry): readonly string[] =>
  wrap(`${label === undefined ? '' : `${label} `}\`${name}\`${text === '' ? '' : `: ${text}`}`, '- ')

/** The facts of an entry; in full, those about fields have a line for each. */
const factLines = ({ facts = [], forms = [] }: TopicEntry, isFull: boolean): readonly string[] =>
  facts.flatMap(([about, value]) => {
    const form = isFull ? forms.find(({ title }) => title === about) : undefined
    if (form === undefined) return wrap(`${about}: ${value}`, '- ')
    return [`- ${about}:`, ...form.fields.flatMap((field) => wrap(field, '  - '))]
  })

const longEntry = (entry: TopicEntry, isFull: boolean): readonly string[] => {
  const { label, name, text, facts = [], commands = [] } = entry
  return [
    '',
    `### ${label === undefined ? '' : `${label} `}${name.includes('<') ? code(name) : name}`,
    '',
    ...wrap(text),
    ...(text === '' || facts.length === 0 ? [] : ['']),
    ...factLines(entry, isFull),
    ...(commands.length === 0
      ? []
      : ['', '```bash', ...commands.flatMap((command) => command.split('\n')), '```', '']),
  ]
}

const moves = ({ rules }: AnyMachine): readonly string[] =>
  rules.flatMap(({ on, from, to }) =>
    from.filter((state) => state !== to).map((state) => `${state} --${on}--> ${to}`),
  )

const section = (
  { title, text = '', machine, sample, entries }: TopicSection,
  isFull: boolean,
): readonly string[] => [
  '',
  `## ${title}`,
  '',
  ...paragraphs(text),
  ...(machine === undefined ? [] : ['```text', ...moves(machine), '```', '']),
  ...(sample === undefined ? [] : ['```text', sample, '```', '']),
  ...entries.flatMap((entry) => (hasDetails(entry) ? longEntry(entry, isFull) : shortEntry(entry))),
]

/**
 * A topic as Markdown of up to 80 columns; only commands and long names are wider.
 * @param isFull whether operations have their fields in full, and not only the names of them
 */
export const markdownOf = ({ title, text, sections }: Topic, isFull: boolean): string => {
  const lines = [`# ${title}`, '', ...paragraphs(text), ...sections.flatMap((one) => section(one, isFull))]
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

/** A topic as JSON, in which the moves of a machine are lines. */
export const dataOf = ({ sections, ...topic }: Topic): object => ({
  ...topic,
  sections: sections.map(({ machine, ...section }) => ({
    ...section,
    ...(machine === undefined ? {} : { moves: moves(machine) }),
  })),
})
