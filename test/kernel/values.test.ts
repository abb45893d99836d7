/** The small things that the kernel makes values with: ids, hashes, frozen rows, sentences. */

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hmacHex, isSameSecret, keyedHash, newSecret, textHash, uuid } from '../../src/kernel/digest'
import { ApiError, fail, failInvalid, failNotFound, sentence } from '../../src/kernel/errors'
import { hash, Ids, letters } from '../../src/kernel/ids'
import { deepFreeze, isObject, once } from '../../src/kernel/json'
import { moneyText } from '../../src/kernel/money'
import { documented, knownKeysAt, noteOf } from '../../src/kernel/schema'
import { UploadedFile } from '../../src/kernel/upload'
import { preprocess } from '../../src/kernel/wire'

describe('ids', () => {
  test('are the same for the same seed, whatever other draws come in between, and differ for another seed', () => {
    const [one, same, other] = [new Ids('a'), new Ids('a'), new Ids('b')]
    const drawn = [one.next('chrg', false), one.next('chrg', true), one.secret(32)]
    expect([same.next('chrg', false), same.next('chrg', true), same.secret(32)]).toEqual(drawn)
    expect(other.next('chrg', false)).not.toBe(drawn[0])
    expect(drawn).toEqual([
      expect.stringMatching(/^chrg_test_[0-9a-z]{19}$/),
      expect.stringMatching(/^chrg_[0-9a-z]{19}$/),
      expect.stringMatching(/^[0-9a-zA-Z+/]{43}=$/),
    ])
  })

  test('of a seed never change, because recorded runs name them', () => {
    const ids = new Ids('seed')
    const drawn = [ids.next('chrg', false), ids.secret(6), ids.count]
    expect(drawn).toEqual(['chrg_test_masoytcn4o8goya64lt', 'LKAcjo1s', 10])
  })

  test('of a seed continue at their count', () => {
    const ids = new Ids('seed')
    const [first, second] = [ids.next('a', true), ids.next('a', true)]
    ids.count = 0
    expect([ids.next('a', true), ids.next('a', true)]).toEqual([first, second])
  })

  test('of a seed use one number for each four bytes', () => {
    const counts = [7, 8, 9].map((size) => {
      const ids = new Ids('seed')
      expect(atob(ids.secret(size))).toHaveLength(size)
      return ids.count
    })
    expect(counts).toEqual([2, 2, 3])
  })

  test('use all letters and digits about as often', () => {
    const ids = new Ids('often')
    const seen = new Map<string, number>()
    for (let i = 0; i < 2000; i += 1)
      for (const letter of ids.next('', true).slice(1)) seen.set(letter, (seen.get(letter) ?? 0) + 1)
    expect(seen.size).toBe(36)
    const expected = (2000 * 19) / 36
    for (const count of seen.values()) expect(Math.abs(count - expected)).toBeLessThan(expected / 5)
  })

  test('without a seed are never the same, and have no count', () => {
    const ids = new Ids(null)
    expect(new Set(Array.from({ length: 100 }, () => ids.next('x', true))).size).toBe(100)
    expect(ids.count).toBe(0)
  })
})

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the hash of %j is that of FNV-1a', (text, value) => {
  expect(hash(text)).toBe(value)
})

test('keyed hashes are those of HMAC-SHA256', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const hex = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8'
  const text = 'The quick brown fox jumps over the lazy dog'
  expect(hmacHex(bytes('key'), bytes(text))).toBe(hex)
  expect(keyedHash('key', text)).toBe(Buffer.from(hex, 'hex').toString('base64'))
  expect(letters('key', text)).toBe('97yd9dbthcsxmpjmqmx')
  expect(uuid()).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})

