import type { View } from '../frame/view'

interface SearchFieldProps {
  readonly view: View
  /** For those who hear the page. */
  readonly label: string
  readonly placeholder: string
  /** The id of a list of what can be typed. */
  readonly list?: string
  /** Which elements of the page the script hides while one types. */
  readonly filters?: string
  readonly autofocus?: boolean
}

/** The field of a search or a filter. The key `/` leads to it from anywhere on the page. */
export const SearchField = ({ view, label, filters, ...field }: SearchFieldProps) => (
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
)
