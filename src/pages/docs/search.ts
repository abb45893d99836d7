import { nearest } from '../../kernel/text'
import { evidenceWords } from '../../service/evidence'
import { allNames, type DocsSource, entriesIn, isReadme, type Topic, type TopicEntry } from './content'
import { isMoves } from './read'
import { topicOf } from './topics'

/** What a search can find: a README without sections as a whole, sections by their title and text, and entries. */
export const partsOf = ({ name, title, text, sections }: Topic): readonly TopicEntry[] => [
  ...(sections.length === 0 ? [{ id: name, name: title, text }] : []),
  ...sections.flatMap(({ id, title, blocks }) => {
    const text = blocks.filter((block) => typeof block === 'string' && !isMoves(block)).join('\n\n')
    return text === '' ? [] : [{ id, name: title, text }]
  }),
  ...sections.flatMap(entriesIn),
]

const searchable = ({ name, label = '', text, facts = [] }: TopicEntry): string =>
  [label, name, text, ...facts.flat()].join(' ').replaceAll('`', '').toLowerCase()

const isEvidence = (word: string): boolean => evidenceWords.some((one) => one === word)

/** Words of a question that say nothing of its subject. */
const fillers = new Set(
  'a an and are can do does for how i in is it my of on the to what when why with'.split(' '),
)

/** The words to look for; a query of nothing but fillers is looked for as it is. */
const wordsOf = (query: string): readonly string[] => {
  const words = query.toLowerCase().trim().replace(/\?$/, '').split(/\s+/)
  const subject = words.filter((word) => !fillers.has(word))
  return subject.length > 0 ? subject : [words.join(' ')]
}

/** Whether an entry contains every word. Of a choice `guessed` finds what is marked so, not what says the word. */
export const hasWords = (entry: TopicEntry, query: string): boolean => {
  const text = searchable(entry)
  const { evidence } = entry
  return wordsOf(query).every((word) =>
    evidence !== undefined && isEvidence(word) ? evidence.known === word : text.includes(word),
  )
}

const isNamed = ({ id, name }: TopicEntry, query: string): boolean => id === query || name === query

/** Whether an entry of the topic has this whole name, as the code of an error is. */
export const hasEntry = ({ sections }: Topic, name: string): boolean =>
  sections.flatMap(entriesIn).some((entry) => isNamed(entry, name))

/** What has every word. A query that is a whole name finds what has that name alone. */
export const found = (topic: Topic, query: string): readonly TopicEntry[] => {
  const parts = partsOf(topic)
  const named = parts.filter((part) => isNamed(part, query))
  return named.length > 0 ? named : parts.filter((part) => hasWords(part, query))
}

/** The topic or the part of one whose name is nearest to what nothing has. */
export const nearestPart = (query: string, source: DocsSource) => {
  const all = allNames.flatMap((topic) => [
    { topic, id: topic, name: topic },
    ...partsOf(topicOf(topic, source)).map(({ id, name }) => ({ topic, id, name })),
  ])
  const [near] = nearest(query, [...new Set(all.map(({ name }) => name))], 1)
  return all.find(({ name }) => name === near)
}

/** A topic with what is found in it, and the texts of its sections. A section is whole where the query is its name. */
export const narrow = (topic: Topic, query: string): Topic => {
  if (query.trim() === '') return topic
  const ids = found(topic, query).map(({ id }) => id)
  const sections = topic.sections.flatMap((section) => {
    const { id, title } = section
    if (ids.includes(id) && (id === query || title === query)) return [section]
    const blocks = section.blocks.filter((block) =>
      typeof block === 'string' ? !isMoves(block) : ids.includes(block.id),
    )
    const shown = { ...section, blocks }
    return ids.includes(id) || entriesIn(shown).length > 0 ? [shown] : []
  })
  return { ...topic, sections, text: isReadme(topic.name) && !ids.includes(topic.name) ? '' : topic.text }
}
