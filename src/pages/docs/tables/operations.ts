import { codes, type EntryFact, type EntryForm, type TopicEntry, type TopicSection } from '../content'
import { type BodyForm, bodyName, type Operation, operationsOf } from '../operations'

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

const entryOf = (operation: Operation, server: string): TopicEntry => {
  const { id, method, path, summary, key, returns } = operation
  const given = givenTo(operation)
  const call = [server, key === null ? '' : `${key} key`].filter(Boolean).join(', ')
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
    ...(given.length === 0 ? {} : { forms: given.map(formOf) }),
  }
}

/** The anchor of a group of operations. */
const groupId = (topic: string): string => `topic-${topic.toLowerCase().replace(/[^a-z]+/g, '-')}`

/**
 * The operations of an OpenAPI document, by their topics.
 * @param above what its paths leave out
 * @param vaultUrl of the service: each operation says whether the vault has it
 */
export const operationSections = (
  document: object,
  above: string,
  vaultUrl?: string,
): readonly TopicSection[] => {
  const operations = operationsOf(document, above)
  const serverOf = ({ server }: Operation): string =>
    vaultUrl === undefined ? '' : server === vaultUrl ? 'vault' : 'API'
  return [...new Set(operations.map(({ topic }) => topic))].sort().map((topic) => {
    const own = operations.filter((one) => one.topic === topic)
    return { id: groupId(topic), title: topic, blocks: own.map((one) => entryOf(one, serverOf(one))) }
  })
}
