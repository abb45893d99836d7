import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkValue } from '../../src/kernel/schema'

const saysOf = (schema: z.core.$ZodType, value: unknown): readonly string[] =>
  checkValue(schema, value).error?.issues.map(({ message }) => message) ?? []

test('a problem for which its schema has no words gets those of zod in English', () => {
  expect(saysOf(z.object({ name: z.string() }), { name: 5 })).toEqual([
    'Invalid input: expected string, received number',
  ])
  expect(saysOf(z.string('must be a text'), 5)).toEqual(['must be a text'])
})

test('a value is given as its schema reads it', () => {
  expect(checkValue(z.object({ name: z._default(z.string(), 'shop') }), {}).data).toEqual({ name: 'shop' })
})
