/** Contract 10: a list of records as CSV, for spreadsheets. */
import { expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { test } from '../../support/set-up'

const csvAt = async (sandbox: Sandbox, path: string) => {
  const answer = await sandbox.fetch(`/_sandbox/records/${path}`)
  const lines = (await answer.text()).split('\r\n')
  return { status: answer.status, headers: answer.headers, lines }
}

test('all records of a list are there, newest first, with the fields of the API', async ({
  sandbox,
  client,
}) => {
  for (let i = 0; i < 30; i += 1)
    await client.charge({ amount: 10_000 + i, description: `Tea "no. ${i}", hot` })
  const { headers, lines } = await csvAt(sandbox, 'charges/csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="charges.csv"')
  const last = sandbox.charges.last()
  expect(lines[0]?.split(',').slice(0, 4)).toEqual(['object', 'id', 'location', 'amount'])
  expect(lines[1]).toContain(`"charge","${last?.id}",`)
  expect(lines[1]).toContain(',10029,')
  expect(lines[1]).toContain('"Tea ""no. 29"", hot"')
  expect([lines.length, lines.at(-1)]).toEqual([32, ''])
})

test('it has what the list has: a search, the records of another one, a mode', async ({
  sandbox,
  client,
}) => {
  const { id } = await client.charge({ description: 'blue' })
  await client.charge({ description: 'green' })
  await client.refund(id, { amount: 100 })
  const recordsAt = async (path: string) => (await csvAt(sandbox, path)).lines.length - 2
  expect(await recordsAt('charges/csv?q=blue')).toBe(1)
  expect(await recordsAt(`refunds/csv?of=${id}`)).toBe(1)
  expect(await recordsAt('charges/csv?livemode=true')).toBe(0)
})

test('a text that a spreadsheet would run as a formula stays a text', async ({ sandbox, client }) => {
  await client.charge({ description: '=HYPERLINK("https://evil.example")' })
  const { lines } = await csvAt(sandbox, 'charges/csv')
  expect(lines[1]).toContain(`"'=HYPERLINK(""https`)
})

test.for([
  ['nothing/csv', 404, 'there are no nothing'],
  ['charges/csv?q=amount:x..y', 400, 'amount'],
] as const)('%s is refused with %i', async ([path, status, message], { sandbox }) => {
  const answer = await csvAt(sandbox, path)
  expect([answer.status, answer.lines[0]]).toEqual([status, expect.stringContaining(message)])
})
