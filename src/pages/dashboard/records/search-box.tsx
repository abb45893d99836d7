import type { Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { SearchForm } from '../parts/search-form'
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
      <SearchForm
        view={view}
        to={`/_sandbox${path}`}
        label={`Search ${what.toLowerCase()}`}
        placeholder={`Words, or filters such as ${hints.find((hint) => hint.text.startsWith('status'))?.text ?? 'created:today'}`}
        list="search-hints"
        autofocus={open}
        clear={text === '' ? null : view.at(path)}
      >
        <datalist id="search-hints">
          {hints.map((hint) => (
            <option value={text === '' ? hint.text : `${text} ${hint.text}`}>{hint.about}</option>
          ))}
        </datalist>
      </SearchForm>
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
