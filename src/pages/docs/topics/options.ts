import { defaultTextOf, envOf, type OptionRow, optionGroups } from '../../../options/config'
import { profileRowNames, profileRows, rowText } from '../../../options/profiles'
import { type AssumptionRow, assumptions } from '../../../service/assumptions'
import {
  type Explained,
  type ExplainedValue,
  explainedByProfile,
  likenesses,
} from '../../../service/explained'
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
    'or `.json`, which uses the names of the library. The command line wins over the environment, and the environment ' +
    'over the file, which the commands read, and `createSandbox()` does not. `payment-sandbox --help` lists the other commands.',
  sections: Object.entries<Readonly<Record<string, OptionRow>>>(optionGroups).map(([heading, docs]) => {
    const title = heading.replace(':', '')
    return {
      id: `group-${title.toLowerCase().replaceAll(' ', '-')}`,
      title,
      entries: Object.entries(docs).map(entryOf),
    }
  }),
})

/** A pattern has a piece of code for each of its alternatives, which lines can break between. */
const valueText = (value: ExplainedValue): string =>
  value instanceof RegExp
    ? value.source
        .split(/\|(?![^(]*\))/)
        .map(code)
        .join(' or ')
    : code(String(value))

const valuesText = ({ values }: Explained): string => {
  if ('alike' in values) return likenesses[values.alike]
  if ('between' in values) return values.between.map(valueText).join(' or ')
  return `${valueText(values.sandbox)}, elsewhere ${valueText(values.other)}`
}

/** `POST /charges` `status`: `402` or `200`, where `object` is `charge` */
const explainedText = (one: Explained): string => {
  const { operations = [], of = [], fields, where = {}, unasked } = one
  const places = [...operations, ...of].map((place) => `${code(place)} `).join('')
  const conditions = Object.entries(where).map(([name, value]) => `${code(name)} is ${valueText(value)}`)
  if (unasked !== undefined) conditions.push(`${code(unasked)} is not asked for`)
  const condition = conditions.length === 0 ? '' : `, where ${conditions.join(' and ')}`
  return `${places}${fields.map(code).join(', ')}: ${valuesText(one)}${condition}`
}

/** What `payment-sandbox compare` shows with the name of the row. */
const explainedFacts = (explains: readonly Explained[]): readonly EntryFact[] =>
  explains.length === 0 ? [] : [['Explains', explains.map(explainedText).join('; ')]]

export const choicesTopic = (): TopicContent => ({
  text: 'What the sandbox does where the specification of the service is silent, or recordings contradict it.',
  sections: [
    {
      id: 'profiles',
      title: 'Profiles',
      text:
        '`spec`, the default, follows the specification. `omise` is the real service, as far as it is public: its ' +
        'documentation, recordings, and what published clients and applications expect. It is the default wherever the ' +
        "hosts are `omise`: `--intercept omise`, `--proxy-host omise`, `createTest({ intercept: 'omise' })`, " +
        "`createSandbox({ hosts: 'omise' })`. Each row can be set by itself: `createSandbox({ overrides: { declines: 'charge' } })`.",
      entries: profileRowNames.map((name) => ({
        id: `profile-${name}`,
        name,
        text: `${profileRows[name].text}. ${code(rowText(name, 'spec'))} by spec, ${code(rowText(name, 'omise'))} by omise`,
        facts: explainedFacts(explainedByProfile[name]),
      })),
    },
    {
      id: 'assumptions',
      title: 'Decisions where the specification is silent',
      text: 'Each names the section of the specification that leaves it open.',
      entries: assumptions.map(({ id, section, question, choice, reason, explains = [] }: AssumptionRow) => ({
        id,
        name: id,
        label: section,
        text: question,
        facts: [['Choice', choice], ['Why', reason], ...explainedFacts(explains)],
      })),
    },
  ],
})
