/** Files of users' projects whose tests run under vitest and Jest, as text: the checkout's own compiler must not read them. */
import { jestWired, vitestWired } from './wired-tests'

/** A charge of a fresh token. */
const charge = `
const charge = (sandbox, amount, card) => sandbox.fetch(sandbox.url + '/charges', {
  method: 'POST',
  headers: { authorization: sandbox.authorization.secret },
  body: new URLSearchParams({ amount, currency: 'thb', card: sandbox.token(card).id }),
})
`

/** What both runners must do with one and the same sandbox. */
const sale = `
  await expect(charge(sandbox, 100000)).toBeSuccessfulCharge({ amount: 100000 })
  await expect(charge(sandbox, 5000, 'insufficient_fund')).toBeDeclinedWith('insufficient_fund')
  expect(sandbox).toHaveCharged({ amount: 100000, id: expect.stringMatching('chrg_') })
  expect(sandbox).not.toHaveRefunded()
  expect(sandbox).toHaveEmitted('charge.complete')
  expect(sandbox).toHaveBalance({ total: 96094 })
  expect(sandbox).toHaveMadeRequests(['POST /charges', 'POST /charges'])
  expect(() => expect(sandbox).toHaveCharged({ amount: 1 })).toThrow('none of 2 charges matches, nearest first')
`

const delivery = `
  sandbox.webhooks.onDelivery(() => 200)
  await charge(sandbox, 5000)
  await expect(sandbox).toHaveDelivered('charge.complete', { amount: 5000 })
  await expect(expect(sandbox).toHaveDelivered('refund.create')).rejects.toThrow('refund.create is not among')
`

export const vitestFiles: Readonly<Record<string, string>> = {
  'vitest.config.mjs': `export default { test: { globalSetup: ['payment-sandbox/vitest/global-setup'] } }`,
  'shop.test.js': `
import { createTest, expect, extendTest, test } from 'payment-sandbox/vitest'
import { afterEach, describe, inject, test as base, vi } from 'vitest'
${charge}
test('the matchers', async ({ sandbox }) => {${sale}})

let kept
test('a sandbox', ({ sandbox }) => { kept = sandbox })
test('is fresh for the next test and closed after its own', ({ sandbox }) => {
  expect(sandbox).not.toBe(kept)
  expect(sandbox.charges.count()).toBe(0)
  expect(() => kept.token()).toThrow(expect.objectContaining({ code: 'closed' }))
})
test.concurrent('the expect of a test has the matchers', async ({ sandbox, expect }) => {${sale}})

const options = createTest({ now: '2026-01-15T09:00:00Z', freeze: true, coverage: true })
options('options are those of createSandbox', async ({ sandbox }) => {
  expect(sandbox.clock.now().toISOString()).toBe('2026-01-15T09:00:00.000Z')
  await charge(sandbox, 5000)
})
const own = extendTest(base.extend({ shop: async ({}, use) => use('shop') }), { country: 'JP', currency: 'jpy' })
own('a test function of my own', ({ sandbox, shop }) => {
  expect([sandbox.balance().currency, shop]).toEqual(['jpy', 'shop'])
})

describe.each(['before', 'after'])('fake timers', (when) => {
  afterEach(() => vi.useRealTimers())
  if (when === 'before') vi.useFakeTimers()
  test('stop nothing, on ' + when + ' the sandbox was made', async ({ sandbox }) => {
    vi.useFakeTimers()
    ${delivery}
  })
})

test('one server for the run', async () => {
  const { url, keys, authorization } = inject('paymentSandbox')
  expect(keys.secret).toBe('skey_test_sandbox')
  for (const header of [authorization.secret, 'Basic ' + btoa('skey_test_mine:')]) {
    const answer = await fetch(url + '/charges', { headers: { authorization: header } })
    expect(await answer.json()).toMatchObject({ object: 'list' })
  }
})
`,
  'wired.test.js': vitestWired,
  'refunds.test.js': `
import { createTest } from 'payment-sandbox/vitest'
${charge}
createTest({ coverage: true })('the coverage of two files is one', ({ sandbox }) => charge(sandbox, 5000, 'jcb'))
`,
}

