/** Contract 10: /_sandbox/webhooks, where events go and what became of them. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { partOf, readPage, sheetAt, shopWithReceiver, textOf } from '../../support/dashboard'
import { test } from '../../support/set-up'

/** A charge whose two events met this answer. */
const delivered = async (status: number) => {
  const shop = shopWithReceiver(() => status)
  const charge = await shop.client.charge({ amount: 50_000 })
  await shop.sandbox.webhooks.settle()
  return { ...shop, charge, deliveries: shop.sandbox.webhooks.deliveries() }
}

/** The attempts of a page, newest first, as text. */
const attemptsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<li id="list-.*?<\/li>/gs)].map(([line]) => textOf(line))

describe('the attempts', () => {
  test('are shown newest first, each with event, answer, record and address', async () => {
    const { sandbox, charge, receiver } = await delivered(500)
    const { html } = await readPage(sandbox, '/webhooks')
    const [newest, first] = attemptsIn(html)
    expect(newest).toMatch(new RegExp(`charge.complete 500 ${charge.id} ${receiver} next in 1 minute`))
    expect(first).toContain('charge.create 500')
    expect(html.match(/<li id="list-\w+" class="bad"/g)).toHaveLength(2)
  })

  test('that a receiver refused are said on the page of the charge, until it takes them', async () => {
    let answer = () => new Response('queue full', { status: 503 })
    const { sandbox, client } = shopWithReceiver(() => answer())
    const { id } = await client.charge()
    await sandbox.webhooks.settle()
    const read = async () => readPage(sandbox, `/records/charges/${id}`)
    const { html, text } = await read()
    const last = sandbox.webhooks.deliveries().at(-1)
    expect(text).toContain('Not delivered: charge.create, charge.complete. The last attempt: 503, queue full')
    expect(html).toContain(`<a href="/_sandbox/webhooks?delivery=${last?.id}">503, queue full</a>`)
    answer = () => new Response(null, { status: 204 })
    await sandbox.webhooks.resend(sandbox.events.list(({ key }) => key === 'charge.create')[0]?.id ?? '')
    expect((await read()).text).toContain('Not delivered: charge.complete. The last')
    await sandbox.clock.advance('5m')
    expect((await read()).text).not.toContain('Not delivered')
  })

  test.each([
    ['retried, succeeded at', async (sandbox: Sandbox) => void (await sandbox.clock.advance('2m'))],
    [
      'sent again, succeeded at',
      async (sandbox: Sandbox) => {
        await sandbox.clock.advance('5s')
        for (const { id } of sandbox.events.list(({ key }) => key.startsWith('charge.')))
          await sandbox.webhooks.resend(id)
      },
    ],
  ])('that failed say when their event was %s, and no story of it is red any more', async (words, repeat) => {
    let status = 503
    const { sandbox, client } = shopWithReceiver(() => status)
    const { id } = await client.charge()
    await sandbox.webhooks.settle()
    const [{ id: failed } = expect.fail('nothing was sent')] = sandbox.webhooks.deliveries()
    const request = sandbox.requests.last({ path: '/charges' })
    const pages = [
      '/',
      `/records/charges/${id}`,
      `/requests/${request?.id}`,
      '/webhooks',
      `/webhooks?delivery=${failed}`,
    ]
    const read = async () => Promise.all(pages.map((path) => readPage(sandbox, path)))
    for (const { text } of await read()) expect(text).not.toContain('succeeded at')
    const isRed = (html: string) => html.includes(`<li id="story-${request?.id}" class="bad"`)
    expect((await read()).map(({ html }) => isRed(html))).toEqual([true, true, true, false, false])
    status = 204
    await repeat(sandbox)
    const time = sandbox.webhooks.deliveries().at(-1)?.created_at.slice(11, 19)
    for (const [i, { html, text }] of (await read()).entries()) {
      expect(text, pages[i]).toContain(`${words} ${time}`)
      expect(isRed(html), pages[i]).toBe(false)
    }
  })

  test('that succeeded are not red, and say nothing of a next one', async () => {
    const { sandbox } = await delivered(204)
    const { html } = await readPage(sandbox, '/webhooks')
    expect(html).not.toContain('class="bad"')
    expect(attemptsIn(html)[0]).not.toContain('next')
  })

  test.each([
    ['?q=complete', ['charge.complete']],
    ['?q=CREATE 500', ['charge.create']],
    ['?q=nothing-like-it', []],
    ['?outcome=bad', ['charge.complete', 'charge.create']],
    ['?outcome=good', []],
  ])('that fit %s are shown', async (query, expected) => {
    const { sandbox } = await delivered(500)
    const { html } = await readPage(sandbox, `/webhooks${query}`)
    expect(attemptsIn(html).map((line) => /charge\.\w+/.exec(line)?.[0])).toEqual(expected)
  })

  test('are found by the order of their charge, and name it', async () => {
    const { sandbox, client } = await delivered(500)
    await client.charge({ metadata: { order: 'A-1001' } })
    await sandbox.webhooks.settle()
    const lines = attemptsIn((await readPage(sandbox, '/webhooks?q=a-1001')).html)
    expect(lines.map((line) => /charge\.\w+/.exec(line)?.[0])).toEqual(['charge.complete', 'charge.create'])
    for (const line of lines) expect(line).toContain('order A-1001')
  })

  test('are twenty-five on a page, with a link to the older ones', async () => {
    const { sandbox, client } = await delivered(204)
    for (let i = 0; i < 25; i += 1) await client.charge()
    await sandbox.webhooks.settle()
    const { html } = await readPage(sandbox, '/webhooks')
    expect(attemptsIn(html)).toHaveLength(25)
    const older = /href="\/_sandbox(\/webhooks\?before=\w+)"/.exec(html)?.[1] ?? ''
    expect(attemptsIn((await readPage(sandbox, older)).html)).toHaveLength(25)
  })

  test('are explained while there are none', async ({ sandbox }) => {
    const { text } = await readPage(sandbox, '/webhooks')
    expect(text).toContain('Events go nowhere yet')
    expect(text).toContain('Nothing was sent yet')
  })
})

