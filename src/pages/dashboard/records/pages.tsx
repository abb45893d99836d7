import type { Child } from 'hono/jsx'
import type { Read } from '../../../service/search/engine'
import type { View } from '../frame/view'
import { hasDeliveries, ownerIn, pageIn, perPage, textIn } from './listed'
import type { PageOfMany } from './until'

interface PagesProps {
  readonly view: View
  readonly path: string
  readonly of: PageOfMany
}

/** Where this page is among all, with links to the others. The first is live; what comes moves none of the others. */
export const Pages = ({ view, path, of: { total, newer, until, atFirst } }: PagesProps) => {
  const [page, last] = [pageIn(view), Math.max(1, Math.ceil(total / perPage))]
  const query = { q: textIn(view), of: ownerIn(view), deliveries: hasDeliveries(view) ? 'shown' : null }
  const to = (number: number) =>
    view.at(path, number === 1 ? query : { ...query, page: number, until, among: atFirst })
  const step = (number: number, name: string): Child =>
    number < 1 || number > last || number === page ? (
      <span class="soft">{name}</span>
    ) : (
      <a href={to(number)}>{name}</a>
    )
  const from = (page - 1) * perPage + 1
  const left = atFirst - total
  return (
    <nav class="pages" aria-label="Pages">
      <span class="soft">
        {total === 0 || from > total ? 'None' : `${from} to ${Math.min(total, page * perPage)}`} of{' '}
        {total.toLocaleString('en')}
      </span>
      {newer === 0 ? null : <a href={to(1)}>{newer.toLocaleString('en')} newer</a>}
      {last === 1 ? null : (
        <>
          {step(page === 1 ? 0 : 1, 'First')}
          {step(page - 1, 'Newer')}
          {step(page + 1, 'Older')}
          {step(last, 'Last')}
        </>
      )}
      {left <= 0 ? null : (
        <span class="left">
          At least {left.toLocaleString('en')} {left === 1 ? 'record' : 'records'} no longer{' '}
          {left === 1 ? 'fits' : 'fit'}, and those after {left === 1 ? 'it' : 'them'} moved up.{' '}
          <a href={to(1)}>Begin anew</a>
        </span>
      )}
    </nav>
  )
}

/** What a page shows instead of the records that a search finds, until the words of all were read. It loads itself again. */
export const Reading = ({ of: { records, unread } }: { readonly of: Read }) => (
  <p class="remark wait" role="status">
    Reading the words of {records.toLocaleString('en')} records for the search:{' '}
    {Math.max(0, Math.floor((100 * (records - unread)) / records))} % so far. The page completes itself.
  </p>
)
