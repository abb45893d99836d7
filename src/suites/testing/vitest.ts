/** payment-sandbox/vitest: a sandbox for each test, and matchers. */
import type { Sandbox } from 'payment-sandbox'
import { afterAll, expect, type RunnerTestCase, type TestAPI, test as vitestTest } from 'vitest'
import { checkObject } from '../../kernel/sandbox-error'
import { type AnswerMatchers, matchers, type PaymentMatchers } from './matchers/matchers'
import { isObject, type Judge, type ValueMatcher } from './matchers/outcome'
import { FileCoverage, open, type TestOptions } from './open'
import type { RunningSandbox } from './serve'
import { shortStory } from './story/story'

export type { AnswerMatchers, PaymentMatchers } from './matchers/matchers'
export type { TestOptions } from './open'
export type { RunningSandbox } from './serve'
export { expect }

declare module 'vitest' {
  interface Assertion<T> extends PaymentMatchers<void, T> {}
  interface AsymmetricMatchersContaining extends AnswerMatchers<ValueMatcher, unknown> {}
  interface ProvidedContext {
    /** The sandbox of the run, with `payment-sandbox/vitest/global-setup`. */
    paymentSandbox: RunningSandbox
  }
}

/** vitest makes the error of a matcher that waits when no test is in the stack any more: the call is added below. */
const traced = (judge: Judge): Judge =>
  function call(...given) {
    const result = judge.apply(this, given)
    if (!(result instanceof Promise)) return result
    const called = { stack: '' }
    Error.captureStackTrace(called, call)
    const addCall = (error: unknown): never => {
      if (isObject(error)) error.stack = `${error.stack}${called.stack.replace(/^.*/, '')}`
      throw error
    }
    const then = result.then.bind(result)
    Reflect.set(result, 'then', (...handlers: Parameters<typeof then>) => then(...handlers).catch(addCall))
    return result
  }

expect.extend(
  Object.fromEntries(
    Object.entries(matchers).map(([name, judge]) => [name, traced(judge)]),
  ) as typeof matchers,
)

/** What a test gets in addition. */
export interface SandboxFixture {
  /** A fresh sandbox, closed after the test. */
  readonly sandbox: Sandbox
}

/** An error of its own, so that reporters show it below the code of the others; a retry looks at the last one. */
const tell = ({ result, retry }: Readonly<RunnerTestCase>, message: () => string): void => {
  if (result?.state !== 'fail' || result.errors === undefined) return
  const story = { name: 'Sandbox', message: message(), stack: '' }
  result.errors.splice(typeof retry === 'object' ? -1 : result.errors.length, 0, story)
}

/**
 * Gives your own test function a `sandbox`.
 * @example const test = extendTest(myTest, { now: '2026-01-15T09:00:00Z' })
 */
export const extendTest = <T>(test: TestAPI<T>, options: TestOptions = {}) => {
  checkObject(options)
  const coverage = new FileCoverage()
  if (options.coverage === true) afterAll(() => coverage.finish())
  // Where calls are intercepted, a test that does not use its sandbox must not reach the real service.
  const auto = options.intercept !== undefined
  return test.extend<SandboxFixture>({
    sandbox: [
      async ({ task }, use) => {
        const { sandbox, notes, close } = await open(options, coverage, task.concurrent)
        try {
          await use(sandbox)
        } finally {
          if (options.story !== false) tell(task, () => shortStory(sandbox, notes()))
          await close()
        }
      },
      { auto },
    ],
  })
}

/** The test function of vitest with a `sandbox` that has these options. */
export const createTest = (options: TestOptions = {}) => extendTest(vitestTest, options)

/** The test function of vitest with a `sandbox` for each test. */
export const test = createTest()
