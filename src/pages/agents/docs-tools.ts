import { isObject } from '../../kernel/json'
import { counted, meant, nearest } from '../../kernel/text'
import { testCards } from '../../sandbox/actions/token'
import { topicFrom } from '../dashboard/docs/source'
import { isTopic, narrow, type Topic, type TopicEntry, type TopicName, topicNames } from '../docs/content'
import { topicTexts } from '../docs/topics'
import { isEmpty, listAnswer, type Piece, piecesOf, type ToolAnswer, type ToolFacts } from './answer'
import { objectsIn } from './history-tools'
import { type ToolCall, ToolError } from './tool'

const cardNumber = /(?<=card\[number\]=)\d+/

/** No card number is shown: a step that makes a token of one names the tool for it. */
const asCommand = (command: string): string => {
  const [number] = cardNumber.exec(command) ?? []
  const [card] = [...testCards()].find(([, own]) => own === number) ?? []
  return card === undefined ? command : `card=<id of create_token {"card":"${card}"}>`
}

/** `source[type]` after what each request may have. */
const outerFirst = (fields: readonly string[]): readonly string[] => {
  const isInner = (field: string): boolean => /^`\w+\[/.test(field)
  return [...fields.filter((field) => !isInner(field)), ...fields.filter(isInner)]
}

/** An entry in full. */
const entryData = ({ label, name, text, facts = [], forms = [], commands = [] }: TopicEntry): ToolFacts => ({
  ...{ name: label === undefined ? name : `${label} ${name}`, text },
  ...Object.fromEntries(forms.map(({ title, fields }) => [title, outerFirst(fields)])),
  ...Object.fromEntries(
    facts.filter(([title]) => title !== 'Test cards' && !forms.some((form) => form.title === title)),
  ),
  ...(commands.length === 0 ? {} : { commands: commands.map(asCommand) }),
})

const entriesOf = ({ sections }: Topic): readonly TopicEntry[] => sections.flatMap(({ entries }) => entries)

/** A topic in which the text of a section, such as how webhooks are signed, is found as an entry is. */
const withTexts = (topic: Topic): Topic => {
  const entries = topic.sections.flatMap(({ id, title, text = '' }) =>
    text === '' ? [] : [{ id, name: title, text }],
  )
  return { ...topic, sections: [{ id: 'texts', title: 'Texts', entries }, ...topic.sections] }
}

/** `test cards` is the topic `test-cards`. */
const topicIn = (words: string): string => words.toLowerCase().replaceAll(' ', '-')

/** How many of the words are in the topic, the name and the text, rather than somewhere in the details. */
const closeness = (topic: TopicName, { label = '', name, text }: TopicEntry, query: string): number => {
  const said = `${topic} ${label} ${name} ${text}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => said.includes(word)).length
}

const wholeAnswer = (head: string, entry: TopicEntry, facts: ToolFacts = {}): ToolAnswer => ({
  ...{ head, facts },
  pieces: piecesOf(entryData(entry)),
})

/** An entry in a line of its list. */
const entryLine = (topic: TopicName, { label, name, text }: TopicEntry): Piece => {
  const data = { topic, name: label === undefined ? name : `${label} ${name}`, text: text.slice(0, 200) }
  return { text: `${topic}: ${data.name}: ${data.text}`, data }
}

const topicsOf = ({ input }: ToolCall): readonly TopicName[] => {
  const { topic } = input
  if (topic === undefined) return topicNames
  if (typeof topic === 'string' && isTopic(topic)) return [topic]
  throw new ToolError(`there is no topic ${String(topic)}${meant(String(topic), topicNames)}`)
}

/** `POST /charges` finds the entry `/charges` with this label. */
const isNamed = ({ id, name, label }: TopicEntry, query: string): boolean =>
  [id, name, `${label} ${name}`].some(
    (one) => one.toLowerCase() === query.toLowerCase().replace(/(?<=\/):(\w+)/g, '{$1}'),
  )

