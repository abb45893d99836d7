import type { Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { ScopeFields } from '../parts/scope-fields'
import { SearchField } from '../parts/search-field'
import { hintsFor } from './question'

interface BoxProps {
  readonly view: View
  /** Where it searches: the address of the page. */
  readonly path: string
  readonly among: readonly Scope[]
  readonly what: string
  /** Whether one comes to the page for it: it has the focus, and shows what can be typed. */
  readonly open?: boolean
}

/** The box for the search language, with what can be typed into it. */
export const SearchBox = ({ view, path, among, what, open = false }: BoxProps) => {
  const text = view.query.get('q') ?? ''
  const hints = hintsFor(view, among)
  return (
    <search>
      <form class="filter" method="get" action={view.at(path).split('?')[0]}>
        <ScopeFields view={view} />
        <SearchField
          view={view}
          label={`Search ${what.toLowerCase()}`}
          placeholder={`Words, or filters such as ${hints.find((hint) => hint.text.startsWith('status'))?.text ?? 'created:today'}`}
          list="search-hints"
          autofocus={open}
        />
        <datalist id="search-hints">
          {hints.map((hint) => (
            <option value={text === '' ? hint.text : `${text} ${hint.text}`}>{hint.about}</option>
          ))}
        </datalist>
        <button type="submit">Search</button>
        {text === '' ? null : (
          <a class="clear" href={view.at(path)}>
            Clear
          </a>
        )}
      </form>
      <details class="hints" id="search-help" open={open}>
        <summary>What can be searched</summary>
        <dl>
          {hints.map((hint) => (
            <div>
              <dt>
                {hint.text.includes('…') ? (
                  <code>{hint.text}</code>
                ) : (
                  <a href={view.at(path, { q: `${text} ${hint.text}`.trim() })}>
                    <code>{hint.text}</code>
                  </a>
                )}
              </dt>
              <dd class="soft">{hint.about}</dd>
            </div>
          ))}
        </dl>
      </details>
    </search>
  )
}
