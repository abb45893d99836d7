/** Other engines, asked for what a search answers: how many there are, and the newest of them. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fromRegistry } from './registry'
import type { Doc, Search } from './search-workload'

export interface Answer {
  readonly total: number
  /** What the engine itself gives for a record: the others its number, ours the record. */
  readonly page: readonly unknown[]
}

export interface Engine {
  readonly name: string
  /** Takes in all documents. */
  readonly build: (docs: readonly Doc[]) => void
  readonly search: (search: Search) => Answer
}

const pageSize = 30

/** The highest numbers first: documents are numbered in the order of their making. */
const newest = (found: readonly number[]): Answer => {
  const page: number[] = []
  for (const doc of found) {
    const last = page[page.length - 1]
    if (page.length === pageSize && last !== undefined && doc <= last) continue
    let place = page.length
    while (place > 0 && (page[place - 1] ?? 0) < doc) place -= 1
    page.splice(place, 0, doc)
    page.length = Math.min(page.length, pageSize)
  }
  return { total: found.length, page }
}

/** What the engine cannot decide by itself is looked at document by document. */
const passes = (doc: Doc | undefined, { words, phrase, amount }: Search): boolean =>
  doc !== undefined &&
  (!phrase || doc.text.includes(words)) &&
  (amount === null || (doc.amount >= amount[0] && doc.amount <= amount[1]))

export const scan = (): Engine => {
  let texts: readonly string[] = []
  let docs: readonly Doc[] = []
  return {
    name: 'a scan over kept lower-case text',
    build: (given) => {
      docs = given
      texts = given.map(({ text }) => ` ${text.toLowerCase().replace(/[^a-z0-9_]+/g, ' ')} `)
    },
    search: (search) => {
      const { words, phrase, amount } = search
      const wanted = (phrase ? [words] : words.split(' '))
        .filter((word) => word !== '')
        .map((word) => ` ${word} `)
      const found: number[] = []
      texts.forEach((text, i) => {
        if (!wanted.every((word) => text.includes(word))) return
        if (amount === null || passes(docs[i], { words: '', phrase: false, amount })) found.push(i)
      })
      return newest(found)
    },
  }
}

type Modules = ReturnType<typeof createRequire>

interface MiniSearch {
  addAll(docs: readonly Doc[]): void
  search(query: unknown, options: object): readonly { readonly id: number }[]
}

const minisearch = (modules: Modules): Engine => {
  const Made = modules('minisearch') as (new (options: object) => MiniSearch) & { readonly wildcard: unknown }
  let index: MiniSearch
  let docs: readonly Doc[] = []
  return {
    name: 'minisearch',
    build: (given) => {
      docs = given
      index = new Made({ fields: ['text'] })
      index.addAll(given)
    },
    search: (search) => {
      const checked = search.phrase || search.amount !== null
      const filter = checked ? { filter: ({ id }: { id: number }) => passes(docs[id], search) } : {}
      const query = search.words === '' ? Made.wildcard : search.words
      return newest(index.search(query, { combineWith: 'AND', ...filter }).map(({ id }) => id))
    },
  }
}

interface FlexIndex {
  add(id: number, text: string): void
  search(query: string, options: object): readonly number[]
}

const flexsearch = (modules: Modules): Engine => {
  const { Index } = modules('flexsearch') as { readonly Index: new (options: object) => FlexIndex }
  let index: FlexIndex
  let docs: readonly Doc[] = []
  return {
    name: 'flexsearch',
    build: (given) => {
      docs = given
      const encode = (text: string): readonly string[] => text.toLowerCase().split(/\W+/)
      index = new Index({ tokenize: 'strict', resolution: 1, encode })
      for (const { id, text } of given) index.add(id, text)
    },
    search: (search) => {
      const { words, phrase, amount } = search
      // It has no ranges: without a word all documents are looked at.
      const all = words === '' ? docs.map(({ id }) => id) : index.search(words, { limit: docs.length })
      return newest(phrase || amount !== null ? all.filter((id) => passes(docs[id], search)) : all)
    },
  }
}

interface Orama {
  create(options: object): object
  insertMultiple(index: object, docs: readonly object[], batch: number): unknown
  search(
    index: object,
    options: object,
  ): { readonly count: number; readonly hits: readonly { readonly id: string }[] }
}

const orama = (modules: Modules): Engine => {
  const { create, insertMultiple, search } = modules('@orama/orama') as Orama
  let index: object
  let docs: readonly Doc[] = []
  return {
    name: 'orama',
    build: (given) => {
      docs = given
      index = create({ schema: { text: 'string' } })
      const texts = given.map(({ id, text }) => ({ id: String(id), text }))
      insertMultiple(index, texts, texts.length)
    },
    search: (wanted) => {
      const { words, phrase, amount } = wanted
      const checked = phrase || amount !== null
      // Its own ranges, and its own order by time, would take seconds.
      if (words === '') return newest(docs.flatMap((doc) => (passes(doc, wanted) ? [doc.id] : [])))
      const limit = checked ? docs.length : pageSize
      const { count, hits } = search(index, { term: words, properties: ['text'], threshold: 0, limit })
      const found = hits.map(({ id }) => Number(id))
      return checked ? newest(found.filter((id) => passes(docs[id], wanted))) : { total: count, page: found }
    },
  }
}

const versions = ['minisearch@7.2.0', 'flexsearch@0.8.212', '@orama/orama@3.1.18']

export const peers = (): readonly (() => Engine)[] => {
  const modules = createRequire(join(fromRegistry(...versions), 'all.js'))
  return [() => minisearch(modules), () => flexsearch(modules), () => orama(modules)]
}