describe('objects', () => {
  test.each<[value: unknown, is: boolean]>([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    ['a', false],
    [undefined, false],
  ])('%j is one: %s', (value, is) => {
    expect(isObject(value)).toBe(is)
  })

  test('are deeply frozen', () => {
    const value = { list: [{ a: 1 }], none: null, text: 'a' }
    expect(deepFreeze(value)).toBe(value)
    for (const part of [value, value.list, value.list[0]]) expect(Object.isFrozen(part)).toBe(true)
    expect(deepFreeze(null)).toBe(null)
    expect(deepFreeze('a')).toBe('a')
  })

  test('that are already frozen are not visited again', () => {
    const inner = {}
    deepFreeze(Object.freeze({ inner }))
    expect(Object.isFrozen(inner)).toBe(false)
  })

  test('of a function that runs once are one', () => {
    let made = 0
    const make = once(() => {
      made += 1
      return { made }
    })
    expect(made).toBe(0)
    expect(make()).toBe(make())
    expect(made).toBe(1)
  })
})

test('a second note on a schema adds to the first one', () => {
  const schema = documented(documented({}, { type: 'string', minLength: 1 }), { minLength: 2 })
  expect(noteOf(schema)).toEqual({ type: 'string', minLength: 2 })
  expect(noteOf({})).toBeUndefined()
})

describe('the keys that a schema knows', () => {
  const card = z.object({ name: z.string(), number: z.string() })
  const schema = z.object({
    card: preprocess((value) => value, z.optional(card)),
    list: z.array(z.object({ id: z.string() })),
    either: z.union([z.object({ a: z.string() }), z.object({ a: z.string(), b: z.string() })]),
    text: z.string(),
  })
  test.each<[path: readonly PropertyKey[], keys: readonly string[]]>([
    [[], ['card', 'list', 'either', 'text']],
    [['card'], ['name', 'number']],
    [['list', 0], ['id']],
    [['list', '0'], []],
    [['either'], ['a', 'b']],
    [['text'], []],
    [['text', 'x'], []],
    [['nothing'], []],
  ])('at %j are %j', (path, keys) => {
    expect(knownKeysAt(schema, path)).toEqual(keys)
  })
})

test('the head of an uploaded file is its first twelve bytes, each as a letter', () => {
  const bytes = Uint8Array.from({ length: 40 }, (_, i) => 250 + i)
  const file = new UploadedFile('a.bin', Buffer.from(bytes).toString('base64'))
  expect(file.head).toBe(String.fromCharCode(...bytes.slice(0, 12)))
  expect(file.filename).toBe('a.bin')
})

describe('errors', () => {
  test.each<[parts: readonly string[], text: string]>([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b, and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c, and d'],
  ])('put %j in a sentence: %j', (parts, text) => {
    expect(sentence(parts)).toBe(text)
  })

  test('have the message of the catalogue by default', () => {
    const plain = fail('used_token')
    expect(plain).toBeInstanceOf(ApiError)
    expect([plain.name, plain.refusal, plain.message]).toEqual([
      'ApiError',
      'used_token',
      'token was already used',
    ])
    expect(plain.context).toEqual({})
    const context = { charge_id: 'c' }
    expect(fail('used_token', context, 'no')).toMatchObject({ context, message: 'no' })
  })

  test('name the missing object, and every mistake', () => {
    const message = 'charge chrg_1 was not found'
    expect(failNotFound('charge', 'chrg_1')).toMatchObject({ refusal: 'not_found', message })
    const problems = ['a', 'b'].map((field) => ({ field, code: 'invalid', message: `${field} is invalid` }))
    expect(failInvalid('invalid_card', problems)).toMatchObject({
      refusal: 'invalid_card',
      message: 'a is invalid and b is invalid',
      context: { validation_errors: problems },
    })
  })
})

test('a secret is 22 letters of base64, another one each time, and equal to itself alone', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).toMatch(/^[\w-]{22}$/)
  expect(isSameSecret(one, one)).toBe(true)
  for (const text of [other, '']) expect(isSameSecret(one, text)).toBe(false)
})

test('the hash of a text is its SHA-256 in base64', () => {
  expect(textHash('')).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')
})

test.each([
  [100_050, 'thb', 'THB 1,000.50'],
  [5, 'USD', 'USD 0.05'],
  [-5, 'usd', 'USD -0.05'],
  [-1_000_000, 'jpy', 'JPY -1,000,000'],
  [1200, 'xyz', 'XYZ 1200'],
])('people read %i subunits of %s as %s', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text)
})
