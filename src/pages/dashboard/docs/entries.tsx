import {
  type TopicEntry,
  type TopicName,
  type TopicSection,
  topicNames,
  topicTexts,
} from '../../docs/content'
import type { View } from '../frame/view'
import { Code, Value } from '../parts/copy'
import { type Fact, Facts } from '../parts/detail'
import { Machine } from '../parts/machine'
import { SearchForm } from '../parts/search-form'
import { State } from '../parts/values'

/** A text of the documentation: code is between backticks. */
export const Text = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</>
)

const isError = (label: string): boolean => /^[45]\d\d$/.test(label)

const Label = ({ text }: { readonly text: string }) =>
  isError(text) ? <State of={text} tone="bad" /> : <span class="docs-label">{text}</span>

const Name = ({ entry: { name, copied } }: { readonly entry: TopicEntry }) =>
  copied === undefined ? <code>{name}</code> : <Value text={name} what={copied} copied={copied} />

const EntryLine = ({ entry }: { readonly entry: TopicEntry }) => {
  const { id, name, label, text, facts = [], commands = [] } = entry
  const isShort = facts.length + commands.length === 0
  return (
    <li class={isShort ? 'docs-entry short' : 'docs-entry'} id={id}>
      <h3>
        {label === undefined ? null : <Label text={label} />} <Name entry={entry} />
      </h3>
      {text === '' ? null : (
        <p>
          <Text text={text} />
        </p>
      )}
      {facts.length === 0 ? null : (
        <Facts of={facts.map(([fact, words]): Fact => [fact, <Text text={words} />])} />
      )}
      {commands.length === 0 ? null : <Code text={commands.join('\n')} what={`the commands for ${name}`} />}
    </li>
  )
}

/** A section of a topic, whose entries can be linked to and searched. */
export const DocsSection = ({ section }: { readonly section: TopicSection }) => {
  const { id, title, text, machine, entries } = section
  return (
    <section class="docs-section" id={id}>
      <h2>{title}</h2>
      {text === undefined ? null : (
        <p>
          <Text text={text} />
        </p>
      )}
      {machine === undefined ? null : (
        <div class="scroll">
          <Machine machine={machine} />
        </div>
      )}
      {entries.length === 0 ? null : (
        <ul class="docs-entries">
          {entries.map((entry) => (
            <EntryLine entry={entry} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Links to the sections of a long topic. */
export const Contents = ({ sections }: { readonly sections: readonly TopicSection[] }) =>
  sections.length < 3 ? null : (
    <nav class="toc" aria-label="Sections">
      {sections.map(({ id, title }) => (
        <a href={`#${id}`}>{title}</a>
      ))}
    </nav>
  )

/** The place of a topic. Operations are the first page. */
export const placeOfTopic = (name: TopicName): string => (name === 'api' ? '/docs' : `/docs/${name}`)

export const Menu = ({ view, here }: { readonly view: View; readonly here: TopicName }) => (
  <nav class="tabs" aria-label="Topics of the documentation">
    {topicNames.map((name) => (
      <a href={view.at(placeOfTopic(name))} aria-current={name === here ? 'page' : undefined}>
        {topicTexts[name].title}
      </a>
    ))}
  </nav>
)

interface SearchBoxProps {
  readonly view: View
  readonly topic: TopicName
  readonly label: string
}

/** Hides what does not fit while one types; the form finds the same without the script. */
export const SearchBox = ({ view, topic, label }: SearchBoxProps) => (
  <search>
    <SearchForm
      {...{ view, label }}
      to={`/_sandbox${placeOfTopic(topic)}`}
      placeholder={label}
      filters=".docs-section, .docs-entry"
    />
  </search>
)
