import { type ProfileRow, profileRowNames, profileRows, rowText } from '../../../options/profiles'
import { assumptions } from '../../../service/assumptions'
import { type Evidence, evidenceOfChoices } from '../../../service/evidence'
import { code, type TopicEntry } from '../content'

const evidenceOf = (name: string): Evidence => {
  const found = evidenceOfChoices().get(name)
  if (found === undefined) throw new Error(`src/service/evidence.ts does not say how ${name} is known`)
  return found
}

const evidenceText = (one: Evidence): string =>
  one.known === 'recorded' ? `recorded, last ${one.date}` : one.known

const sentence = (name: ProfileRow): string => {
  const { text } = profileRows[name]
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export const profileEntries = (): readonly TopicEntry[] =>
  profileRowNames.map((name) => ({
    id: name,
    name,
    text: sentence(name),
    facts: [
      ['In spec', code(rowText(name, 'spec'))],
      ['In omise', code(rowText(name, 'omise'))],
      ['Known', evidenceText(evidenceOf(name))],
    ],
    evidence: evidenceOf(name),
  }))

export const assumptionEntries = (): readonly TopicEntry[] =>
  assumptions.map(({ id, section, question, choice, reason }) => ({
    id,
    name: id,
    label: section,
    text: question,
    facts: [
      ['Choice', choice],
      ['Why', reason],
      ['Known', evidenceText(evidenceOf(id))],
    ],
    evidence: evidenceOf(id),
  }))
