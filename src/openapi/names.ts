import * as z from 'zod'
import type { Route } from '../http/route'

/** Names in the document for operations, which the route table identifies by method and path. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const camel = (words: string): string => {
  const name = pascal(words)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const singular = (noun: string): string => noun.replace(/(?<=[^s])s$/, '')

/** The items of a list's form; `null` where an answer is no list. */
export const itemsOf = (schema: z.ZodType): z.ZodType | null => {
  if (!(schema instanceof z.ZodObject) || objectOf(schema) !== 'list') return null
  const data: unknown = schema.shape.data
  const array = data instanceof z.ZodReadonly ? data.unwrap() : data
  return array instanceof z.ZodArray ? (array.element as z.ZodType) : null
}

/** The word under `object` in an answer of this form; the first where the profile decides which it is. */
export const objectOf = (schema: z.ZodType): string | null => {
  const object: unknown = schema instanceof z.ZodObject ? schema.shape.object : undefined
  return object instanceof z.ZodLiteral ? String([...object.values][0]) : null
}

/** The chapter of an operation: what it answers with. `webhook_secret` -> `Webhook secrets`. */
export const tagOf = (route: Route): string => {
  const answer = route.returns()
  const words = (objectOf(itemsOf(answer) ?? answer) ?? 'other').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `/customers/:id/cards/:sub_id` -> `/customers/{id}/cards/{card_id}` */
export const pathOf = (path: string): string =>
  path
    .replace(/([a-z_]+)\/:sub_id/, (_, folder: string) => `${folder}/{${singular(folder)}_id}`)
    .replace(':id', '{id}')

interface Words {
  /** The folders on the way, each in the singular: `['customer']`. */
  readonly owners: readonly string[]
  readonly last: string
  /** What stands before the last part is one record: `/charges/:id/capture`. */
  readonly ofOne: boolean
}

const wordsOf = (path: string): Words => {
  const parts = path.split('/').slice(1)
  const named = parts.filter((part) => !part.startsWith(':'))
  return {
    owners: named.slice(0, -1).map(singular),
    last: named[named.length - 1] ?? '',
    ofOne: parts[parts.length - 2]?.startsWith(':') === true,
  }
}

const readVerbs = { get: 'get', post: 'create', patch: 'update', delete: 'delete' } as const

/** `/charges/:id/mark_as_paid` -> `mark charge as paid` */
const deed = ({ owners, last }: Words): string => {
  const [verb = '', ...rest] = last.split('_')
  return [verb, ...owners, ...rest].join(' ')
}

const isPlural = (word: string): boolean => /[^s]s$/.test(word)

/** `listDisputes`, `createChargeRefund`, `markTransferAsSent`: reads well, and follows from the route alone. */
const plainIdOf = (route: Route): string => {
  if (route.path === '/') return 'getSystemInfo'
  const words = wordsOf(route.path)
  const { owners, last, ofOne } = words
  if (itemsOf(route.returns()) !== null)
    return isPlural(last)
      ? camel(['list', ...owners, last].join(' '))
      : camel(`list ${last} ${owners.join(' ')}s`)
  if (/:\w+$/.test(route.path)) return camel([readVerbs[route.method], ...owners, singular(last)].join(' '))
  if (ofOne && !isPlural(last)) return camel(deed(words))
  if (last === 'search') return camel(['search', ...owners.map((owner) => `${owner}s`)].join(' '))
  return camel([readVerbs[route.method], ...owners, singular(last)].join(' '))
}

/**
 * The operation's name in generated clients. Where two methods do the same, that of the specification has the
 * name and the other says how it differs: `acceptDispute`, `acceptDisputeByPost`.
 */
export const operationIdOf = (route: Route, all: readonly Route[]): string => {
  const id = plainIdOf(route)
  const twins = all.filter((other) => other.path === route.path && plainIdOf(other) === id)
  const first = twins.find((twin) => twin.spec !== 'wire') ?? twins[0]
  return first === route || first === undefined ? id : `${id}By${pascal(route.method)}`
}
