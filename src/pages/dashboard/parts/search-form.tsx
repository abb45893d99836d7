import type { Child } from 'hono/jsx'
import type { View } from '../frame/view'

export interface SearchFormProps {
  readonly view: View
  /** Of the page that shows what is found, below `/_sandbox`. */
  readonly path: string
  /** For those who hear the page. */
  readonly label: string
  readonly placeholder: string
  /** The id of a list of what can be typed. */
  readonly list?: string
  /** Which elements of the page the script hides while one types. */
  readonly filters?: string
  /** Where the page is about it. */
  readonly autofocus?: boolean
  /** The text of the button. */
  readonly button?: string
  /** The address without a search, once there is one. */
  readonly clear?: string | null
  readonly children?: Child
}

/** A search or a filter, as part of the address. The key `/` leads to its field from anywhere on the page. */
export const SearchForm = (props: SearchFormProps) => {
  const { view, path, label, filters, button = 'Search', clear = null, children, ...field } = props
  return (
    <search>
      <form class="filter" method="get" action={`/_sandbox${path}`}>
        {/* A form of GET leaves the account and the mode out unless they are among its fields. */}
        {[...new URL(view.at('/'), 'http://localhost').searchParams].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <span class="search-field">
          <input
            type="search"
            name="q"
            value={view.query.get('q') ?? ''}
            aria-label={label}
            aria-keyshortcuts="/"
            autocomplete="off"
            spellcheck={false}
            data-filter={filters}
            {...field}
          />
          <kbd title="This key leads to the field">/</kbd>
        </span>
        {children}
        <button type="submit">{button}</button>
        {clear === null ? null : (
          <a class="clear" href={clear}>
            Clear
          </a>
        )}
      </form>
    </search>
  )
}

/** The words in the address, all of which a text must contain. */
export const filterWords = (query: URLSearchParams): readonly string[] =>
  (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)

export const hasWords = (text: string, words: readonly string[]): boolean => {
  const found = text.toLowerCase()
  return words.every((word) => found.includes(word))
}

/** One of a few values of a filter, by its name in the address. */
export interface FilterChoice {
  readonly name: string
  /** For those who hear the page. */
  readonly label: string
  /** The first one means no filter, and has no value. */
  readonly options: readonly (readonly [value: string, text: string])[]
}

interface FilterFormProps extends Pick<SearchFormProps, 'view' | 'path' | 'placeholder'> {
  readonly choices: readonly FilterChoice[]
}

/** A text and a few choices that narrow a stream. */
export const FilterForm = ({ choices, ...search }: FilterFormProps) => (
  <SearchForm {...search} label="Text" button="Filter">
    {choices.map(({ name, label, options }) => (
      <select name={name} aria-label={label}>
        {options.map(([value, text]) => (
          <option value={value} selected={(search.view.query.get(name) ?? '') === value}>
            {text}
          </option>
        ))}
      </select>
    ))}
  </SearchForm>
)
