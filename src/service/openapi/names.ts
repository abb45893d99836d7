import * as z from 'zod/mini'
import type { Route } from '../http/route'

/** Names of operations in the document; the route table identifies them by method and path. */
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

/** The schema of the items of a list; `null` if the schema is not a list. */
export const itemsOf = (schema: z.core.$ZodType): z.core.$ZodType | null => {
  if (!(schema instanceof z.ZodMiniObject) || objectOf(schema) !== 'list') return null
  const data: unknown = schema.shape.data
  const array = data instanceof z.ZodMiniReadonly ? data.def.innerType : data
  return array instanceof z.ZodMiniArray ? array.def.element : null
}

/** The value of `object` in answers of this schema; the first one if it depends on the profile. */
export const objectOf = (schema: z.core.$ZodType): string | null => {
  const object: unknown = schema instanceof z.ZodMiniObject ? schema.shape.object : undefined
  return object instanceof z.ZodMiniLiteral ? String([...object._zod.values][0]) : null
}

/** The tag of an operation, from the object in its answer: `webhook_secret` -> `Webhook secret`. */
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

const verbs = { get: 'get', post: 'create', patch: 'update', delete: 'delete' } as const

const isPlural = (word: string): boolean => /[^s]s$/.test(word)

/** A readable id from the route alone: `listDisputes`, `createChargeRefund`, `markTransferAsSent`. */
const plainIdOf = (route: Route): string => {
  if (route.path === '/') return 'getSystemInfo'
  const parts = route.path.split('/').slice(1)
  const names = parts.filter((part) => !part.startsWith(':'))
  const owners = names.slice(0, -1).map(singular)
  const last = names.at(-1) ?? ''
  if (itemsOf(route.returns()) !== null)
    return camel(isPlural(last) ? ['list', ...owners, last].join(' ') : `list ${last} ${owners.join(' ')}s`)
  if (last === 'search') return camel(['search', ...owners.map((owner) => `${owner}s`)].join(' '))
  // `/charges/:id/mark_as_paid` -> `mark charge as paid`
  const [verb = '', ...rest] = last.split('_')
  const isAction = parts.at(-1) === last && parts.at(-2)?.startsWith(':') === true && !isPlural(last)
  return camel(
    (isAction ? [verb, ...owners, ...rest] : [verbs[route.method], ...owners, singular(last)]).join(' '),
  )
}

/**
 * The name of the operation in generated clients. If two methods do the same, the one of the specification gets the
 * plain name and the other one a suffix: `acceptDispute`, `acceptDisputeByPost`.
 */
export const operationIdOf = (route: Route, all: readonly Route[]): string => {
  const id = plainIdOf(route)
  const twins = all.filter((other) => other.path === route.path && plainIdOf(other) === id)
  const first = twins.find((twin) => twin.spec !== 'wire') ?? twins[0]
  return first === route || first === undefined ? id : `${id}By${pascal(route.method)}`
}
