import { isObject } from '../../../kernel/json'
import { isPageKind, type PageKind } from '../../../sandbox/records/records'
import { waitsForPayer } from '../../../service/resources/charge/machine'
import { kindOfId } from '../../../service/resources/registry'
import { payerPathOf } from '../../payers/address'
import type { View } from '../frame/view'

/** The kind of the record that has this id, such as `charges`; `null` where it has no page. */
export const pageKindOf = (id: string): PageKind | null => {
  const name = kindOfId(id)?.reader?.name ?? ''
  return isPageKind(name) ? name : null
}

/** The id of a record, which leads to its page. */
export const RecordLink = ({ view, id }: { readonly view: Pick<View, 'at'>; readonly id: string }) => {
  const kind = pageKindOf(id)
  if (kind === null) return <code class="id">{id}</code>
  return (
    <a class="id" href={view.at(`/records/${kind}/${encodeURIComponent(id)}`)}>
      {id}
    </a>
  )
}

/** The page where the payer of a charge answers; `null` unless it waits for one. */
export const payerAddress = ({ sandbox, world }: View, charge: string): string | null => {
  const row = world.charges.get(charge)
  const path = row !== undefined && waitsForPayer(row) ? payerPathOf(row) : null
  return path === null ? null : `${sandbox.url}${path}`
}

export const PayerLink = ({ view, charge }: { readonly view: View; readonly charge: string }) => {
  const address = payerAddress(view, charge)
  return address === null ? null : <a href={address}>payer’s page</a>
}

/** Metadata on one line, such as `order A-1001, channel web`; empty where there is none. */
export const metadataText = (metadata: unknown): string =>
  !isObject(metadata)
    ? ''
    : Object.entries(metadata)
        .slice(0, 3)
        .map(([name, value]) => `${name} ${isObject(value) || Array.isArray(value) ? '…' : String(value)}`)
        .join(', ')

/** The id of the record that an event is about; `null` once the event is gone. */
export const subjectOfEvent = ({ world }: View, event: string): string | null =>
  world.events.get(event)?.subject.row.id ?? null

/** What that record is for, in the words of the shop, as the event carries it: `order A-1001`. */
export const purposeOfEvent = ({ world }: View, event: string): string => {
  const row: object | undefined = world.events.get(event)?.subject.row
  return row !== undefined && 'metadata' in row ? metadataText(row.metadata).slice(0, 60) : ''
}
