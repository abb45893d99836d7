/** Contract 24: the title of a finding is the first line that says what was wrong. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { errorLineIn } from '../../../src/cli/explore/error-line'

/** What the tools really printed, each into a pipe. */
const folder = fileURLToPath(new URL('printed', import.meta.url))
const printed = (name: string): string => readFileSync(join(folder, `${name}.txt`), 'utf8')

const titles: Readonly<Record<string, string>> = {
  'node-assert-message': 'order A-1001 was charged twice',
  'node-assert-equal': 'Expected values to be strictly equal: 2 !== 1',
  'node-assert-diff':
    "Expected values to be strictly deep-equal: + charge: null, - charge: 'chrg_test_1', + state: 'proce…",
  'node-assert-ok': 'The expression evaluated to a falsy value: assert(order.paid)',
  'node-test': 'order A-1001 has 2 paid charges',
  'node-test-spec': 'order A-1001 has 2 paid charges',
  'node-test-throw-spec': 'Error: order A-1001 has 2 paid charges',
  'node-test-diff': "Expected values to be strictly deep-equal: + state: 'processing', - state: 'paid'",
  throw: 'Error: order A-1001 has 2 paid charges',
  'throw-properties': 'OmiseError: 500 internal_error: something broke',
  rejection: 'the order is lost',
  'console-error': 'FAIL: order A-1001 has 2 paid charges',
  'console-error-object': 'Error: order A-1001 is processing for good',
  'console-error-colour': '✖ order A-1001 was charged twice',
  vitest: "expected [ 'chrg_test_1', 'chrg_test_2' ] to have a length of 1 but got 2",
  'vitest-two':
    "expected { id: 'A-1001', state: 'processing' } to deeply equal { id: 'A-1001', state: 'paid' }",
  jest: 'expect(received).toHaveLength(expected): Expected length: 1, Received length: 2, Received array: ["…',
  'jest-colour':
    'expect(received).toHaveLength(expected): Expected length: 1, Received length: 2, Received array: ["…',
  'jest-equal':
    'expect(received).toEqual(expected) // deep equality: - "state": "paid", + "state": "processing"',
  'jest-throw': 'order A-1001 has 2 paid charges',
  'jest-assert': 'order A-1001 was charged twice',
  playwright:
    'expect(received).toHaveLength(expected): Expected length: 1, Received length: 2, Received array: ["…',
  'playwright-message': 'order A-1001 was charged twice',
  'playwright-page': 'expect(locator).toHaveText(expected) failed: Expected: "paid", Received: "processing"',
  pytest: 'assert 2 == 1',
  'pytest-message': 'order A-1001 was charged twice',
  'pytest-raise': 'ValueError: order A-1001 is processing for good',
  python: 'order A-1001 was charged twice',
  'unittest-texts': 'order 12 is not paid',
  unittest: '2 != 1 : order A-1001 was charged twice',
  phpunit: 'Failed asserting that actual size 2 matches expected size 1.',
  'phpunit-message': 'order A-1001 is processing for good',
  'phpunit-error': 'RuntimeException: no answer to POST /charges',
  php: 'RuntimeException: order A-1001 was charged twice',
  mocha: 'order A-1001 was charged twice',
  'npm-test': 'order A-1001 was charged twice',
}

describe('the title of a failed command', () => {
  it.each(Object.entries(titles))('of %s is the line that says what was wrong', (name, title) => {
    expect(errorLineIn({ output: printed(name), errors: '' })).toBe(title)
    expect([...title].length).toBeLessThanOrEqual(100)
  })

  it('is known for all that is kept here', () => {
    const names = readdirSync(folder).map((file) => file.replace('.txt', ''))
    expect(names.filter((name) => !Object.hasOwn(titles, name))).toEqual([])
  })

  it('of a program that says it on the standard error is what it says there', () => {
    const errors = 'order A-1001 was charged twice\n  expected 1 charge\n  got 2\n'
    const output = `buying A-1001\n${errors}1 order was checked\n`
    expect(errorLineIn({ output, errors })).toBe('order A-1001 was charged twice')
    expect(errorLineIn({ output: 'buying\nthe books are wrong\n', errors: '' })).toBe('the books are wrong')
    expect(errorLineIn({ output: 'no stock\n', errors: 'npm error code 1\n' })).toBe('no stock')
  })

  it('is what ended a program, not an error that it had handled', () => {
    const output =
      'Error: 503, asking again\n    at ask (shop.js:1:1)\nError: order A-1001 is lost\n    at x (y.js:1:1)\n'
    expect(errorLineIn({ output, errors: output })).toBe('Error: order A-1001 is lost')
  })

  it('never splits a letter, and there is none for a command that printed nothing', () => {
    const title = errorLineIn({ output: `Error: ${'😀'.repeat(100)}`, errors: '' }) ?? ''
    expect(title).toMatch(/😀…$/)
    expect(title).not.toMatch(/\p{Cs}/u)
    expect(errorLineIn({ output: '\n', errors: '' })).toBeNull()
  })

  it.each([
    'a'.repeat(200_000),
    ' '.repeat(200_000),
    '\n'.repeat(200_000),
    'not ok 1\n---\n'.repeat(14_000),
    '1) a › '.repeat(30_000),
    '● x\n\n'.repeat(40_000),
    'Error '.repeat(33_000),
  ])('of a long output is found at once', (output) => {
    expect((errorLineIn({ output, errors: output }) ?? '').length).toBeLessThanOrEqual(100)
  })
})
