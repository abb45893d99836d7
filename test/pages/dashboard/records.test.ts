/** Contract 10: tables of records, the page of one, and search. */
import { describe, expect } from 'vitest'
import { type AnyReader, pageKinds } from '../../../src/sandbox/records/records'
import { idsIn, partOf, readPage, shopWithReceiver, storyIn, textOf } from '../../support/dashboard'
import { dispute } from '../../support/disputes'
import { recordStates } from '../../support/records'
import { setUp, setUpToRead, test } from '../../support/set-up'

/** All but those of the profile `omise`. */
const kinds = pageKinds.filter((kind) => kind !== 'checkoutSessions')

const shop = setUpToRead((sandbox) => sandbox.seed('busy-shop'))

describe('the table of', () => {
  test.each(kinds)('%s shows the newest first, and each leads to its page', async (kind) => {
    const sandbox = await shop()
    const page = await readPage(sandbox, `/records/${kind}`)
    const reader: AnyReader = sandbox[kind]
    const newest = reader.list(undefined, { last: 25 }).map(({ id }) => id)
    expect([page.status, idsIn(page)]).toEqual([200, newest.reverse()])
    for (const id of idsIn(page)) {
      const one = await readPage(sandbox, `/records/${kind}/${id}`)
      expect([one.status, textOf(partOf(one, 'article'))]).toEqual([200, expect.stringContaining(id)])
      break
    }
  })

  test('charges shows money as money, with state, payer and customer', async ({ sandbox, client }) => {
    const customer = await client.customer({ email: 'nok@example.com', card: (await client.token()).id })
    await client.charge({ amount: 100_050, customer: customer.id, card: '', metadata: { order: 'A-1001' } })
    const { text } = await readPage(sandbox, '/records/charges')
    expect(text).toMatch(/THB 1,000\.50 successful order A-1001 Visa ···· 4242 nok@example\.com 09:00:00/)
  })

  test('an empty sandbox says how to get a record', async () => {
    const { text } = await readPage(setUp().sandbox, '/records/charges')
    expect(text).toContain('There are no charges yet. The checkout makes a payment')
  })

  test('records of live mode and of another account are those of the address', async ({ sandbox }) => {
    const account = sandbox.createAccount()
    await account.live.trigger('customer.create', { email: 'live@example.com' })
    const there = await readPage(sandbox, `/records/customers?account=${account.id}&livemode=true`)
    const here = await readPage(sandbox, '/records/customers')
    expect([there.text.includes('live@example.com'), here.text.includes('live@example.com')]).toEqual([
      true,
      false,
    ])
    expect(there.html).toContain(`?account=${account.id}&amp;livemode=true`)
  })
})

describe('a page of records', () => {
  test.each([
    '/records/charges',
    '/search?q=coffee',
    '/records/events',
    '/records/disputes/first',
    '/records/charges/first',
  ])('%s stays below 60 kB', async (path) => {
    const sandbox = await shop()
    const kind = path.includes('disputes') ? sandbox.disputes : sandbox.charges
    const { status, html } = await readPage(sandbox, path.replace('first', kind.list()[0]?.id ?? ''))
    expect(status).toBe(200)
    expect(new TextEncoder().encode(html).length).toBeLessThan(60_000)
  })
})

