import {
  type CommandTarget,
  codes,
  type EntryFact,
  type EntryForm,
  type TopicContent,
  type TopicEntry,
  type TopicSection,
} from '../content'
import { type BodyForm, bodyName, type Operation, operationsOf } from '../operations'

const keyTexts = { secret: 'secret key', public: 'public key' } as const

/** What a caller gives. Headers, and ids in the path, go without saying. */
const givenTo = ({ bodies, parameters }: Operation): readonly BodyForm[] => {
  const query = parameters.filter(({ text }) => !text.startsWith('in the '))
  const forms = bodies.map((form) => ({ title: bodyName(form), fields: form.fields }))
  return query.length === 0 ? forms : [{ title: 'Parameters', fields: query }, ...forms]
}

const namesFact = ({ title, fields }: BodyForm): EntryFact => [
  title,
  fields.map(({ name, required }) => `\`${name}\`${required ? ' (required)' : ''}`).join(', '),
]

const formOf = ({ title, fields }: BodyForm): EntryForm => ({
  title,
  fields: fields.map(({ name, type, required, text }) => {
    const about = `\`${name}\` (${type}${required ? ', required' : ''})`
    return text === '' ? about : `${about}: ${text}`
  }),
})

const errorFact = ({ errors }: Operation): readonly EntryFact[] => {
  const found = [...new Set(errors.flatMap((one) => one.codes))]
  return found.length === 0 ? [] : [['Errors', codes(found)]]
}

const entryOf = (operation: Operation, serverOf: (operation: Operation) => string): TopicEntry => {
  const { id, method, path, summary, key, returns } = operation
  const given = givenTo(operation)
  const call = [serverOf(operation), key === null ? '' : keyTexts[key]].filter(Boolean).join(', ')
  return {
    id,
    name: path,
    label: method,
    text: summary,
    facts: [
      ...(call === '' ? [] : [['Call', call] as const]),
      ...given.map(namesFact),
      ...(returns.name === null ? [] : [['Answer', returns.name] as const]),
      ...errorFact(operation),
    ],
    forms: given.map(formOf),
  }
}

/** The anchor of a group of operations. */
const groupId = (topic: string): string => `topic-${topic.toLowerCase().replace(/[^a-z]+/g, '-')}`

const sectionsOf = (
  operations: readonly Operation[],
  serverOf: (operation: Operation) => string,
): readonly TopicSection[] =>
  [...new Set(operations.map(({ topic }) => topic))].sort().map((topic) => ({
    id: groupId(topic),
    title: topic,
    entries: operations.filter((one) => one.topic === topic).map((one) => entryOf(one, serverOf)),
  }))

/** @param document the OpenAPI document of the service */
export const apiTopic = (document: object, { vaultUrl }: CommandTarget): TopicContent => ({
  text:
    'The operations of the service. A key is the user name of HTTP Basic, without a password. Bodies are forms or JSON. ' +
    'Every operation takes `Service-Version`; POST and PATCH also take `Idempotency-Key`: the same key within 24 hours ' +
    'gives the first answer again.',
  sections: sectionsOf(operationsOf(document), ({ server }) => (server === vaultUrl ? 'vault' : 'API')),
})

/** @param document the OpenAPI document of the control plane */
export const controlTopic = (document: object): TopicContent => ({
  text:
    'The operations on the sandbox itself, on the API server: JSON, without a key. `account` and ' +
    '`livemode` choose whose records they are about. A wrong body answers 422 with the path of each problem, and ' +
    'changes nothing.',
  sections: sectionsOf(operationsOf(document, '/_sandbox'), () => ''),
})
