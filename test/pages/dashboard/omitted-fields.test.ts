/** The dashboard says which fields the specification has beyond the answers of the profile `omise`. */
import { expect, test } from 'vitest'
import { open } from '../../support/open'

const pageOf = async ({ sandbox }: ReturnType<typeof open>, path: string): Promise<string> => {
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return answer.text()
}

const names = 'charge.refunded, charge.captured, charge.source_of_fund'

test('the page of a request names those of its answer', async () => {
  const setup = open({ profile: 'omise' })
  await setup.charge()
  const { id = '' } = setup.sandbox.requests.last() ?? {}
  expect(await pageOf(setup, `/requests/${id}`)).toMatch(new RegExp(`Only in spec.*${names}`))
  await setup.charge({ amount: 'many' })
  const { id: refused = '' } = setup.sandbox.requests.last() ?? {}
  const page = await pageOf(setup, `/requests/${refused}`)
  expect(page).toMatch(/Only in spec.*error\.validation_errors/)
  expect(page).toContain('the answer leaves out validation_errors amount invalid')
})

test('the page of a record shows what the API answers, and names the rest', async () => {
  const setup = open({ profile: 'omise' })
  const { id } = (await setup.charge()).body
  const page = await pageOf(setup, `/records/charges/${id}`)
  expect(page).toContain(`the real service has none of them: ${names}`)
  expect(page).not.toMatch(/&quot;captured&quot;|"captured"/)
  const spec = open({})
  const { id: whole } = (await spec.charge()).body
  expect(await pageOf(spec, `/records/charges/${whole}`)).not.toContain('leaves out')
})
