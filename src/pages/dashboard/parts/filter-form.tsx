import type { View } from '../frame/view'
import { ScopeFields } from './scope-fields'
import { SearchField } from './search-field'

/** One of a few values of a filter, by its name in the address. */
export interface FilterChoice {
  readonly name: string
  /** For those who hear the page. */
  readonly label: string
  /** The first one means no filter, and has no value. */
  readonly options: readonly (readonly [value: string, text: string])[]
}

interface FilterFormProps {
  readonly view: View
  /** Below `/_sandbox`. */
  readonly path: string
  readonly placeholder: string
  readonly choices: readonly FilterChoice[]
}

const Choice = ({ view, name, label, options }: FilterChoice & Pick<FilterFormProps, 'view'>) => (
  <select name={name} aria-label={label}>
    {options.map(([value, text]) => (
      <option value={value} selected={(view.query.get(name) ?? '') === value}>
        {text}
      </option>
    ))}
  </select>
)

/** A text and a few choices that narrow a stream; they are part of the address. */
export const FilterForm = ({ view, path, placeholder, choices }: FilterFormProps) => (
  <search>
    <form class="filter" method="get" action={`/_sandbox${path}`}>
      <ScopeFields view={view} />
      <SearchField view={view} label="Text" placeholder={placeholder} />
      {choices.map((choice) => (
        <Choice view={view} {...choice} />
      ))}
      <button type="submit">Filter</button>
    </form>
  </search>
)
