/** Each parameter, and each field of an answer, says what it is: in the OpenAPI documents, and so on the pages of the docs. */
import { expect, test } from 'vitest'
import { controlDocument } from '../../../src/control/document'
import { isObject } from '../../../src/kernel/json'
import { controlRoutes } from '../../../src/pages/routes'
import { document } from '../../support/openapi'

/** The text of a field by its path, such as `card.number`. */
type Members = readonly (readonly [path: string, text: string])[]

type Part = Readonly<Record<string, unknown>>
const partOf = (value: unknown): Part => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = ({ description }: Part): string => (typeof description === 'string' ? description : '')

const resolved = (all: object, value: unknown): Part => {
  const part = partOf(value)
  if (typeof part.$ref !== 'string') return part
  return partOf(
    part.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => partOf(at)[name], all),
  )
}

/** What a list holds, and alternatives, have the path of their field. */
const membersOf = (schema: unknown, prefix = ''): Members => {
  const { properties, items, anyOf, additionalProperties } = partOf(schema)
  const own = Object.entries(partOf(properties)).flatMap(([name, field]): Members => {
    const path = `${prefix}${name}`
    return [[path, textOf(partOf(field))], ...membersOf(field, `${path}.`)]
  })
  const inner = [items, additionalProperties, ...listOf(anyOf)].filter(isObject)
  return [...own, ...inner.flatMap((one) => membersOf(one, prefix))]
}

const schemasOf = (all: object, message: unknown): readonly Part[] =>
  Object.values(partOf(resolved(all, message).content)).map((one) => resolved(all, partOf(one).schema))

/** What each operation takes and answers, by its id; answers with a name are among the components. */
const operationsIn = (all: {
  readonly paths: object
}): ReadonlyMap<string, { takes: Members; answers: Members }> =>
  new Map(
    Object.values(all.paths)
      .flatMap((item) => Object.values(partOf(item)).map(partOf))
      .map(({ operationId, parameters, requestBody, responses }) => {
        const given = listOf(parameters).map((one) => resolved(all, one))
        const takes = [
          ...given.map((one) => [String(one.name), textOf(one)] as const),
          ...[...given.map(({ schema }) => schema), ...schemasOf(all, requestBody)].flatMap((one) =>
            membersOf(one),
          ),
        ]
        const answer = partOf(partOf(responses)['200'])
        return [
          String(operationId),
          { takes, answers: schemasOf(all, answer).flatMap((one) => membersOf(one)) },
        ]
      }),
  )

const service = operationsIn(document)
const control = operationsIn(controlDocument('http://sandbox.test', '1.0.0', controlRoutes()))

const silent = (members: Members): readonly string[] =>
  members.filter(([, text]) => text.length < 5).map(([path]) => path)

test.each([...service])('%s: each parameter has a text', (_, { takes }) => {
  expect(silent(takes)).toEqual([])
})

test.each(Object.entries(document.components.schemas ?? {}))('%s: each field has a text', (_, schema) => {
  expect(silent(membersOf(schema))).toEqual([])
})

test.each([...control])(
  '%s of the control plane: each parameter and field has a text',
  (_, { takes, answers }) => {
    expect({ takes: silent(takes), answers: silent(answers) }).toEqual({ takes: [], answers: [] })
  },
)

test('the refusal of the control plane: each field has a text', () => {
  const { components } = controlDocument('http://sandbox.test', '1.0.0', controlRoutes())
  expect(
    schemasOf({ components }, components.responses?.Refused).flatMap((one) => silent(membersOf(one))),
  ).toEqual([])
})
