/** Every text of a field that may be null says when (contract 9.8): declarations and OpenAPI take it from there. */
import { expect, test } from 'vitest'
import { isObject } from '../../src/kernel/json'
import { openApiDocument } from '../../src/service/openapi/document'

const isNullable = ({ type, anyOf, oneOf, enum: values }: Record<string, unknown>): boolean =>
  [type, values].some((one) => Array.isArray(one) && (one.includes('null') || one.includes(null))) ||
  [anyOf, oneOf].some(
    (ways) => Array.isArray(ways) && ways.some((one) => isObject(one) && one.type === 'null'),
  )

/** The fields of each schema, at any depth: `source.mobile_number`. */
function* fieldsIn(
  schema: unknown,
  path: string,
): Generator<readonly [path: string, field: Record<string, unknown>]> {
  if (Array.isArray(schema)) for (const one of schema) yield* fieldsIn(one, path)
  if (!isObject(schema)) return
  const { properties, items, anyOf, oneOf, allOf } = schema
  for (const part of [items, anyOf, oneOf, allOf]) yield* fieldsIn(part, path)
  if (isObject(properties))
    for (const [name, field] of Object.entries(properties)) {
      if (!isObject(field)) continue
      yield [`${path}.${name}`, field]
      yield* fieldsIn(field, `${path}.${name}`)
    }
}

test('a field that may be null says when', () => {
  const base = { baseUrl: 'http://a.test', vaultUrl: 'http://b.test', headerPrefix: 'Service' }
  const nullable = Object.entries(openApiDocument(base).components.schemas ?? {})
    .flatMap(([name, schema]) => [...fieldsIn(schema, name)])
    .filter(([, field]) => isNullable(field))
  expect(nullable.length).toBeGreaterThan(50)
  expect(
    nullable.filter(([, { description }]) => !/\bnull\b/.test(String(description))).map(([path]) => path),
  ).toEqual([])
})
