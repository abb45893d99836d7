import type { View } from '../frame/view'
import { type ColumnHead, Table } from '../parts/layout'
import { Moment, Money, State } from '../parts/values'
import type { Brief, Sheet } from './sheets/sheet'

interface ListedRecord {
  /** The name of its reader, such as `charges`. */
  readonly kind: string
  readonly sheet: Sheet
  readonly brief: Brief
}

/**
 * A table of records. Those of one kind have its further columns, and leave out amount and state where no record of the
 * page has one; those of many kinds name theirs.
 */
export const recordTable = (
  view: View,
  name: string,
  records: readonly ListedRecord[],
  { isMixed = false } = {},
) => {
  const hasAmount = isMixed || records.some(({ brief }) => brief.amount !== null)
  const hasState = isMixed || records.some(({ brief }) => brief.state !== null)
  const further = isMixed ? [] : (records[0]?.sheet.heads ?? [])
  const heads: readonly ColumnHead[] = [
    ...(isMixed ? ['Kind'] : []),
    ...(hasAmount ? [['Amount', 'number'] as const] : []),
    ...(hasState ? ['State'] : []),
    'About',
    ...further.map((head) => [head, 'extra'] as const),
    ['Created', 'when'],
    ['Id', 'extra record-id'],
  ]
  const query = isMixed ? {} : Object.fromEntries(view.query)
  const row = ({ kind, sheet, brief: { id, amount, state, about, failure, createdAt } }: ListedRecord) => (
    <tr id={`row-${id}`} aria-current={view.params.id === id ? 'true' : undefined}>
      {isMixed ? <td>{sheet.one}</td> : null}
      {hasAmount ? <td class="number">{amount === null ? null : <Money {...amount} />}</td> : null}
      {hasState ? <td>{state === null ? null : <State of={state} />}</td> : null}
      <td class="about">
        <a href={view.at(`/records/${kind}/${id}`, query)}>{about || id}</a>
        {failure === null ? null : <small class="bad">{failure}</small>}
      </td>
      {isMixed ? null : sheet.cells(view, id).map((cell) => <td class="extra">{cell}</td>)}
      <td class="when">
        <Moment at={createdAt} now={view.sandbox.clock.now()} />
      </td>
      <td class="extra record-id">
        <code>{id}</code>
      </td>
    </tr>
  )
  return (
    <Table name={name} look="records" heads={heads}>
      {records.map(row)}
    </Table>
  )
}