describe('an attempt', () => {
  test('is opened with its answer, cause, the other attempts, and a button that sends again', async () => {
    const { sandbox, deliveries, charge, receiver } = await delivered(500)
    await sandbox.clock.advance('2m')
    const [{ id = '', event } = {}] = deliveries
    const page = await readPage(sandbox, `/webhooks?delivery=${id}`)
    const sheet = partOf(page, 'article')
    const text = textOf(sheet)
    for (const shown of [
      receiver,
      'Answer 500',
      `About ${charge.id}`,
      'Caused by POST /charges',
      'attempt 2',
    ])
      expect(text).toContain(shown)
    expect(sheet).toContain(`data-send="POST /_sandbox/events/${event?.id}/resend"`)
  })

  test('is shown under the time that its event was sent, where that happened again', async () => {
    const { sandbox, deliveries } = await delivered(500)
    const [{ id = '', event } = {}] = deliveries
    await sandbox.clock.advance('2m')
    const headings = async () =>
      [...(await readPage(sandbox, `/webhooks?delivery=${id}`)).html.matchAll(/<h4>(Sent.*?)<\/h4>/g)].map(
        ([, text = '']) => textOf(text),
      )
    expect(await headings()).toEqual([])
    await sandbox.webhooks.resend(event?.id ?? '')
    await sandbox.clock.advance('2m')
    expect(await headings()).toEqual([
      'Sent again at 2026-01-15 09:02:00',
      'Sent first at 2026-01-15 09:00:00',
    ])
    const list = attemptsIn((await readPage(sandbox, '/webhooks?q=create')).html)
    expect(list.map((line) => /create (.*?) ?500/.exec(line)?.[1])).toEqual([
      'attempt 2, sent again',
      'sent again',
      'attempt 2',
      '',
    ])
  })

  test('that a fault copied is called a copy, and not sent again', async () => {
    const { client, sandbox } = shopWithReceiver(() => 204)
    sandbox.faults.addWebhook({ event: 'charge.create', duplicate: 1 })
    await client.charge()
    await sandbox.webhooks.settle()
    const copy = sandbox.webhooks.deliveries(({ event }) => event.key === 'charge.create')[1]
    await sandbox.webhooks.resend(copy?.event.id ?? '')
    const { html } = await readPage(sandbox, '/webhooks?q=charge.create')
    expect(attemptsIn(html).map((line) => /create (.*?) ?204/.exec(line)?.[1])).toEqual([
      'sent again',
      'a copy made by a fault',
      '',
    ])
    const sheet = await sheetAt(sandbox, `/webhooks?delivery=${copy?.id}`)
    for (const shown of [
      '1 since it was copied by a fault',
      'Copied by a fault at',
      'Sent again at',
      'Sent first at',
    ])
      expect(sheet).toContain(shown)
    expect((await readPage(sandbox, '/')).text).toMatch(
      /attempt 1 charge.create to \S+ a copy made by a fault/,
    )
  })

  test.each([
    [401, 'compare its secret'],
    [404, 'compare the address'],
    [500, 'its own log says why'],
  ])('that was answered %i says where to look', async (status, advice) => {
    const { sandbox, deliveries } = await delivered(status)
    expect(await sheetAt(sandbox, `/webhooks?delivery=${deliveries[0]?.id}`)).toContain(advice)
  })

  test.each([{ drop: true }, { respond: { status: 503 } }])(
    'that met the fault %j says so',
    async (fault) => {
      const { sandbox, client } = await delivered(204)
      sandbox.faults.addWebhook({ event: 'customer.create', ...fault })
      await client.customer()
      await sandbox.webhooks.settle()
      const [{ id = '' } = {}] = sandbox.webhooks.deliveries(undefined, { last: 1 })
      expect(await sheetAt(sandbox, `/webhooks?delivery=${id}`)).toContain('The receiver was not called')
    },
  )

  test('that was delivered has no advice', async () => {
    const { sandbox, deliveries } = await delivered(204)
    expect(await sheetAt(sandbox, `/webhooks?delivery=${deliveries[0]?.id}`)).not.toContain('Advice')
  })

  test('shows how the signed text is signed by hand, and which secret made each signature', async () => {
    const { sandbox, deliveries } = await delivered(204)
    await sandbox.fetch(`${sandbox.url}/webhooks/secrets`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    const [{ id = '', payload = '', headers = {} } = {}] = deliveries
    const text = await sheetAt(sandbox, `/webhooks?delivery=${id}`)
    expect(text).toContain(`${headers['service-signature-timestamp']}.${payload}`)
    expect(text).toMatch(new RegExp(`${headers['service-signature']} by whsec_\\w+`))
    expect(text).toContain('openssl dgst -sha256')
  })

  test('with a wrong signature is said to be so, and one without has none', async () => {
    const { sandbox, client } = await delivered(204)
    sandbox.faults.addWebhook({ event: 'charge.create', signature: 'invalid' })
    sandbox.faults.addWebhook({ event: 'charge.complete', signature: 'missing' })
    await client.charge()
    await sandbox.webhooks.settle()
    const sheets = await Promise.all(
      sandbox.webhooks
        .deliveries(undefined, { last: 2 })
        .map(async ({ id }) => (await readPage(sandbox, `/webhooks?delivery=${id}`)).text),
    )
    expect(sheets.filter((text) => text.includes('with none of the current secrets'))).toHaveLength(1)
    expect(sheets.filter((text) => text.includes('It has no signature'))).toHaveLength(1)
  })
})

describe('the settings', () => {
  test('name every address; those of the account can be removed', async () => {
    const { sandbox, client, receiver } = shopWithReceiver(() => 204)
    await client.patch('/account', {
      webhook_uri: 'http://127.0.0.1:9/a',
      webhook_endpoints: ['http://127.0.0.1:9/b'],
    })
    const { html, text } = await readPage(sandbox, '/webhooks')
    for (const uri of [receiver, 'http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']) expect(text).toContain(uri)
    expect(html.match(/aria-label="Remove http/g)).toHaveLength(2)
  })

  test('show the secrets to the machine of the sandbox', async ({ sandbox }) => {
    const { html } = await readPage(sandbox, '/webhooks')
    expect(html).toContain(`data-copy="${sandbox.webhooks.secret}"`)
  })
})
