import type { PageKind } from '../../../sandbox/records/records'
import type { View } from '../frame/view'
import { type ColumnHead, Table } from '../parts/layout'
import { Moment, Money, State } from '../parts/values'
import { headsOf, oneOf, type RecordView, showById } from './record-view'

interface RecordTableProps {
  readonly view: View
  readonly name: string
  readonly ids: readonly string[]
  /** Default: they are of many kinds. */
  readonly kind?: PageKind
}

/**
 * A table of records. Those of one kind have its further columns, and leave out amount and state where no record of the
 * page has one; those of many kinds name theirs.
 */
export const RecordTable = ({ view, name, ids, kind }: RecordTableProps) => {
  const records = ids.flatMap((id) => showById(view, id) ?? [])
  const isMixed = kind === undefined
  const hasAmount = isMixed || records.some(({ amount }) => amount !== null)
  const hasState = isMixed || records.some(({ state }) => state !== null)
  const heads: readonly ColumnHead[] = [
    ...(isMixed ? [['Kind'] as const] : []),
    ...(hasAmount ? [['Amount', 'number'] as const] : []),
    ...(hasState ? [['State'] as const] : []),
    ['About'],
    ...(isMixed ? [] : headsOf(kind).map((head) => [head, 'extra'] as const)),
    ['Created', 'when'],
    ['Id', 'extra record-id'],
  ]
  const query = isMixed ? {} : Object.fromEntries(view.query)
  const row = ({ id, kind: own, amount, state, title, failure, createdAt, cells }: RecordView) => (
    <tr id={`row-${id}`} aria-current={view.params.id === id ? 'true' : undefined}>
      {isMixed ? <td>{oneOf(own)}</td> : null}
      {hasAmount ? <td class="number">{amount === null ? null : <Money {...amount} />}</td> : null}
      {hasState ? <td>{state === null ? null : <State of={state} />}</td> : null}
      <td class="about">
        <a href={view.at(`/records/${own}/${id}`, query)}>{title || <code>{id}</code>}</a>
        {failure === null ? null : <small class="bad">{failure}</small>}
      </td>
      {isMixed ? null : cells().map((cell) => <td class="extra">{cell}</td>)}
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
