import { kindOfId } from '../../../service/resources/registry'
import type { View } from '../frame/view'
import { RecordLink } from '../parts/record-link'
import { Money, State } from '../parts/values'
import { sheetOf } from './sheets/table'

/** A line about another record: its kind, id, amount and state. */
export const RecordLine = ({ view, id }: { readonly view: View; readonly id: string }) => {
  const sheet = sheetOf(kindOfId(id)?.reader?.name ?? '')
  const brief = sheet?.brief(view, id) ?? null
  return (
    <span class="brief">
      <RecordLink view={view} id={id} />
      {brief?.amount == null ? null : <Money {...brief.amount} />}
      {brief?.state == null ? null : <State of={brief.state} />}
      <span class="soft about">{brief?.about}</span>
    </span>
  )
}
