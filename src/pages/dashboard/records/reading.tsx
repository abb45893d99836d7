import type { Read } from '../../../service/search/engine'

/** What a page shows instead of the records that a search finds, until the words of all were read. It loads itself again. */
export const Reading = ({ of: { records, unread } }: { readonly of: Read }) => (
  <p class="remark wait" role="status">
    Reading the words of {records.toLocaleString('en')} records for the search:{' '}
    {Math.max(0, Math.floor((100 * (records - unread)) / records))} % so far. The page completes itself.
  </p>
)
