import { processOptions } from '../../../options/config'
import { envOf, type OptionDoc, optionGroups } from '../../../options/option-docs'
import { code, type EntryFact, type Topic, type TopicEntry } from '../content'
import { topicTexts } from '../topic-names'

const inLibrary = (name: string): boolean => !(name in processOptions().shape)

const entryOf = ([name, { flag, repeatable, text, defaultText, example }]: readonly [
  string,
  OptionDoc,
]): TopicEntry => {
  const facts: EntryFact[] = [['Default', defaultText]]
  if (flag !== null) facts.push(['Environment', code(envOf(name))])
  if (inLibrary(name))
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

export const optionsTopic = (): Topic => ({
  name: 'options',
  title: topicTexts.options.title,
  text:
    'The options of `payment-sandbox serve`, of `createSandbox()` and `listen()`, and of `payment-sandbox.config.yaml` ' +
    'or `.json`, which has the names of the library. The command line wins over the environment, and the environment ' +
    'over the file. `payment-sandbox --help` lists the other commands.',
  sections: Object.entries<Readonly<Record<string, OptionDoc>>>(optionGroups).map(([heading, docs]) => {
    const title = heading.replace(':', '')
    return {
      id: `group-${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      entries: Object.entries(docs).map(entryOf),
    }
  }),
})
