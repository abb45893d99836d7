/** The matchers of the source, in this project's own tests, and the text of a failure. */
import { expect } from 'vitest'
import { matchers } from '../../../src/suites/testing/matchers/matchers'

expect.extend(matchers)

/** The message that an assertion fails with; fails itself when there is none. */
export const failureOf = async (assert: () => unknown): Promise<string> => {
  try {
    await assert()
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
  return expect.fail('the assertion passed')
}

/** The same, with the ids of the sandbox shortened. */
export const textOf = async (assert: () => unknown): Promise<string> => withoutIds(await failureOf(assert))

/** A text with the ids of a sandbox shortened to `chrg_1`, in the order in which they appear. */
const withoutIds = (text: string): string => {
  const seen = new Map<string, string>()
  return text.replaceAll(/\b([a-z]{4})_test_[0-9a-z]+/g, (id, prefix) => {
    const count = [...seen.keys()].filter((other) => other.startsWith(`${prefix}_`)).length
    if (!seen.has(id)) seen.set(id, `${prefix}_${count + 1}`)
    return seen.get(id) ?? id
  })
}
