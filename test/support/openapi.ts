/** The OpenAPI document as tests read it. */

import { isObject } from '../../src/kernel/json'
import { defaults } from '../../src/options/config'
import type { Route } from '../../src/service/http/route'
import { type OpenApiDocument, openApiDocument } from '../../src/service/openapi/document'
import { pathOf } from '../../src/service/openapi/names'

export const document = openApiDocument(defaults)

export interface Content {
  readonly schema: { readonly $ref: string }
  readonly encoding?: object
  readonly examples?: Readonly<Record<string, { readonly value: object }>>
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly servers: readonly { readonly url: string }[]
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>
  >
}

export const nameOf = (route: Route): string => `${route.method.toUpperCase()} ${route.path}`

export const operationOf = (route: Route, within: OpenApiDocument = document): Operation =>
  within.paths[pathOf(route.path)]?.[route.method] as Operation

/** What a reference of the document points at. */
export const resolved = <T extends { readonly $ref?: string }>(part: T): T =>
  part.$ref === undefined
    ? part
    : (part.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), document) as T)
