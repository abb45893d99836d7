/** payment-sandbox/jest: a sandbox for each test, and matchers. */
// As a whole: outside of Jest that module has no named exports, only an error that says so.
import * as jestGlobals from '@jest/globals'
import { type Sandbox, SandboxError } from 'payment-sandbox'
import { checkObject } from '../../kernel/sandbox-error'
import { type AnswerMatchers, matchersWith, type PaymentMatchers } from './matchers/matchers'
import type { ValueMatcher } from './matchers/outcome'
import { FileCoverage, open, type TestOptions } from './open'
import { shortStory } from './story/story'

const { afterAll, afterEach, beforeEach, expect } = jestGlobals

export type { AnswerMatchers, PaymentMatchers } from './matchers/matchers'
export type { TestOptions } from './open'

declare global {
  namespace jest {
    interface Matchers<R, T> extends PaymentMatchers<R, T> {}
    interface Expect extends AnswerMatchers<ValueMatcher, unknown> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends PaymentMatchers<R, T> {}
  interface AsymmetricMatchers extends AnswerMatchers<ValueMatcher, unknown> {}
}

type OpenedTest = Awaited<ReturnType<typeof open>>

/** Those of the running test whose stories may be shown, the innermost last. */
const openTests: OpenedTest[] = []

expect.extend(
  matchersWith(() => {
    const opened = openTests.at(-1)
    return opened === undefined ? '' : `\n\nSandbox: ${shortStory(opened.sandbox, opened.notes())}`
  }),
)

/**
 * A fresh sandbox for each test of the file, or of the `describe` that calls it; closed after the test.
 * @returns the sandbox of the test that runs. Outside of a test it throws a SandboxError, code `closed`
 * @example
 * const sandbox = useSandbox()
 * test('an order is paid', async () => { await pay(order, sandbox.fetch) })
 */
export const useSandbox = (options: TestOptions = {}): Sandbox => {
  checkObject(options)
  const coverage = new FileCoverage()
  let opened: OpenedTest | undefined
  beforeEach(async () => {
    opened = await open(options, coverage)
    if (options.story !== false) openTests.push(opened)
  })
  afterEach(async () => {
    if (opened !== undefined && openTests.includes(opened)) openTests.splice(openTests.indexOf(opened), 1)
    await opened?.close()
    opened = undefined
  })
  if (options.coverage === true) afterAll(() => coverage.finish())
  return ofTheTest(() => opened?.sandbox)
}

/** Names that the language and Jest look up on any value, which must not fail. */
const lookedUp = ['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType']

/** Passes each call on to the sandbox of the running test. */
const ofTheTest = (current: () => Sandbox | undefined): Sandbox => {
  const target = (name: string | symbol): object => {
    const sandbox = current()
    if (sandbox !== undefined) return sandbox
    if (typeof name === 'symbol' || lookedUp.includes(name)) return {}
    throw new SandboxError(
      'closed',
      `sandbox.${name}: there is a sandbox only inside of a test and its beforeEach and afterEach; read it there, and ` +
        'not while the file is loaded or in beforeAll',
    )
  }
  return new Proxy({} as Sandbox, {
    get: (_, name) => Reflect.get(target(name), name),
    has: (_, name) => Reflect.has(target(name), name),
    ownKeys: () => Reflect.ownKeys(current() ?? {}),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(current() ?? {}, name)
      return found && { ...found, configurable: true }
    },
  })
}
