import { counted, cutName, meant, nearest } from '../../kernel/text'
import { testCards } from '../../sandbox/actions/token'
import { allNames, isReadme, isTopic, type TopicEntry, type TopicName } from '../docs/content'
import { hasWords, partsOf } from '../docs/search'
import { topicOf, topicTexts } from '../docs/topics'
import { fieldsOf, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'
import { objectsIn } from './history-tools'
import { type ToolCall, ToolError } from './tool'

/** No card number is shown: a step that makes a token of one names the tool for it. */
const asCommand = (command: string): string => {
  const [number] = /(?<=card\[number\]=)\d+/.exec(command) ?? []
  const [card] = [...testCards()].find(([, own]) => own === number) ?? []
  return card === undefined ? command : `card=<id of create_token {"card":"${card}"}>`
}

const titleOf = ({ label, name }: TopicEntry): string => (label === undefined ? name : `${label} ${name}`)

/** `source[type]` comes after what each request may have. */
const outerFirst = (fields: readonly string[]): readonly string[] =>
  fields.toSorted((a, b) => Number(/^`\w+\[/.test(a)) - Number(/^`\w+\[/.test(b)))

/** An entry in full. */
const entryData = (entry: TopicEntry): ToolFacts => {
  const { text, facts = [], forms = [], commands = [] } = entry
  return {
    name: titleOf(entry),
    text,
    ...Object.fromEntries(facts.filter(([title]) => title !== 'Test cards')),
    ...Object.fromEntries(forms.map(({ title, fields }) => [title, outerFirst(fields)])),
    commands: commands.map(asCommand),
  }
}

const topicsOf = (topic: unknown): readonly TopicName[] => {
  if (topic === undefined) return allNames
  if (typeof topic === 'string' && isTopic(topic)) return [topic]
  throw new ToolError(`there is no topic ${cutName(String(topic))}${meant(String(topic), allNames)}`)
}

/** `POST /charges` is the name of the entry `/charges` with this label. */
const isNamed = (entry: TopicEntry, query: string): boolean =>
  [entry.id, entry.name, titleOf(entry)].some(
    (one) => one.toLowerCase() === query.toLowerCase().replace(/(?<=\/):(\w+)/g, '{$1}'),
  )

export const searchDocs = async ({ input, docs }: ToolCall): Promise<ToolAnswer> => {
  const { query = '', topic } = input
  const words = String(query).trim()
  // `test cards` is the topic `test-cards`.
  const asTopic = words.toLowerCase().replaceAll(' ', '-')
  const isWhole = words === '' || (topic === undefined && isTopic(asTopic))
  if (words === '' && topic === undefined)
    return listAnswer(
      'the topics; give query to search, or topic to read one',
      'data',
      allNames.map((name) => ({ name, about: topicTexts[name].about })),
    )
  const source = await docs()
  const all = topicsOf(topic ?? (isWhole ? asTopic : undefined)).flatMap((name) =>
    partsOf(topicOf(name, source)).map((entry) => ({ topic: name, entry })),
  )
  // An exact name comes first; those that have a word only in their details, or in an example, come last.
  const rank = ({ topic: name, entry }: (typeof all)[number]): number => {
    if (isNamed(entry, words)) return 0
    const said = `${name} ${titleOf(entry)} ${isReadme(name) ? '' : entry.text}`.toLowerCase()
    return words.split(/\s+/).every((word) => said.includes(word.toLowerCase())) ? 1 : 2
  }
  const entries = all
    .filter(({ entry }) => isWhole || isNamed(entry, words) || hasWords(entry, words))
    .toSorted((a, b) => rank(a) - rank(b))
  const brief = (some: typeof entries, head: string) =>
    listAnswer(
      head,
      'data',
      some.map((one) => ({
        topic: one.topic,
        name: titleOf(one.entry),
        text: one.entry.text.slice(0, 200),
      })),
      {},
      (one) => `${one.topic}: ${one.name}: ${one.text}`,
    )
  const [first, ...rest] = entries
  if (first !== undefined && entries.filter(({ entry }) => isNamed(entry, words)).length === 1) {
    const after = rest.length === 0 ? '' : `; after it, ${counted(rest.length, 'other')} with these words`
    const whole = recordAnswer(`${first.topic}: ${first.entry.name}${after}`, entryData(first.entry))
    const { pieces } = brief(rest, '')
    return { ...whole, pieces: [...whole.pieces, ...pieces.map((piece) => ({ ...piece, list: 'others' }))] }
  }
  if (entries.length > 0)
    return brief(
      entries,
      `${counted(entries.length, 'entry', 'entries')}; its exact name as query gives an entry in full`,
    )
  const names = all.flatMap(({ entry: { name } }) => (name.includes(' ') ? [] : [name]))
  const near = nearest(words, [...new Set(names)], 3)
  throw new ToolError(
    near.length === 0
      ? `nothing has all the words "${words.slice(0, 80)}": give fewer words; the topics are ${allNames.join(', ')}`
      : `nothing has "${words.slice(0, 80)}": did you mean ${near.join(', ')}?`,
  )
}

/** The request in question, or the last one of a shop that failed; without one, the last one of `call_api`. */
const failedRequest = async ({ ask, input }: ToolCall): Promise<ToolFacts> => {
  if (input.request !== undefined) return ask('GET', `/requests/${encodeURIComponent(String(input.request))}`)
  const { data } = await ask('GET', '/requests')
  const refused = objectsIn(data).filter(({ error, status }) => error !== null || status === 0)
  const by = (name: string | null) => refused.findLast(({ tool }) => tool === name)
  const failed = by(null) ?? by('call_api')
  if (failed !== undefined) return failed
  throw new ToolError('no request has failed yet: give code, such as insufficient_fund, or see list_requests')
}

const requestFacts = (request: ToolFacts): ToolFacts => ({
  request: request.id,
  call: `${request.method} ${request.path}`,
  status: request.status,
  ...fieldsOf(request.answer, 'message'),
  ...fieldsOf(request.details, 'validation_errors', 'charge_id'),
  ...fieldsOf(request, 'fault', 'warnings', 'ignored'),
})

export const explainError = async (call: ToolCall): Promise<ToolAnswer> => {
  const request = call.input.code === undefined ? await failedRequest(call) : null
  const code = String(call.input.code ?? request?.error ?? '')
  const facts = request === null ? {} : requestFacts(request)
  if (request !== null && code === '') {
    const why =
      request.status === 0
        ? 'a fault cut the connection before anything happened'
        : 'this request was not refused'
    return recordAnswer(`${request.method} ${request.path}: ${request.status}, ${why}`, facts)
  }
  const source = await call.docs()
  const entries = (['errors', 'library'] as const).flatMap((name) => partsOf(topicOf(name, source)))
  const own = entries.filter((entry) => isNamed(entry, code))
  const entry = own.find(({ label }) => label === String(request?.status)) ?? own[0]
  if (entry === undefined)
    throw new ToolError(
      `there is no error ${code.slice(0, 80)}${meant(
        code,
        entries.map(({ id }) => id),
        ['those of search_docs {"topic":"errors"}'],
      )}`,
    )
  const { name: _, text, ...details } = entryData(entry)
  return recordAnswer(`${titleOf(entry)}: ${text}`, { ...facts, ...details })
}