describe('the page of a record', () => {
  test.for(recordStates)(
    '$kind, $state: has exactly the buttons of the moves that are possible',
    async ({ kind, make, moves }, { setup }) => {
      const { id } = await make(setup)
      const page = await readPage(setup.sandbox, `/records/${kind}/${id}`)
      const forms = [
        ...partOf(page, 'article').matchAll(
          /data-send="POST \/_sandbox\/records\/\w+\/[^/"]+\/([a-z-]+)".*?<button type="submit"[^>]*>([^<]*)</gs,
        ),
      ]
      expect(forms.map(([, slug]) => slug)).toEqual(moves)
      expect(forms.map(([, , name = '']) => name.toLowerCase().replaceAll(' ', '-'))).toEqual(moves)
    },
  )

  test('shows the fields that say something, amounts as money: of a charge its fees once it is paid', async ({
    sandbox,
    client,
  }) => {
    const paid = await client.charge({ amount: 100_000, return_uri: 'https://shop.example/thanks' })
    const held = await client.charge({ amount: 100_000, capture: false })
    const factsOf = async ({ id }: { readonly id: string }) => {
      const { html } = await readPage(sandbox, `/records/charges/${id}`)
      return textOf(/(?<=<article.*)<dl class="facts">.*?<\/dl>(?=<section)/s.exec(html)?.[0] ?? '')
    }
    const facts = await factsOf(paid)
    expect(facts).toContain('Net THB 960.94 Fee THB 36.50 Fee VAT THB 2.56')
    expect(facts).toContain('Return URI https://shop.example/thanks')
    expect(facts).not.toMatch(/Amount|Captured amount|Livemode|Interest/)
    expect(await factsOf(held)).not.toMatch(/Net|Fee/)
  })

  test('shows each move as curl and as a line of a test', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    const { text } = await readPage(sandbox, `/records/charges/${id}`)
    expect(text).toContain(`/charges/${id}/refunds -u ${sandbox.keys.secret}: -d amount=100000`)
    expect(text).toContain(
      `sandbox.simulate.openDispute('${id}', { reasonCode: 'goods_or_services_not_provided' })`,
    )
    expect(text).toContain(`sandbox.charges.get('${id}')`)
  })

  test('tells its story, newest first: requests with what they changed, events, and deliveries with their outcome', async () => {
    const { sandbox, client, receiver } = shopWithReceiver(() => 503)
    const { id } = await client.charge({ amount: 100_000, capture: false })
    await client.post(`/charges/${id}/capture`)
    await client.post(`/charges/${id}/reverse`)
    sandbox.simulate.openDispute(id)
    await sandbox.webhooks.settle()
    const story = storyIn(await readPage(sandbox, `/records/charges/${id}`))
    const order = [
      'charge.dispute.create',
      `/charges/${id}/reverse`,
      `/charges/${id}/capture`,
      'authorized to paid',
      'new to authorized',
    ]
    const places = order.map((text) => story.indexOf(text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(story).toContain(receiver)
    expect(story).toContain('503')
  })

  test('of an event shows the attempts to deliver it, also those of a resend', async ({ sandbox }) => {
    sandbox.webhooks.onDelivery(() => new Response(null, { status: 503 }))
    const { id } = await sandbox.trigger('customer.create')
    await sandbox.webhooks.settle()
    await sandbox.webhooks.resend(id)
    expect(storyIn(await readPage(sandbox, `/records/events/${id}`)).match(/503/g)).toHaveLength(2)
  })

  test('names what belongs to it, both ways', async ({ sandbox, client }) => {
    const customer = await client.customer({ card: (await client.token()).id })
    const { id } = await client.charge({ amount: 100_000, customer: customer.id, card: '' })
    const refund = await client.refund(id, { amount: 1000 })
    const opened = await dispute(client, id)
    const belongs = async (path: string) => partOf(await readPage(sandbox, path), 'article')
    const ofCharge = await belongs(`/records/charges/${id}`)
    for (const other of [customer.id, refund.id, opened.id]) expect(ofCharge).toContain(`/${other}"`)
    expect(await belongs(`/records/customers/${customer.id}`)).toContain(`/records/charges/${id}"`)
    expect(await belongs(`/records/disputes/${opened.id}`)).toContain(`/records/charges/${id}"`)
    expect(await belongs(`/records/refunds/${refund.id}`)).toContain(`/records/charges/${id}"`)
  })

  test('shows the ledger lines: debits and credits are equal', async ({ sandbox, client }) => {
    const { id } = await client.charge({ amount: 100_000 })
    const { html } = await readPage(sandbox, `/records/charges/${id}`)
    const ledger = textOf(/<table class="ledger".*?<\/table>/s.exec(html)?.[0] ?? '')
    expect(ledger).toMatch(/charge\.captured\.net trxn_test_\w+ .*acquirer THB 1,000\.00/)
    expect(ledger).toContain('merchant THB 960.94')
  })

  test('marks where its state machine is', async ({ sandbox, client }) => {
    const { id } = await client.charge({ capture: false })
    const { html } = await readPage(sandbox, `/records/charges/${id}`)
    expect(html).toMatch(/<g class="node state-authorized is-here wait"><rect[^>]*><text[^>]*>authorized</)
  })
})
