import { type TopicEntry, type TopicName, type TopicSection, topicNames } from '../../docs/content'
import { topicTexts } from '../../docs/topics'
import { type Fact, Facts } from '../../facts'
import type { View } from '../frame/view'
import { Code, Value } from '../parts/layout'
import { Machine } from '../parts/machine'
import { State } from '../parts/values'

/** A text of the documentation: code is between backticks. */
export const Text = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</>
)

export const Paragraphs = ({ text }: { readonly text: string }) => (
  <>
    {text.split('\n\n').map((one) => (
      <p>
        <Text text={one} />
      </p>
    ))}
  </>
)

const labelOf = (label: string) =>
  /^[45]\d\d$/.test(label) ? <State of={label} tone="bad" /> : <span class="state">{label}</span>

const entryLine = ({ id, name, copied, label, text, facts = [], commands = [] }: TopicEntry) => {
  const isShort = facts.length + commands.length === 0
  return (
    <li class={isShort ? 'docs-entry short' : 'docs-entry'} id={id}>
      <h3>
        {label === undefined ? null : labelOf(label)}{' '}
        {copied === undefined ? <code>{name}</code> : <Value text={name} what={copied} copied={copied} />}
      </h3>
      {text === '' ? null : (
        <p>
          <Text text={text} />
        </p>
      )}
      {facts.length === 0 ? null : (
        <Facts
          look="facts docs-facts"
          of={facts.map(([fact, words]): Fact => [fact, <Text text={words} />])}
        />
      )}
      {commands.length === 0 ? null : <Code text={commands.join('\n')} what={`the commands for ${name}`} />}
    </li>
  )
}

/** A section of a topic, whose entries can be linked to and searched. */
export const docsSection = ({ id, title, text, machine, sample, entries }: TopicSection) => (
  <section class="docs-section" id={id}>
    <h2>{title}</h2>
    {text === undefined ? null : <Paragraphs text={text} />}
    {machine === undefined ? null : (
      <div class="scroll">
        <Machine machine={machine} />
      </div>
    )}
    {sample === undefined ? null : <Code text={sample} what={`the example of ${title}`} />}
    {entries.length === 0 ? null : <ul class="docs-entries">{entries.map(entryLine)}</ul>}
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

/** The place of a topic. Operations are the first page. */
export const placeOfTopic = (name: TopicName): string => (name === 'api' ? '/docs' : `/docs/${name}`)

export const menu = (view: View, here: TopicName) => (
  <nav class="tabs" aria-label="Topics of the documentation">
    {topicNames.map((name) => (
      <a href={view.at(placeOfTopic(name))} aria-current={name === here ? 'page' : undefined}>
        {topicTexts[name].title}
      </a>
    ))}
  </nav>
)
