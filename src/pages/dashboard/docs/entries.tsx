import { machines } from '../../../service/resources/models'
import { type TopicEntry, type TopicName, type TopicSection, topicNames } from '../../docs/content'
import { isMoves } from '../../docs/read'
import { topicTexts } from '../../docs/topics'
import { type Fact, Facts } from '../../facts'
import type { View } from '../frame/view'
import { Code, Value } from '../parts/layout'
import { Machine } from '../parts/machine'
import { State } from '../parts/values'
import { Text, Words } from './text'

const labelOf = (label: string) =>
  /^[45]\d\d$/.test(label) ? <State of={label} tone="bad" /> : <span class="state">{label}</span>

const entryLine = (view: View, entry: TopicEntry) => {
  const { id, name, copied, label, text, facts = [], commands = [] } = entry
  const isShort = facts.length + commands.length === 0 && !text.includes('\n')
  return (
    <li class={isShort ? 'docs-entry short' : 'docs-entry'} id={id}>
      <h3>
        {label === undefined ? null : labelOf(label)}{' '}
        {copied === undefined ? <code>{name}</code> : <Value text={name} what={copied} copied={copied} />}
      </h3>
      {text === '' ? null : <Text of={text} title={name} view={view} />}
      {facts.length === 0 ? null : (
        <Facts
          look="facts docs-facts"
          of={facts.map(([fact, words]): Fact => [fact, <Words of={words} view={view} />])}
        />
      )}
      {commands.length === 0 ? null : <Code text={commands.join('\n')} what={`the commands for ${name}`} />}
    </li>
  )
}

/** Entries that follow each other are one list. */
const blockGroups = (blocks: TopicSection['blocks']): readonly (string | readonly TopicEntry[])[] => {
  const groups: (string | TopicEntry[])[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (typeof block === 'string') groups.push(block)
    else if (Array.isArray(last)) last.push(block)
    else groups.push([block])
  }
  return groups
}

/** The machine of a section, drawn in place of its moves. */
const drawing = (section: string) => {
  const machine = Object.values(machines).find(({ name }) => name === section)
  if (machine === undefined) throw new Error(`no machine has the name of the section ${section}`)
  return (
    <div class="scroll">
      <Machine machine={machine} />
    </div>
  )
}

/** A section of a topic, whose entries can be linked to and searched. */
export const docsSection = (view: View, { id, title, blocks }: TopicSection) => (
  <section class="docs-section" id={id}>
    <h2>{title}</h2>
    {blockGroups(blocks).map((group) => {
      if (typeof group !== 'string')
        return <ul class="docs-entries">{group.map((entry) => entryLine(view, entry))}</ul>
      return isMoves(group) ? drawing(id) : <Text of={group} title={title} view={view} />
    })}
  </section>
)

/** Links to the sections of a long topic. */
export const contents = (sections: readonly TopicSection[]) =>
  sections.length < 3 ? null : (
    <nav class="toc" aria-label="Sections">
      {sections.map(({ id, title }) => (
        <a href={`#${id}`}>{title}</a>
      ))}
    </nav>
  )

export const placeOfTopic = (name: TopicName): string => `/docs/${name}`

/** The projects are reached from the first page, which is no topic, and from that of examples. */
export const menu = (view: View, here: TopicName | null) => (
  <nav class="tabs" aria-label="Topics of the documentation">
    <a href={view.at('/docs')} aria-current={here === null ? 'page' : undefined}>
      How to
    </a>
    {[...topicNames, 'examples' as const, 'fixtures' as const].map((name) => (
      <a href={view.at(placeOfTopic(name))} aria-current={name === here ? 'page' : undefined}>
        {topicTexts[name].title}
      </a>
    ))}
  </nav>
)
