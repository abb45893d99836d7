import { code, isTopic, narrow, type Topic, type TopicName, topicNames } from '../../docs/content'
import { examples, llmsFullText, llmsText } from '../../docs/llms'
import { markdownOf } from '../../docs/markdown'
import type { View } from '../frame/view'
import { formIn, sourceOf, topicIn, unknownEntry, unknownTopic } from './source'

/** The pages of the documentation as Markdown. */

/** The operations in a line each, with the address of all that there is about it. */
const operationsText = (view: View, name: 'api' | 'control'): string => {
  const { sections, ...topic } = topicIn(view, name)
  const folder = name === 'api' ? 'operations' : 'control'
  const short = sections.map((section) => ({
    ...section,
    entries: section.entries.map(({ id, name: path, label = '', text }) => ({
      ...{ id, name: path, label },
      text: `${text} ${code(`/_sandbox/docs/${folder}/${id}.md`)}`,
    })),
  }))
  return markdownOf({ ...topic, sections: short }, false)
}

const topicText = (view: View, name: TopicName): string =>
  name === 'api' || name === 'control' ? operationsText(view, name) : markdownOf(topicIn(view, name), false)

/** @throws SandboxError `not_found` with the nearest name */
const entryText = (view: View, topic: Topic, id: string): string => {
  const entries = topic.sections.flatMap((section) => section.entries)
  if (!entries.some((entry) => entry.id === id || entry.name === id)) {
    const names = entries.map((entry) => entry.id)
    const otherwise = `: ${view.at(`/docs/${topic.name}.md`)} has all`
    throw unknownEntry(`there is no ${id.slice(0, 80)} in ${topic.name}`, id, names, otherwise)
  }
  return markdownOf({ ...narrow(topic, id), text: '' }, true)
}

const objectText = (view: View, id: string): string => {
  const entries = formIn(view, id).map(({ name, type, text }) => ({
    id: name,
    name,
    label: '',
    text: `${type}. ${text}`,
  }))
  return markdownOf({ name: id, title: id, text: '', sections: [{ id, title: 'Fields', entries }] }, false)
}

const without = (text: string): string => text.replace(/\.md$/, '')

/** The page of a view as Markdown. @throws SandboxError `not_found` */
export const docsMarkdown = (view: View): string => {
  const { topic, id } = view.params
  if (topic === undefined) return operationsText(view, view.query.get('of') === 'control' ? 'control' : 'api')
  if (id === undefined) {
    const name = without(topic)
    if (name === 'examples') return examples
    if (isTopic(name)) return topicText(view, name)
    throw unknownTopic(name, [...topicNames, 'examples'])
  }
  const name = without(id)
  if (topic === 'objects') return objectText(view, name)
  const owner = topic === 'operations' ? 'api' : topic
  if (isTopic(owner)) return entryText(view, topicIn(view, owner), name)
  throw unknownTopic(topic)
}

/** `llms.txt` and `llms-full.txt` of this sandbox. */
export const llmsIn = (view: View, isFull: boolean): string =>
  isFull ? llmsFullText(sourceOf(view)) : llmsText(sourceOf(view))
