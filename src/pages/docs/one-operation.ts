import { isObject } from '../../kernel/json'
import { SandboxError } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import type { DocsSource } from './content'
import { type DocumentPart, partOf } from './operations'

/** The OpenAPI documents of both planes. */
type Documents = Pick<DocsSource, 'service' | 'control'>

const above = '/_sandbox'

/** `POST /customers/{}/cards`: how the variable parts of a path are called makes no difference. */
const plain = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/(?<=\/)(?::\w+|\{\w*\}|%7B\w*%7D)/gi, '{}').replace(/(?<=.)\/$/, '')}`

const operationsIn = (document: DocumentPart): readonly (readonly [method: string, path: string])[] =>
  Object.entries(partOf(document.paths)).flatMap(([path, item]) =>
    Object.keys(partOf(item)).map((method): readonly [string, string] => [method.toUpperCase(), path]),
  )

/** All operations of both planes: `POST /charges`, `POST /_sandbox/clock`. */
export const operationNames = ({ service, control }: Documents): readonly string[] => [
  ...operationsIn(partOf(service())).map(([method, path]) => `${method} ${path}`),
  ...operationsIn(partOf(control())).map(([method, path]) => `${method} ${above}${path}`),
]

/** In its place an object that an object of the answer refers to: all of them together are twenty times as long. */
const elsewhere = (name: string): DocumentPart => ({
  type: 'object',
  description: `${name}: its fields are in the whole document, and in the operation that retrieves it`,
})

/** The components that an operation refers to, and those that they refer to. */
const componentsOf = (
  document: DocumentPart,
  operation: unknown,
): Record<string, Record<string, unknown>> => {
  const found: Record<string, Record<string, unknown>> = {}
  const visit = (value: unknown, isInSchema: boolean): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, isInSchema)
    if (!isObject(value)) return
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(String(value.$ref)) ?? []
    if (kind !== undefined && name !== undefined && found[kind]?.[name] === undefined) {
      const component = partOf(partOf(document.components)[kind])[name]
      const isFar = isInSchema && kind === 'schemas'
      found[kind] = { ...found[kind], [name]: isFar ? elsewhere(name) : component }
      if (!isFar) visit(component, kind === 'schemas' && !name.endsWith('List'))
    }
    for (const one of Object.values(value)) visit(one, isInSchema)
  }
  visit(operation, false)
  return found
}

/**
 * The OpenAPI document of one operation, such as `POST /charges`, with all that it refers to.
 * @throws SandboxError `not_found` with the nearest name
 */
export const operationDocument = (source: Documents, name: string): object => {
  const [, method = 'GET', path = ''] = /^\s*(?:([a-z]+)\s+)?(\S*)\s*$/i.exec(name) ?? []
  const isControl = path === above || path.startsWith(`${above}/`)
  const document = partOf(isControl ? source.control() : source.service())
  const wanted = plain(method, isControl ? path.slice(above.length) || '/' : path)
  const [found] = operationsIn(document).filter(([own, at]) => plain(own, at) === wanted)
  if (found === undefined) {
    const names = operationNames(source)
    const near = meant(name.slice(0, 100), names, [
      'POST /charges',
      'GET /charges/{id}',
      'and others in docs api',
    ])
    throw new SandboxError('not_found', `there is no operation ${name.slice(0, 100)}${near}`)
  }
  const [ownMethod, at] = found
  const operation = partOf(partOf(partOf(document.paths)[at])[ownMethod.toLowerCase()])
  const { openapi, info, servers, components } = document
  const { securitySchemes } = partOf(components)
  return {
    openapi,
    info,
    servers,
    paths: { [at]: { [ownMethod.toLowerCase()]: operation } },
    components: { ...componentsOf(document, operation), securitySchemes },
  }
}
