/** Wrong options of a test (contract 9.4): each is named as it was given, with the way out. */
import { describe, expect, it } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../../src/index'
import { explore } from '../../../src/suites/explore/explore'
import { FileCoverage, open, type TestOptions } from '../../../src/suites/testing/open'
import { createTest, extendTest } from '../../../src/suites/testing/vitest'

const opening = (options: object) => open(options as TestOptions, new FileCoverage())

describe('the options of a test', () => {
  it.each([
    [{ intercpt: 'omise' }, /^intercpt: is not an option; did you mean intercept\?$/],
    [{ coverag: true }, /^coverag: is not an option; did you mean coverage\?$/],
    [{ fixture: ['first-sale'] }, /^fixture: is not an option; did you mean fixtures\?$/],
    [{ intercept: 'omize' }, /^intercept: must be hosts such as api=.*, or omise$/],
    [{ intercept: { api: 'https://a.example.com' } }, /^intercept\.api: must be a host such as/],
    [{ intercept: { api: 'a.test', others: 'drop' } }, /^intercept\.others: must be pass or refuse$/],
  ])('%j', async (options, says) => {
    await expect(opening(options)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringMatching(says),
    })
  })

  it.each([7, null, ['omise']])('are refused at once when they are no object: %j', (options) => {
    for (const make of [() => createTest(options as never), () => extendTest(it as never, options as never)])
      expect(make).toThrow(
        expect.objectContaining({
          code: 'invalid_option',
          message: expect.stringMatching(/^options: must be an object/),
        }),
      )
  })

  it('of explore are named with their place', async () => {
    const sandbox = { intercept: 'omize' } as never
    await expect(explore({ flow: () => undefined, sandbox })).rejects.toThrow(
      /^sandbox\.intercept: must be hosts/,
    )
  })
})

describe('createSandbox() names where an option of tests belongs', () => {
  it.each([
    [
      'intercept',
      'omise',
      /^intercept: is no option of a sandbox: call intercept\(.*payment-sandbox\/intercept/,
    ],
    [
      'coverage',
      true,
      /^coverage: is no option of a sandbox: give it to createTest\(\) .*sandbox\.coverage\(\)$/,
    ],
  ])('%s', (name, value, says) => {
    expect(() => createSandbox({ [name]: value } as SandboxOptions)).toThrow(says)
  })
})
