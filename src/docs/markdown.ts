import type { AnyMachine } from '../kernel/machine'
import type { Topic, TopicEntry, TopicSection } from './content'

/** The width of a terminal that needs no setting. */
const width = 80

/** Words on lines of up to 80 characters; code between backticks is not broken where it fits on a line. */
const wrap = (text: string, first = '', rest = ''): readonly string[] => {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest
      isEmpty = true
    }
    line = isEmpty ? `${line}${word}` : `${line} ${word}`
    isEmpty = false
  }
  return isEmpty ? lines : [...lines, line]
}

const hasDetails = ({ facts = [], commands = [] }: TopicEntry): boolean => facts.length + commands.length > 0

const shortEntry = ({ label, name, text }: TopicEntry): readonly string[] =>
  wrap(`${label === undefined ? '' : `${label} `}\`${name}\`${text === '' ? '' : `: ${text}`}`, '- ', '  ')

const longEntry = ({ label, name, text, facts = [], commands = [] }: TopicEntry): readonly string[] => [
  '',
  `### ${label === undefined ? '' : `${label} `}${name}`,
  '',
  ...wrap(text),
  ...(text === '' || facts.length === 0 ? [] : ['']),
  ...facts.flatMap(([about, value]) => wrap(`${about}: ${value}`, '- ', '  ')),
  ...(commands.length === 0
    ? []
    : ['', '```bash', ...commands.flatMap((command) => command.split('\n')), '```', '']),
]

const moves = ({ rules }: AnyMachine): readonly string[] =>
  rules.flatMap(({ on, from, to }) =>
    from.filter((state) => state !== to).map((state) => `${state} --${on}--> ${to}`),
  )

const section = ({ title, text = '', machine, entries }: TopicSection): readonly string[] => [
  '',
  `## ${title}`,
  '',
  ...wrap(text),
  ...(text === '' ? [] : ['']),
  ...(machine === undefined ? [] : ['```text', ...moves(machine), '```', '']),
  ...entries.flatMap((entry) => (hasDetails(entry) ? longEntry(entry) : shortEntry(entry))),
]

/** A topic as Markdown of up to 80 columns; only commands and long names are wider. */
export const markdownOf = ({ title, text, sections }: Topic): string => {
  const lines = [`# ${title}`, '', ...wrap(text), ...sections.flatMap(section)]
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
