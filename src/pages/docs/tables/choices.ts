import { profileRowNames, profileRows, rowText } from '../../../options/profiles'
import { type AssumptionRow, assumptions } from '../../../service/assumptions'
import {
  type Explained,
  type ExplainedValue,
  explainedByProfile,
  likenesses,
} from '../../../service/explained'
import { code, type EntryFact, type TopicEntry } from '../content'

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

export const profileEntries = (): readonly TopicEntry[] =>
  profileRowNames.map((name) => ({
    ...{ id: name, name },
    text: `${profileRows[name].text}. ${code(rowText(name, 'spec'))} by spec, ${code(rowText(name, 'omise'))} by omise`,
    facts: explainedFacts(explainedByProfile[name]),
  }))

export const assumptionEntries = (): readonly TopicEntry[] =>
  assumptions.map(({ id, section, question, choice, reason, explains = [] }: AssumptionRow) => ({
    ...{ id, name: id, label: section, text: question },
    facts: [['Choice', choice], ['Why', reason], ...explainedFacts(explains)],
  }))
