/** The part of the topic `fidelity` that follows from the recorded facts (npm run docs). */
import { wrapped } from '../../src/kernel/text'
import { accountShapes } from '../spec/recorded/accounts'
import { balanceShapes } from '../spec/recorded/balances'
import type { RecordedBehaviour } from '../spec/recorded/behaviour'
import { otherBehaviours } from '../spec/recorded/behaviours-others'
import { paymentBehaviours } from '../spec/recorded/behaviours-payments'
import { refusalBehaviours } from '../spec/recorded/behaviours-refusals'
import { chargeShapes } from '../spec/recorded/charges'
import { endedShapes } from '../spec/recorded/ended'
import { moneyShapes } from '../spec/recorded/money'
import { planShapes } from '../spec/recorded/plans'
import type { RecordedShape } from '../spec/recorded/shape'

const shapes = [accountShapes, balanceShapes, chargeShapes, endedShapes, moneyShapes, planShapes].flat()
const behaviours = [...paymentBehaviours, ...refusalBehaviours, ...otherBehaviours]

const entry = (name: string, text: string): string =>
  wrapped(`\`${name}\`: ${text}`, 118)
    .map((line, i) => `${i === 0 ? '- ' : '  '}${line}`)
    .join('\n')

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const objectOf = ({ parts }: RecordedShape): string =>
  String(parts[0]?.fields.find(({ name }) => name === 'object')?.value)

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const differencesOf = (recordings: readonly RecordedShape[]): string => {
  const all = recordings.flatMap(({ differs = {} }) => Object.entries(differs))
  const reasons = [...new Set(all.map(([, reason]) => reason))]
  if (reasons.length === 0) return 'Nothing differs.'
  return reasons
    .map(
      (reason) =>
        `Differs: ${all.flatMap(([path, why]) => (why === reason ? [`\`${path}\``] : [])).join(', ')}. ${reason}`,
    )
    .join(' ')
}

const objectEntry = (object: string): string => {
  const recordings = shapes.filter((shape) => objectOf(shape) === object)
  const newest = recordings.reduce((last, one) => (one.date > last.date ? one : last))
  const fields = recordings.flatMap(({ parts }) => parts.flatMap((part) => part.fields))
  const values = fields.filter(({ value }) => value !== undefined)
  const compared = [
    counted(recordings.length, 'recording'),
    counted(fields.length, 'field'),
    counted(values.length, 'value'),
  ].join(', ')
  return entry(object, `${newest.date}, ${newest.source}. ${compared}. ${differencesOf(recordings)}`)
}

const behaviourEntry = ({ id, rule, date, source, differs }: RecordedBehaviour): string =>
  entry(id, `${capital(rule)}. ${date}, ${source}.${differs === undefined ? '' : ` Why not: ${differs}`}`)

const section = (title: string, text: string, entries: readonly string[]): string =>
  `## ${title}\n\n${wrapped(text, 120).join('\n')}\n\n${entries.join('\n')}`

const followed = behaviours.filter(({ differs }) => differs === undefined)
const others = behaviours.filter(({ differs }) => differs !== undefined)
const known = (how: RecordedBehaviour['known']) => behaviours.filter((one) => one.known === how)
const named = (rows: readonly RecordedBehaviour[]): string => rows.map(({ id }) => `\`${id}\``).join(', ')

export const fidelityPart = (): string =>
  [
    section(
      'Answers, compared with recordings {#recorded-answers}',
      'By the object: the date and the source of its newest recording, and how much of all its recordings the tests compare with an answer of the profile `omise`: each field that is missing or too many, its type, null or not, and each value that follows from the call.',
      [...new Set(shapes.map(objectOf))].sort().map(objectEntry),
    ),
    section(
      'Behaviours that the profile omise has {#recorded-behaviours}',
      'A test makes each of them, in the profile `omise`. With the date and the source of the newest evidence.',
      followed.map(behaviourEntry),
    ),
    section(
      'Behaviours that it has not, and why {#not-followed}',
      'Public sources show these, and the profile `omise` does something else on purpose.',
      others.map(behaviourEntry),
    ),
    section(
      'Contradictory, or from one source {#uncertain}',
      'The behaviours above that are less certain than the others.',
      [
        entry('contradictory', `Sources say the opposite of each other: ${named(known('contradictory'))}.`),
        entry('one source', `Only one source shows it: ${named(known('one'))}.`),
      ],
    ),
  ].join('\n\n')
