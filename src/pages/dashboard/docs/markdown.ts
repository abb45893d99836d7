import { allNames, code, type Topic, type TopicName, topicMeant } from '../../docs/content'
import { asMarkdown, withEntries } from '../../docs/entry'
import { foundText, topicText } from '../../docs/markdown'
import { narrow, partsOf } from '../../docs/search'
import { topicOf } from '../../docs/topics'
import type { View } from '../frame/view'
import { formIn, unknownEntry, unknownPage, unknownTopic } from './source'

/** The pages of the documentation as Markdown. */

/** The operations in a line each, with the address of all that there is about it. */
const operationsText = (view: View, name: 'api' | 'control'): string => {
  const { sections, ...topic } = topicOf(name, view.docs)
  const folder = name === 'api' ? 'operations' : 'control'
  const short = sections.map((section) =>
    withEntries(section, ({ id, name: path, label = '', text }) => ({
      id,
      name: path,
      label,
      text: `${text} ${code(`/_sandbox/docs/${folder}/${id}.md`)}`,
    })),
  )
  return foundText({ ...topic, sections: short })
}

/** Links to the projects of examples are those of their pages. */
const pageText = (view: View, name: TopicName): string =>
  name === 'api' || name === 'control'
    ? operationsText(view, name)
    : topicText(name, view.docs).replace(/(?<=\]\([\w-]+)\/README\.md(?=\))/g, '.md')

/** @throws SandboxError `not_found` with the nearest name */
const entryIn = (view: View, topic: Topic, id: string): string => {
  const parts = partsOf(topic)
  if (!parts.some((part) => part.id === id || part.name === id)) {
    const names = parts.map((part) => part.id)
    const otherwise = `: ${view.at(`/docs/${topic.name}.md`)} has all`
    throw unknownEntry(`there is no ${id.slice(0, 80)} in ${topic.name}`, id, names, otherwise)
  }
  return foundText({ ...narrow(topic, id), text: '' })
}

const objectText = (view: View, id: string): string => {
  const fields = formIn(view, id).map(({ name, type, text }) =>
    asMarkdown({ id: name, name, text: `${type}. ${text}` }),
  )
  return foundText({ name: id, title: id, text: '', sections: [{ id, title: 'Fields', blocks: fields }] })
}

const without = (text: string): string => text.replace(/\.md$/, '')

/** The page of a view as Markdown. @throws SandboxError `not_found` */
export const docsMarkdown = (view: View): string => {
  const { topic, id } = view.params
  if (topic === undefined) return operationsText(view, view.query.get('of') === 'control' ? 'control' : 'api')
  if (id === undefined) {
    const name = topicMeant(without(topic))
    if (name !== undefined) return pageText(view, name)
    throw unknownTopic(without(topic))
  }
  const name = without(id)
  if (topic === 'objects') return objectText(view, name)
  const owner = topic === 'operations' ? 'api' : topicMeant(topic)
  if (owner !== undefined) return entryIn(view, topicOf(owner, view.docs), name)
  throw unknownPage(view, [...allNames, 'operations', 'objects'])
}
