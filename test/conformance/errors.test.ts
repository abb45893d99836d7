import { describe, expect, test } from 'vitest'
import { catalogue, type ErrorRule } from '../../src/kernel/error-catalogue'
import type { ErrorName } from '../../src/kernel/errors'
import { routes } from '../../src/service/resources/registry'
import { alternateCodes, errors, sampleMessages } from '../spec/errors'
import { statuses } from '../spec/statuses'
import { unsupportedOperations } from '../spec/versions'
import { makeClient } from '../support/client'
import { expectError, makeSandbox } from '../support/set-up'

const rules: readonly (ErrorRule & { name: string })[] = Object.entries(catalogue).map(([name, rule]) => ({
  name,
  ...rule,
}))

/** What the catalogue has beyond the specification, and why. */
const ownEntries: Readonly<Partial<Record<ErrorName, string>>> = {
  limit_reached: 'recorded: what a further webhook secret is answered',
  body_too_large: 'contract: a body over 1 MiB is 413, with the code of a bad request',
}

const specRows = errors.map((row) => ({
  ...row,
  of: rules.filter((rule) => rule.status === row.status && rule.code === row.code),
}))

describe('spec 7.1: the catalogue of errors', () => {
  test.each(specRows)('$status $code: $message', ({ of, message }) => {
    expect(of).toHaveLength(1)
    if (message !== null) expect(of[0]?.message).toBe(message)
  })

  test.each(rules)('$name is in the specification, or is our own for a reason', ({ name, status, code }) => {
    const listed = errors.some((row) => row.status === status && row.code === code)
    const rule = 'an error has a row in test/spec/errors.ts, or a reason in `ownEntries` of this file'
    expect(name in ownEntries, rule).toBe(!listed)
  })

  test.each(rules)('$name is called by its code, unless the code has two statuses', ({ name, code }) => {
    const statusesOfCode = new Set(rules.filter((rule) => rule.code === code).map((rule) => rule.status))
    if (name !== code) expect(statusesOfCode.size).toBeGreaterThan(1)
  })

  test.each(alternateCodes)('$code is used, not its other name $alternate', ({ status, code, alternate }) => {
    expect(rules.filter((rule) => rule.status === status).map((rule) => rule.code)).toContain(code)
    expect(rules.map((rule) => rule.code)).not.toContain(alternate)
  })

  test.each(unsupportedOperations)('spec 9: $status $code exists', ({ status, code }) => {
    expect(rules.some((rule) => rule.status === status && rule.code === code)).toBe(true)
  })
})

/** Statuses of the specification that no error has. */
const successes = statuses.filter((row) => row.kind === 'success').map((row) => row.status)

describe('spec 7: statuses', () => {
  test.each(statuses)('$status: $meaning', ({ status }) => {
    const used = rules.some((rule) => rule.status === status)
    expect(used).toBe(!successes.some((success) => success === status))
  })

  test.each(rules.filter((rule) => !(rule.name in ownEntries)))('$name has a status of the table', (rule) => {
    expect(statuses.map((row) => row.status)).toContain(rule.status)
  })
})

describe('spec 7.1: messages that are quoted for one situation', () => {
  const drive: Readonly<Record<(typeof sampleMessages)[number]['message'], () => Promise<void>>> = {
    'charge <id> was not found': async () => {
      const id = 'chrg_test_0000000000000000000'
      const answer = await makeClient(makeSandbox()).get(`/charges/${id}`)
      expectError(answer, 'not_found', { message: `charge ${id} was not found` })
    },
    'amount must be at least 2000 (in subunits)': async () => {
      const client = makeClient(makeSandbox())
      const card = (await client.token()).id
      const answer = await client.post('/charges', { amount: 1999, currency: 'thb', card })
      expectError(answer, 'invalid_charge', { message: 'amount must be at least 2000 (in subunits)' })
    },
  }

  test.each(sampleMessages)('$status $code: $message', async ({ message }) => {
    await drive[message]()
  })
})

test.each(routes.map(({ method, path, errors }) => ({ name: `${method} ${path}`, errors })))(
  'of the errors that routes announce $name names each once',
  ({ errors }) => {
    expect(new Set(errors).size).toBe(errors.length)
  },
)
