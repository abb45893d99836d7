import { defaultTextOf, envOf, type OptionRow, optionGroups } from '../../../options/config'
import { code, type EntryFact, type TopicContent, type TopicEntry } from '../content'

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

export const optionsTopic = (): TopicContent => ({
  text:
    'The options of `payment-sandbox serve`, of `createSandbox()` and `listen()`, and of `payment-sandbox.config.yaml` ' +
    'or `.json`, which has the names of the library. The command line wins over the environment, and the environment ' +
    'over the file. `payment-sandbox --help` lists the other commands.',
  sections: Object.entries<Readonly<Record<string, OptionRow>>>(optionGroups).map(([heading, docs]) => {
    const title = heading.replace(':', '')
    return {
      id: `group-${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      entries: Object.entries(docs).map(entryOf),
    }
  }),
})
