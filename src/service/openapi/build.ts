import type { JsonSchema } from '../../kernel/schema'

interface Head {
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly components: { readonly [kind: string]: JsonSchema }
}

/** An OpenAPI 3.1 document, as plain JSON. */
export interface BuiltDocument extends Head {
  readonly openapi: '3.1.0'
  readonly tags: readonly JsonSchema[]
  readonly paths: { readonly [path: string]: JsonSchema }
}

/** One row of a table of operations as OpenAPI describes it. */
export interface Described {
  /** With `{name}` for variable parts. */
  readonly path: string
  readonly method: string
  readonly operation: JsonSchema & { readonly tags: readonly string[] }
}

/**
 * Builds the documents of the service and of the control plane, which differ only in their operations.
 * @param moreTags tags besides those of the operations
 */
export const buildDocument = <H extends Head>(
  head: H,
  operations: readonly Described[],
  moreTags: readonly string[] = [],
): BuiltDocument & H => {
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))].sort().concat(moreTags)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const { path, method, operation } of operations) paths[path] = { ...paths[path], [method]: operation }
  const document = {
    openapi: '3.1.0',
    ...head,
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
  // Removes undefined members.
  return JSON.parse(JSON.stringify(document))
}

/** `make`, which keeps its latest result: the next call with the same arguments gives it again. */
export const keepLatest = <A extends readonly unknown[], R>(
  make: (...given: A) => R,
): ((...given: A) => R) => {
  let latest: { readonly given: A; readonly made: R } | undefined
  return (...given) => {
    if (latest === undefined || given.some((one, i) => one !== latest?.given[i]))
      latest = { given, made: make(...given) }
    return latest.made
  }
}

/** The parameters in a path, such as `/charges/{id}`. */
export const pathParameters = (
  path: string,
  describe: (name: string) => string | undefined,
): readonly JsonSchema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: describe(name),
    schema: { type: 'string' },
  }))

/** The members of an object as query parameters. */
export const queryParameters = (schema: JsonSchema): readonly JsonSchema[] => {
  const required = (schema.required ?? []) as readonly string[]
  return Object.entries((schema.properties ?? {}) as { [name: string]: JsonSchema }).map(([name, form]) => {
    const { description, ...rest } = form
    const nested = rest.type === 'object' ? { style: 'deepObject', explode: true } : {}
    return { name, in: 'query', required: required.includes(name), description, schema: rest, ...nested }
  })
}