export const vitestTests = 14

export const jestFiles: Readonly<Record<string, string>> = {
  'jest.config.js': `module.exports = {
    globalSetup: 'payment-sandbox/jest/global-setup', testRegex: '\\\\.test\\\\.m?js$', transform: {},
  }`,
  'shop.test.js': `
const { useSandbox } = require('payment-sandbox/jest')
${charge}
const sandbox = useSandbox({ coverage: true })
let kept
test('the matchers', async () => {${sale}
  kept = sandbox.charges
})
test('a sandbox is fresh for each test', () => {
  expect(sandbox.charges).not.toBe(kept)
  expect(sandbox.charges.count()).toBe(0)
})
describe('in a describe', () => {
  const frozen = useSandbox({ now: '2026-01-15T09:00:00Z', freeze: true })
  test('there is another one, with options of its own', () => {
    expect(frozen.clock.now().toISOString()).toBe('2026-01-15T09:00:00.000Z')
    expect(frozen.charges).not.toBe(sandbox.charges)
  })
})
let outside
describe('another describe', () => {
  outside = useSandbox()
  test('has one too', () => expect(outside.charges.count()).toBe(0))
})
test('outside of its tests a sandbox says so', async () => {
  expect(() => outside.charges).toThrow('there is a sandbox only inside of a test')
  expect(await outside).toBe(outside)
})
test('a sandbox can be printed', () => {
  expect(Object.keys(sandbox)).toContain('fetch')
  expect('charges' in sandbox).toBe(true)
  expect('clock' in sandbox).toBe(true)
  expect(() => expect(sandbox).toBe(1)).toThrow('Expected: 1')
})
describe.each(['before', 'after'])('fake timers', (when) => {
  afterEach(() => jest.useRealTimers())
  if (when === 'before') beforeAll(() => jest.useFakeTimers())
  test('stop nothing, on ' + when + ' the sandbox was made', async () => {
    jest.useFakeTimers()
    ${delivery}
  })
})
test('one server for the run', async () => {
  const { PAYMENT_SANDBOX_URL, PAYMENT_SANDBOX_SECRET_KEY } = process.env
  const authorization = 'Basic ' + btoa(PAYMENT_SANDBOX_SECRET_KEY + ':')
  const answer = await fetch(PAYMENT_SANDBOX_URL + '/charges', { headers: { authorization } })
  expect(await answer.json()).toMatchObject({ object: 'list' })
})
`,
  'wired.test.js': jestWired,
  'module.test.mjs': `
import { expect, jest, test } from '@jest/globals'
import { useSandbox } from 'payment-sandbox/jest'
${charge}
const sandbox = useSandbox({ coverage: true })
test('the matchers, in an ES module', async () => {${sale}})
test('a delivery, in an ES module', async () => {
  jest.useFakeTimers()
  ${delivery}
})
`,
}

export const jestTests = 14

/** Types that both runners share; a matcher of records returns nothing, and one of what is late a promise. */
const typedMatchers = `
  expectTypeOf(expect(sandbox).toHaveCharged({ amount: 1, card: { brand: 'Visa' }, metadata: { order: 'A-1' } })).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox).toHaveRefunded({ charge: 'chrg_test_1', amount: expect.any(Number) })).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox).toHaveEmitted('charge.complete', { amount: 1 })).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox).toHaveDelivered('charge.*')).toEqualTypeOf<Promise<void>>()
  expectTypeOf(expect(sandbox).not.toHaveBalance({ total: 1 })).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox).toHaveMadeRequests(['GET /charges'])).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox.charges.last()).toBeSuccessfulCharge({ amount: 1 })).toEqualTypeOf<void>()
  expectTypeOf(expect(new Error()).toBeDeclinedWith('insufficient_fund')).toEqualTypeOf<void>()
  expectTypeOf(expect(sandbox.fetch('')).toBeDeclinedWith()).toEqualTypeOf<Promise<void>>()
  expectTypeOf(expect(new Response()).toBeSuccessfulCharge()).toEqualTypeOf<Promise<void>>()
  expect([sandbox.charges.last()]).toEqual([expect.toBeSuccessfulCharge()])
  // @ts-expect-error a charge has no such field
  expect(sandbox).toHaveCharged({ amout: 1 })
  // @ts-expect-error an amount is a number
  expect(sandbox).toHaveCharged({ amount: '1' })
  // @ts-expect-error no card fails so
  expect(1).toBeDeclinedWith('insufficient_funds')
`