export const searchDocs = async (call: ToolCall): Promise<ToolAnswer> => {
  const { query = '', topic } = call.input
  const words = String(query).trim()
  if (topic === undefined && isTopic(topicIn(words)))
    return searchDocs({ ...call, input: { topic: topicIn(words) } })
  if (words === '' && topic === undefined)
    return listAnswer(
      'the topics; give query to search, or topic to read one',
      'data',
      topicNames.map((name) => ({ name, about: topicTexts[name].about })),
    )
  const source = await call.docs()
  const topics = topicsOf(call).map((name) => [name, withTexts(topicFrom(source, name))] as const)
  const named = topics.flatMap(([name, one]) =>
    entriesOf(one)
      .filter((entry) => isNamed(entry, words))
      .map((entry) => [name, entry] as const),
  )
  const [exact] = named
  if (exact !== undefined && named.length === 1) return wholeAnswer(`${exact[0]}: ${exact[1].name}`, exact[1])
  const found =
    named.length > 0
      ? named
      : topics
          .flatMap(([name, one]) => entriesOf(narrow(one, words)).map((entry) => [name, entry] as const))
          .toSorted((a, b) => closeness(...b, words) - closeness(...a, words))
  const [only] = found
  const isClose = only !== undefined && closeness(...only, words) === words.split(/\s+/).length
  if (isClose && found.length === 1) return wholeAnswer(`${only[0]}: ${only[1].name}`, only[1])
  if (found.length > 0)
    return {
      head: `${counted(found.length, 'entry', 'entries')}; its exact name as query gives an entry in full`,
      facts: {},
      list: 'data',
      pieces: found.map(([name, entry]) => entryLine(name, entry)),
    }
  const names = topics.flatMap(([, one]) => entriesOf(one).map(({ name }) => name))
  const near = nearest(words, [...new Set(names.filter((name) => !name.includes(' ')))], 3)
  throw new ToolError(
    near.length === 0
      ? `nothing has all the words "${words.slice(0, 80)}": give fewer words; the topics are ${topicNames.join(', ')}`
      : `nothing has "${words.slice(0, 80)}": did you mean ${near.join(', ')}?`,
  )
}

/** The request in question, or the last one that failed. */
const failedRequest = async ({ ask, input }: ToolCall): Promise<ToolFacts | null> => {
  if (input.request !== undefined) return ask('GET', `/requests/${encodeURIComponent(String(input.request))}`)
  const { data } = await ask('GET', '/requests')
  const failed = objectsIn(data).findLast(({ error, status }) => error !== null || status === 0)
  return failed ?? null
}

const requestFacts = (request: ToolFacts): ToolFacts => {
  const { id, method, path, status, answer, fault, warnings, ignored } = request
  const { message, validation_errors, charge_id } = isObject(answer) ? answer : ({} as ToolFacts)
  const all = {
    ...{ request: id, call: `${method} ${path}`, status },
    ...{ message, validation_errors, charge_id, fault, warnings, ignored },
  }
  return Object.fromEntries(Object.entries(all).filter(([, one]) => !isEmpty(one)))
}

export const explainError = async (call: ToolCall): Promise<ToolAnswer> => {
  const { code: given } = call.input
  const request = given === undefined ? await failedRequest(call) : null
  if (given === undefined && request === null)
    throw new ToolError(
      'no request has failed yet: give code, such as insufficient_fund, or see list_requests',
    )
  const code = given ?? request?.error
  const facts = request === null ? {} : requestFacts(request)
  if (request !== null && (code === null || code === undefined)) {
    const why =
      request.status === 0
        ? 'a fault cut the connection before anything happened'
        : 'this request was not refused'
    return {
      head: `${request.method} ${request.path}: ${request.status}, ${why}`,
      facts: {},
      pieces: piecesOf(facts),
    }
  }
  const source = await call.docs()
  const entries = [...entriesOf(topicFrom(source, 'errors')), ...entriesOf(topicFrom(source, 'library'))]
  const own = entries.filter((entry) => isNamed(entry, String(code)))
  const fitting = own.filter(({ label }) => label === String(request?.status))
  const [entry] = fitting.length > 0 ? fitting : own
  if (entry === undefined)
    throw new ToolError(
      `there is no error ${String(code).slice(0, 80)}${meant(
        String(code),
        entries.map(({ id }) => id),
        ['those of search_docs {"topic":"errors"}'],
      )}`,
    )
  const { head, pieces } = wholeAnswer(`${entry.label ?? ''} ${entry.name}: ${entry.text}`.trim(), entry)
  return {
    head,
    facts: {},
    pieces: [...piecesOf(facts), ...pieces.filter(({ name }) => name !== 'name' && name !== 'text')],
  }
}
