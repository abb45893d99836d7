import { latest } from '../../../kernel/collection'
import type { Scope } from '../../../service/search/scope'
import type { View } from '../frame/view'
import { readQuestion } from './question'

/** The newest records, whose values are looked at. */
const newestMax = 1000
/** With more values than these, a filter is about names or numbers of which no list helps. */
const valuesMax = 8

/** For a search that finds nothing: each filter by a word that no record has, with the words that there are. */
export const missedValues = ({ world }: View, text: string, among: readonly Scope[]): readonly string[] =>
  Object.entries(readQuestion(text, among).filters).flatMap(([name, wanted]) => {
    const values = among.flatMap((scope) => {
      const filter = scope.filters[name]
      if (filter?.kind !== 'string') return []
      return latest(scope.rows(world), newestMax, (row) =>
        scope.finds?.(row) === false ? null : row,
      ).flatMap((row) => filter.of(row, world) ?? [])
    })
    const words = [...new Set(values.map(String))].sort()
    const isKnown = words.some((word) => word.toLowerCase() === wanted.toLowerCase())
    if (isKnown || words.length === 0 || words.length > valuesMax) return []
    return [`No ${name} is ${wanted}. There are: ${words.join(', ')}.`]
  })
