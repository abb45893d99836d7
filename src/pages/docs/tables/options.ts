import { defaultTextOf, envOf, type OptionRow, optionGroups } from '../../../options/config'
import { code, type EntryFact, type TopicEntry, type TopicSection } from '../content'

const entryOf = ([name, row]: readonly [string, OptionRow]): TopicEntry => {
  const { of, flag, repeatable, text, example } = row
  const inLibrary = code(`${name}: ${repeatable === true ? `['${example}']` : '…'}`)
  const word = flag?.replace(/ <.*/, '').replace(/^-\w, /, '') ?? `${name}:`
  const facts: readonly EntryFact[] = [
    ['Default', defaultTextOf(row)],
    ...(flag === null ? [] : [['Environment', code(envOf(name))] as const]),
    ['Library', of === 'process' ? 'not an option of the library' : inLibrary],
    ['Example', code(flag === null || flag.includes('<') ? `${word} ${example}` : word)],
  ]
  return { id: name, name: flag ?? name, text, facts }
}

/** The options, by the headings of the help. */
export const optionSections = (): readonly TopicSection[] =>
  Object.entries<Readonly<Record<string, OptionRow>>>(optionGroups).map(([heading, docs]) => {
    const title = heading.replace(':', '')
    const id = `group-${title.toLowerCase().replaceAll(' ', '-')}`
    return { id, title, blocks: Object.entries(docs).map(entryOf) }
  })
