import { type Collection, type Row, rowsOf } from '../../../kernel/collection'
import { type PageKind, pageKinds, rowsOfKind } from '../../../sandbox/records/records'
import { tables } from '../../../service/resources/models'
import type { View } from '../frame/view'
import { Section } from '../parts/layout'
import { RecordLink, subjectOfEvent } from '../parts/links'
import { Money, State } from '../parts/values'
import { oneOf, showById, titleOf } from './record-view'

/** A line about another record: its id, amount, state and title. */
export const RecordLine = ({ view, id }: { readonly view: View; readonly id: string }) => {
  const { amount = null, state = null, title } = showById(view, id) ?? {}
  return (
    <span class="brief">
      <RecordLink view={view} id={id} />
      {amount === null ? null : <Money {...amount} />}
      {state === null ? null : <State of={state} />}
      <span class="soft about">{title}</span>
    </span>
  )
}

/** The records of a kind that name another one, by the index of their table that has its id. */
export const rowsNaming = ({ world }: Pick<View, 'world'>, kind: PageKind, owner: string): readonly Row[] => {
  if (!(kind in tables)) return []
  const table = kind as keyof typeof tables
  const rows = world[table] as object as Collection<Row, string>
  const indexes = Object.keys(tables[table].by).map((index) => rowsOf(rows.by(index, owner)))
  return indexes.find(({ length }) => length > 0) ?? []
}

/** The ids in a row, also in a list or an object of it. */
const idsIn = (value: unknown, depth = 2): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((one) => idsIn(one, depth - 1))
}

/** The most related records of one kind on the page of a record. */
const shown = 10

/** The records that a record names, and those that name it, with a link to the rest where there are more of a kind. */
export const relatedRecords = (view: View, kind: PageKind, id: string) => {
  const texts = [...idsIn(rowsOfKind(view.world, kind)?.get(id)), subjectOfEvent(view, id) ?? '']
  const lists = pageKinds.flatMap((other) => {
    const named = texts.filter(
      (text) => text !== id && rowsOfKind(view.world, other)?.get(text) !== undefined,
    )
    const rows = rowsNaming(view, other, id)
    const newest = rows.slice(-shown).map((row) => row.id)
    const ids = [...new Set([...newest.toReversed(), ...named])]
    return ids.length === 0 ? [] : [{ other, ids, total: rows.length }]
  })
  if (lists.length === 0) return null
  return (
    <Section name="Related">
      <dl class="facts related">
        {lists.map(({ other, ids, total }) => (
          <>
            <dt>{ids.length === 1 ? oneOf(other) : titleOf(other)}</dt>
            <dd>
              <ul class="plain">
                {ids.map((one) => (
                  <li>
                    <RecordLine view={view} id={one} />
                  </li>
                ))}
              </ul>
              {total > ids.length ? (
                <a href={view.at(`/records/${other}`, { of: id })}>All {total.toLocaleString('en')}</a>
              ) : null}
            </dd>
          </>
        ))}
      </dl>
    </Section>
  )
}
