import type { Row, Sequence } from '../../../kernel/collection'
import { rowsOfKind } from '../../../sandbox/records/records'
import { kinds } from '../../../service/resources/registry'
import type { Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { ownEvents } from '../parts/own-events'
import { answerQuestion, scopesOfObject } from './question'
import { rowsRelatedTo } from './related'
import { atFirstIn, countSince, newestOf, type PageOfMany, untilIn } from './until'

/** Which records a page lists, by its address. */

/** Records on a page. */
export const perPage = 25

/** The page in the address, from 1 on. */
export const pageIn = ({ query }: View): number => {
  const given = Number(query.get('page') ?? '1')
  return Number.isSafeInteger(given) && given > 0 ? given : 1
}

export const textIn = ({ query }: View): string => (query.get('q') ?? '').trim().slice(0, 500)

/** The record whose records are listed, without the others; a search looks at all. */
export const ownerIn = (view: View): string | null => (textIn(view) === '' ? view.query.get('of') : null)

/** Whether events about deliveries are listed too. */
export const hasDeliveries = ({ query }: View): boolean => query.get('deliveries') === 'shown'

/** The scopes in which the records of a kind can be searched. */
export const scopesOf = (kind: string): readonly Scope[] => {
  const found = [...kinds.values()].find(({ reader }) => reader?.name === kind)
  return found === undefined ? [] : scopesOfObject(found.object)
}

interface Listed extends PageOfMany {
  readonly ids: readonly string[]
  readonly warnings: readonly string[]
  readonly refusal: string | null
}

const rowsIn = (view: View, kind: string): Sequence<Row> | null => {
  const owner = ownerIn(view)
  if (owner !== null) return rowsRelatedTo(view, kind, owner)
  return kind === 'events' && !hasDeliveries(view) ? ownEvents(view) : (rowsOfKind(view.world, kind) ?? null)
}

export const listed = (view: View, kind: string, among: readonly Scope[]): Listed => {
  const [text, skip] = [textIn(view), (pageIn(view) - 1) * perPage]
  if (text !== '' && among.length > 0) {
    const { hits, ...found } = answerQuestion(view, { text, among, skip, count: perPage })
    return { ...found, ids: hits.map(({ row }) => row.id) }
  }
  const rows = rowsIn(view, kind)
  const until = untilIn(view)
  const newer = rows === null || until === null ? 0 : countSince(until, rows)
  const total = (rows?.length ?? 0) - newer
  const count = Math.max(0, Math.min(perPage, total - skip))
  const ids = Array.from({ length: count }, (_, i) => rows?.at(total - 1 - skip - i).id ?? '')
  const newest = until?.text ?? (rows === null ? null : newestOf([rows]))
  const atFirst = atFirstIn(view, total)
  return { ids, total, newer, until: newest, atFirst, warnings: [], refusal: null }
}
