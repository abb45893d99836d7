/** Contract 10: /_sandbox/fixtures, what is loaded, recorded, kept and restored. */
import { describe, expect } from 'vitest'
import { makeControl } from '../../support/control'
import { readPage } from '../../support/dashboard'
import { setUp, test } from '../../support/set-up'

describe('the page of fixtures', () => {
  test('lists the shipped ones, each with what it is about', async ({ sandbox }) => {
    const { text } = await readPage(sandbox, '/fixtures')
    expect(text).toContain('saved-card A customer with a saved card, ready to be charged')
    expect(text).toContain('busy-shop')
  })

  test('lists the snapshots, newest first, by name, and at most 25', async ({ sandbox, control }) => {
    await control.post('/snapshots', { name: 'before the refund' })
    await control.post('/snapshots', {})
    const { text, html } = await readPage(sandbox, '/fixtures')
    expect(text.indexOf('snap_2')).toBeLessThan(text.indexOf('before the refund'))
    expect(html).toContain('data-send="POST /snapshots/snap_1/restore"')
    for (let i = 0; i < 30; i += 1) await control.post('/snapshots', {})
    const many = await readPage(sandbox, '/fixtures')
    expect(many.html.match(/<tr id="snapshot-/g)).toHaveLength(25)
    expect(many.text).toContain('And 7 older ones.')
  })
})

describe('a fixture as text', () => {
  test('is loaded, in YAML or JSON, into the account and the mode of the page', async () => {
    const { sandbox } = setUp()
    const control = makeControl(sandbox)
    const other = sandbox.createAccount()
    const yaml = 'charges:\n  - { as: order, amount: 125000, currency: thb }'
    const { status, body } = await control.post(`/fixtures?account=${other.id}&livemode=true`, { yaml })
    expect([status, body]).toEqual([200, { ids: { order: other.live.charges.last()?.id } }])
    const json = JSON.stringify({ customers: [{ as: 'somchai', email: 'somchai@example.com' }] })
    expect((await control.post('/fixtures', { yaml: json })).status).toBe(200)
    expect([sandbox.charges.count(), sandbox.customers.count()]).toEqual([0, 1])
  })

  test('with mistakes changes nothing, and each is named with its line', async ({ sandbox }) => {
    const yaml = 'charges:\n  - { amount: 125000, currency: thb }\n  - { amount: 1000 }'
    const { status, body } = await makeControl(sandbox).post('/fixtures', { yaml })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      error: { issues: [{ path: 'charges[1].currency', message: 'is missing' }] },
    })
    expect(JSON.stringify(body)).toContain('line 3, column 5: charges[1].currency is missing')
    expect(sandbox.charges.count()).toBe(0)
  })

  test('is downloaded by a browser, and loads again', async ({ sandbox, client }) => {
    await client.charge({ amount: 77_700 })
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/fixtures/recorded.yaml`, {
      headers: { accept: 'text/html,*/*' },
    })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="recorded.yaml"')
    const fresh = setUp().sandbox
    expect((await makeControl(fresh).post('/fixtures', { yaml: await answer.text() })).status).toBe(200)
    expect(fresh.charges.last()?.amount).toBe(77_700)
  })
})
