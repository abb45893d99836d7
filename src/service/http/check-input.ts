import * as z from 'zod/mini'
import { type ErrorName, failInvalid } from '../../kernel/errors'
import { partsOf } from '../../kernel/schema'
import { cutName } from '../../kernel/text'
import { withoutNulls } from '../../kernel/wire'
import type { Parameters } from './form'

/** Parameters after their schema, or what is wrong with them. */
export type CheckedInput<T = unknown> = z.core.util.SafeParseResult<T>

/** Without code made for each schema, as most tests check a few values with each. */
export const checkInput = <T>(schema: z.core.$ZodType<T>, given: Parameters): CheckedInput<T> =>
  z.safeParse(schema, withoutNulls(given), { jitless: true })

/** @throws ApiError that names every parameter that the schema refuses */
export const acceptInput = <T>(result: CheckedInput<T>, refusal: ErrorName): T => {
  if (result.success) return result.data
  throw refuseInput(result.error, refusal)
}

/** Checks the parameters. @throws ApiError that names every field that the schema refuses */
export const parseInput = <T>(schema: z.core.$ZodType<T>, input: Parameters, refusal: ErrorName): T =>
  acceptInput(checkInput(schema, input), refusal)

const refuseInput = ({ issues }: z.core.$ZodError, refusal: ErrorName): Error => {
  const flaws = issues.flatMap(innermost).map(flawOf)
  const own = flaws[0]?.error
  const agreed = own !== undefined && flaws.every((flaw) => flaw.error === own) ? own : refusal
  return failInvalid(
    agreed,
    flaws.map((flaw) => flaw.problem),
  )
}

/** A form has '' for the null of JSON: both remove a removable value. */
export const emptied = (input: Parameters, removable: readonly string[]): Parameters => {
  const nulls = removable.filter((name) => input[name] === null)
  return nulls.length === 0 ? input : { ...input, ...Object.fromEntries(nulls.map((name) => [name, ''])) }
}

/** For a parameter that may be an id or an object, the problems of the object are more helpful. */
const innermost = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  const inner = issue.errors[issue.errors.length - 1] ?? []
  return inner.map((part) => ({ ...part, path: [...issue.path, ...part.path] }))
}

const flawOf = (issue: z.core.$ZodIssue) => {
  const params: Record<string, unknown> = issue.code === 'custom' ? (issue.params ?? {}) : {}
  const last = issue.path[issue.path.length - 1] ?? 'request'
  // An index needs the name of its list: `webhook_endpoints[1]`.
  const label = typeof last === 'number' ? fieldOf(issue.path) : String(last)
  const text = issue.code === 'custom' ? issue.message : 'is invalid'
  return {
    problem: {
      field: fieldOf(issue.path),
      code: typeof params.code === 'string' ? params.code : 'invalid',
      message: params.whole === true ? text : `${label} ${text}`,
    },
    error: params.error as ErrorName | undefined,
  }
}

/** `card[number]`, as in a form. */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join('')

/** The parameters that a schema knows: by name, or those of each item of a list. */
type Known = { readonly members: ReadonlyMap<string, z.core.$ZodType> } | { readonly items: z.core.$ZodType }

const knownBySchema = new WeakMap<z.core.$ZodType, Known | null>()

/** `null` for a schema that takes any value. */
const knownOf = (schema: z.core.$ZodType): Known | null => {
  const found = knownBySchema.get(schema)
  if (found !== undefined) return found
  const known = readKnown(schema)
  knownBySchema.set(schema, known)
  return known
}

const readKnown = (schema: z.core.$ZodType): Known | null => {
  const { members, items, forms } = partsOf(schema)
  if (members !== null) return { members: new Map(Object.entries(members)) }
  if (items !== null) return { items }
  // Of an id or an object only the object has parameters.
  for (const form of forms) {
    const known = knownOf(form)
    if (known !== null) return known
  }
  return null
}

/** The parameters that the schema does not have, for the header `Sandbox-Ignored-Params`: long names are cut. */
export const ignoredParams = (
  schema: z.core.$ZodType,
  input: Parameters,
  prefix = '',
  ignored: string[] = [],
): readonly string[] => {
  const known = knownOf(schema)
  if (known === null) return ignored
  for (const name in input) {
    const value = input[name]
    const field = prefix === '' ? name : `${prefix}[${name}]`
    const inner = 'items' in known ? known.items : known.members.get(name)
    if (inner === undefined) ignored.push(cutName(field))
    else if (typeof value === 'object' && value !== null)
      ignoredParams(inner, value as Parameters, field, ignored)
  }
  return ignored
}
