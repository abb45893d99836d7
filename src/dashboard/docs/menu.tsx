import { type TopicName, topicNames, topicTexts } from '../../docs/topic-names'
import type { View } from '../frame/view'

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

/** A form of GET leaves the account and the mode out unless they are among its fields. */
const scopeOf = (view: View): readonly (readonly [name: string, value: string])[] => [
  ...new URL(view.at('/'), 'http://localhost').searchParams,
]

/** Hides what does not fit while one types; the form finds the same without the script. */
export const SearchBox = ({ view, topic, label }: SearchBoxProps) => (
  <search>
    <form class="filter" method="get" action={`/_sandbox${placeOfTopic(topic)}`}>
      {scopeOf(view).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <input
        type="search"
        name="q"
        value={view.query.get('q') ?? ''}
        placeholder={label}
        aria-label={label}
        data-filter=".docs-section, .docs-entry"
        autocomplete="off"
      />
      <button type="submit">Search</button>
    </form>
  </search>
)
