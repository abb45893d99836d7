import { type Row, sequenceOf } from '../../../kernel/collection'
import { searchable, time } from '../../search/scope'

/** There are no receipts (assumption `receipts`): the scope is known and always empty. */
export const receiptSearch = searchable<Row>({
  scope: 'receipt',
  object: 'receipt',
  rows: () => sequenceOf<Row>([]),
  kept: () => null,
  filters: { created: time((receipt) => receipt.createdAt) },
  queries: { id: (receipt) => receipt.id },
})
