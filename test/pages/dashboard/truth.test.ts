/** Contract 10: what the frame of the dashboard says is so: what falls due will happen, and numbers are those of the lists. */
import { describe, expect } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/index'
import { dueIn, readPage, sheetAt, textOf } from '../../support/dashboard'
import { test } from '../../support/set-up'

const dueAt = async (sandbox: Sandbox): Promise<string> => dueIn(await readPage(sandbox, '/clock')).join('\n')

const promptpay = { amount: 5000, currency: 'thb', source: { type: 'promptpay' } }

describe('what falls due', () => {
  test('is no charge that was paid, nor one that failed', async ({ sandbox, client }) => {
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.push((await client.post('/charges', promptpay)).body.id)
    const [paid = '', failed = '', waiting = ''] = ids
    sandbox.simulate.payCharge(paid)
    sandbox.simulate.failCharge(failed)
    const lines = await dueAt(sandbox)
    expect(lines).toContain(`charge expires ${waiting}`)
    expect(lines).not.toContain(paid)
    expect(lines).not.toContain(failed)
  })

  test('is no dispute that was decided', async ({ sandbox, client }) => {
    const charge = await client.charge()
    const dispute = sandbox.simulate.openDispute(charge.id)
    expect(await dueAt(sandbox)).toContain(`dispute is lost ${dispute.id}`)
    sandbox.simulate.decideDispute(dispute.id, 'lost')
    expect(await dueAt(sandbox)).not.toContain(dispute.id)
  })

  test('is no day of a schedule that was deleted, and says of a suspended one that it skips it', async () => {
    const sandbox = createSandbox({ fixtures: ['subscription'] })
    const [schedule] = sandbox.schedules.list()
    const call = (method: string, path: string) =>
      sandbox.fetch(`${sandbox.url}/schedules/${schedule?.id}${path}`, {
        method,
        headers: { authorization: sandbox.authorization.secret },
      })
    expect(await dueAt(sandbox)).toContain('schedule runs')
    expect((await call('POST', '/suspend')).status).toBe(200)
    const lines = await dueAt(sandbox)
    expect(lines).toContain('schedule skips a day')
    expect(lines).not.toContain('schedule runs')
    expect((await call('DELETE', '')).status).toBe(200)
    expect(await dueAt(sandbox)).not.toContain('schedule')
  })

  test('next is what the top bar names', async ({ sandbox, client }) => {
    const { body: charge } = await client.post('/charges', promptpay)
    expect((await readPage(sandbox, '/')).html).toContain('charge expires')
    sandbox.simulate.payCharge(charge.id)
    expect((await readPage(sandbox, '/')).html).not.toContain('charge expires')
  })
})

describe('the number of events', () => {
  const countIn = (html: string) => Number(/Events<small>(\d+)/.exec(html)?.[1])

  test('is that of the library and of the list, where a fixture made some longer ago than they are kept', async () => {
    const sandbox = createSandbox({ fixtures: ['busy-shop'] })
    const { html, text } = await readPage(sandbox, '/records/events')
    expect(countIn(html)).toBe(sandbox.events.count())
    expect(text).toContain(sandbox.events.count().toLocaleString('en'))
  })

  test('leaves those about deliveries out, also after the older ones are gone', async ({
    sandbox,
    client,
  }) => {
    sandbox.webhooks.onDelivery(() => 500)
    await client.charge()
    await sandbox.clock.advance('89d')
    await client.charge()
    await sandbox.webhooks.settle()
    await sandbox.clock.advance('2d')
    const own = sandbox.events.list(({ key }) => !key.startsWith('webhooks.'))
    expect(own).not.toEqual([])
    expect(countIn((await readPage(sandbox, '/')).html)).toBe(own.length)
  })
})

test('GET / is once in the journal, under the id of its answer', async ({ sandbox }) => {
  for (const [accept, status] of [
    ['*/*', 200],
    ['text/html', 302],
  ] as const) {
    sandbox.requests.clear()
    const headers = { accept, authorization: sandbox.authorization.secret }
    const answer = await sandbox.fetch(`${sandbox.url}/`, { headers, redirect: 'manual' })
    expect(sandbox.requests.list().map((one) => [one.method, one.path, one.status, one.id])).toEqual([
      ['GET', '/', status, answer.headers.get('x-request-id')],
    ])
  }
})

test('a resend is called one: it is not the first attempt again', async ({ sandbox, client }) => {
  sandbox.webhooks.onDelivery(() => 204)
  await client.customer()
  await sandbox.webhooks.settle()
  const [first] = sandbox.webhooks.deliveries()
  await sandbox.webhooks.resend(first?.event.id ?? '')
  await sandbox.webhooks.settle()
  const again = sandbox.webhooks.deliveries().find(({ id }) => id !== first?.id)
  const article = await sheetAt(sandbox, `/webhooks?delivery=${again?.id}`)
  expect(article).toContain('Attempt sent again ')
  expect(article).toMatch(/ resend 204 /)
  expect(article.match(/attempt 1 /g)).toHaveLength(1)
  const { text } = await readPage(sandbox, '/')
  expect(text).toMatch(/ resend customer\.create to /)
  expect(text).not.toMatch(/attempt 1 customer\.create to \S+ sent again/)
})

test('the page of a card asks for no code that it has no field for', async ({ sandbox, client }) => {
  const charge = await client.charge({ authentication: '3DS', return_uri: 'https://shop.example' })
  const answer = await sandbox.fetch(String(charge.authorize_uri))
  const html = await answer.text()
  expect(html).not.toMatch(/<input(?![^>]*type="hidden")/)
  expect(textOf(html)).not.toMatch(/\bcode\b/)
})
