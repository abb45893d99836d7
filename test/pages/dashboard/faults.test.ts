/** Contract 10: /_sandbox/faults, what fails on purpose. */
import { describe, expect } from 'vitest'
import type { FaultOptions } from '../../../src/index'
import { makeControl } from '../../support/control'
import { partOf, readPage, textOf } from '../../support/dashboard'
import { setUp, test } from '../../support/set-up'

const rowsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr id="fault-.*?<\/tr>/gs)].map(([row]) => textOf(row))

describe('the page of faults', () => {
  test.each<[FaultOptions, string]>([
    [{ method: 'POST', path: '/charges', respond: { status: 500 } }, 'POST /charges answers 500'],
    [{ delayMs: 2000, times: 1_000_000 }, 'Every request waits 2,000 ms 0'],
    [{ holdMs: 2000 }, 'Every request happens, and waits 2,000 ms for its answer'],
    [{ event: '*', early: true }, 'Every webhook comes before the answer of its request'],
    [{ delayMs: [100, 500] }, 'Every request waits 100 to 500 ms'],
    [{ path: '/charges/*/capture', drop: 'request' }, '/charges/*/capture is cut before anything happens'],
    [{ card: '4111111111140011', drop: 'response' }, 'by card …0011 happens, and is cut before its answer'],
    [
      { body: { order: 'A' }, respond: { status: 503, code: 'busy' }, after: 2 },
      'answers 503 busy after 2 others',
    ],
    [{ event: 'charge.*', drop: true, times: 3 }, 'Webhooks charge.* does not arrive 0 of 3'],
    [{ event: '*', respond: { status: 503 } }, 'Every webhook is answered 503 before it arrives 0 of 1'],
    [{ event: '*', url: 'http://a/*', duplicate: 1 }, 'Every webhook to http://a/* comes 2 times'],
    [
      { event: '*', signature: 'stale', delayMs: 5, reorder: true },
      'comes 5 ms later, is overtaken by the next, has an old timestamp',
    ],
  ])('says in words what %j does', async (fault, words) => {
    const { sandbox } = setUp({ faults: [fault] })
    const [row] = rowsIn((await readPage(sandbox, '/faults')).html)
    expect(row).toContain(words)
  })

  test('shows the hits of each, the newest first', async ({ sandbox, client }) => {
    sandbox.faults.add({ path: '/charges', respond: { status: 500 } })
    sandbox.faults.add({ path: '/refunds', respond: { status: 500 }, times: 2 })
    await client.post('/charges', {})
    const rows = rowsIn((await readPage(sandbox, '/faults')).html)
    expect(rows).toEqual([
      expect.stringMatching(/^waiting \/refunds .* 0 of 2/),
      expect.stringMatching(/^used \/charges .* 1 of 1/),
    ])
  })

  test('says so where nothing fails, and offers faults of one click', async ({ sandbox }) => {
    const { text } = await readPage(sandbox, '/faults')
    expect(text).toContain('Nothing fails on purpose')
    for (const name of [
      'The next charge answers 500',
      'The next refund answers 500',
      'Every request waits 2 seconds',
      'The next webhook is answered 503',
    ])
      expect(text).toContain(name)
  })

  test('offers only faults that the control plane takes', async ({ sandbox, control }) => {
    const main = partOf(await readPage(sandbox, '/faults'), 'main')
    const presets = [...main.matchAll(/data-send="POST \/faults" data-body="([^"]*)"/g)].map(([, body]) =>
      JSON.parse(textOf(body ?? '')),
    )
    const statuses = await Promise.all(
      presets.map(async (preset) => (await control.post('/faults', preset)).status),
    )
    expect(statuses).toEqual(Array.from({ length: 13 }, () => 200))
  })
})

describe('DELETE /_sandbox/faults/:id', () => {
  test('removes that fault, of requests or webhooks, and keeps the hits of the others', async () => {
    const { sandbox, client } = setUp()
    const control = makeControl(sandbox)
    const first = sandbox.faults.add({ path: '/charges', respond: { status: 500 } })
    const second = sandbox.faults.add({ path: '/refunds', drop: 'request' })
    const third = sandbox.faults.addWebhook({ event: '*', drop: true })
    await client.post('/charges', {})
    for (const { id } of [second, third]) expect((await control.delete(`/faults/${id}`)).status).toBe(200)
    expect(sandbox.faults.list()).toEqual([{ ...first, hits: 1 }])
    expect((await control.delete(`/faults/${third.id}`)).status).toBe(404)
    expect(sandbox.faults.add({ drop: 'request' }).id).not.toBe(first.id)
  })
})
