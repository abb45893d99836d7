import { type TopicName, topicNames, topicTexts } from '../../docs/topic-names'
import type { View } from '../frame/view'
import { SearchForm } from '../parts/search-form'

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
