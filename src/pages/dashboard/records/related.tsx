import { latest } from '../../../kernel/collection'
import { kindOfId } from '../../../service/resources/registry'
import type { View } from '../frame/view'
import { RecordLink } from '../parts/links'
import { Money, State } from '../parts/values'
import type { Related, RelatedRows, Sheet } from './sheets/sheet'
import { sheetOf } from './sheets/table'

/** The name of the reader of a kind, such as `charges`. */
const kindOf = (id: string): string => kindOfId(id)?.reader?.name ?? ''

/** A line about another record: its kind, id, amount and state. */
export const RecordLine = ({ view, id }: { readonly view: View; readonly id: string }) => {
  const sheet = sheetOf(kindOf(id))
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

/** The most related records of one sort on the page of a record. */
const shown = 10

const isMany = (records: Related[1]): records is RelatedRows => !Array.isArray(records)

/** The newest first. */
const idsOf = (records: Related[1]): readonly string[] =>
  isMany(records)
    ? [...latest(records, shown, ({ id }) => id)].reverse()
    : records.filter((id) => id !== null)

/** All records of a kind that belong to another record; `null` where there is no such relation. */
export const rowsRelatedTo = (view: View, kind: string, owner: string): RelatedRows | null => {
  const found = (sheetOf(kindOf(owner))?.related(view, owner) ?? []).find(
    ([, records]) => isMany(records) && idsOf(records).some((id) => kindOf(id) === kind),
  )
  return found !== undefined && isMany(found[1]) ? found[1] : null
}

/** What belongs to a record, with a link to the rest where there is more than the page shows. */
export const relatedRecords = (view: View, id: string, sheet: Sheet) => {
  const related = sheet
    .related(view, id)
    .map(([name, records]) => ({ name, records, ids: idsOf(records) }))
    .filter(({ ids }) => ids.length > 0)
  if (related.length === 0) return null
  return (
    <section>
      <h3>Related</h3>
      <dl class="facts related">
        {related.map(({ name, records, ids }) => (
          <>
            <dt>{name}</dt>
            <dd>
              <ul class="plain">
                {ids.map((one) => (
                  <li>
                    <RecordLine view={view} id={one} />
                  </li>
                ))}
              </ul>
              {records.length > ids.length && isMany(records) ? (
                <a href={view.at(`/records/${kindOf(ids[0] ?? '')}`, { of: id })}>
                  All {records.length.toLocaleString('en')}
                </a>
              ) : null}
            </dd>
          </>
        ))}
      </dl>
    </section>
  )
}