const options = (types: readonly string[]): string =>
  JSON.stringify({
    compilerOptions: {
      ...{ target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'], types },
      ...{ module: 'node16', moduleResolution: 'node16', strict: true, exactOptionalPropertyTypes: true },
      ...{ skipLibCheck: true, noEmit: true },
    },
    include: ['*.types.ts', '*.types.mts'],
  })

const vitestTypes = `
import { createTest, expect, extendTest, type TestOptions, test } from 'payment-sandbox/vitest'
import { createGlobalSetup } from 'payment-sandbox/vitest/global-setup'
import type { Sandbox } from 'payment-sandbox'
import { expectTypeOf, inject, test as base } from 'vitest'

test('a sandbox', ({ sandbox, task }) => {
  expectTypeOf(sandbox).toEqualTypeOf<Sandbox>()
  expectTypeOf(task.name).toBeString()
  ${typedMatchers}
})
const own = extendTest(base.extend<{ shop: string }>({ shop: 'shop' }), { country: 'JP' })
own('a test of my own', ({ sandbox, shop, expect }) => {
  expectTypeOf(sandbox).toEqualTypeOf<Sandbox>()
  expectTypeOf(shop).toBeString()
  expect(sandbox).toHaveCharged()
})
createTest({ now: '2026-01-15T09:00:00Z', coverage: true })('options', ({ sandbox }) => sandbox.close())
// @ts-expect-error an option that does not exist is a mistake
createTest({ colour: 'red' })
const options: TestOptions = { freeze: true }
expectTypeOf(inject('paymentSandbox').keys.secret).toBeString()
expectTypeOf(inject('paymentSandbox').controlToken).toEqualTypeOf<string | null>()
export default createGlobalSetup({ fixtures: ['first-sale'], listen: { port: 0 } })
export { options }
`

/** `expectTypeOf` of vitest, as far as it is needed here. */
const expectTypeOf = `
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare const expectTypeOf: <A>(value: A) => { toEqualTypeOf<B>(...mismatch: Equal<A, B> extends true ? [] : [never]): void }
`

const jestTypes = (imported: string): string => `
import { type TestOptions, useSandbox } from 'payment-sandbox/jest'
import { createGlobalSetup } from 'payment-sandbox/jest/global-setup'
import type { Sandbox } from 'payment-sandbox'
${imported}
${expectTypeOf}
const options: TestOptions = { freeze: true, coverage: true }
const sandbox = useSandbox(options)
test('a sandbox', () => {
  expectTypeOf(sandbox).toEqualTypeOf<Sandbox>()
  ${typedMatchers}
})
// @ts-expect-error an option that does not exist is a mistake
useSandbox({ colour: 'red' })
export default createGlobalSetup({ fixtures: ['first-sale'] })
`

export const vitestTypeFiles: Readonly<Record<string, string>> = {
  'tsconfig.json': options([]),
  'shop.types.ts': vitestTypes,
  'shop.types.mts': vitestTypes,
}

/** With the global functions of `@types/jest`, or with those of `@jest/globals`. */
export const jestTypeFiles = (globals: boolean): Readonly<Record<string, string>> => ({
  'tsconfig.json': options(globals ? ['jest'] : []),
  'shop.types.ts': jestTypes(globals ? '' : "import { expect, test } from '@jest/globals'"),
  'shop.types.mts': jestTypes(globals ? '' : "import { expect, test } from '@jest/globals'"),
})
