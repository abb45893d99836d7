import { kindOfId } from '../../../service/resources/registry'
import type { View } from '../frame/view'

/** The place of the record that has this id, such as `/records/charges/chrg_test_1`; `null` where it has none. */
const placeOfId = (id: string): string | null => {
  const name = kindOfId(id)?.reader?.name
  return name === undefined || name === 'webhookSecrets' ? null : `/records/${name}/${encodeURIComponent(id)}`
}

/** The id of a record, which leads to its page. */
export const RecordLink = ({ view, id }: { readonly view: Pick<View, 'at'>; readonly id: string }) => {
  const place = placeOfId(id)
  if (place === null) return <code class="id">{id}</code>
  return (
    <a class="id" href={view.at(place)}>
      {id}
    </a>
  )
}
