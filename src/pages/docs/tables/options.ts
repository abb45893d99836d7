import { defaultTextOf, envOf, type OptionRow, optionGroups } from '../../../options/config'
import { code, type EntryFact, sectionOf, type TopicEntry, type TopicSection } from '../content'

const entryOf = ([name, row]: readonly [string, OptionRow]): TopicEntry => {
  const { of, flag, repeatable, text, example } = row
  const facts: EntryFact[] = [['Default', defaultTextOf(row)]]
  if (flag !== null) facts.push(['Environment', code(envOf(name))])
  if (of !== 'process')
    facts.push(['Library', code(`${name}: ${repeatable === true ? `['${example}']` : '…'}`)])
  else facts.push(['Library', 'not an option of the library'])
  facts.push([
    'Example',
    code(
      flag === null
        ? `${name}: ${example}`
        : `${flag.replace(/ <.*/, '').replace(/^-\w, /, '')}${flag.includes('<') ? ` ${example}` : ''}`,
    ),
  ])
  return { id: name, name: flag ?? name, text, facts }
}

/** The options, by the headings of the help. */
export const optionSections = (): readonly TopicSection[] =>
  Object.entries<Readonly<Record<string, OptionRow>>>(optionGroups).map(([heading, docs]) => {
    const title = heading.replace(':', '')
    const entries = Object.entries(docs).map(entryOf)
    return sectionOf(`group-${title.toLowerCase().replaceAll(' ', '-')}`, title, entries)
  })
