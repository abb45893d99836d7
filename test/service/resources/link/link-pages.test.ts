import { describe, expect, test } from 'vitest'
import type { Link } from '../../../../src/index'
import { cardForm, keysOf, openLink, visit } from '../../../support/schedules'
import { stateOf } from '../../../support/set-up'

const browser = true

const noCard = Object.fromEntries(Object.keys(cardForm()).map((name) => [name, '']))
const byCode = { 'source[type]': 'promptpay', ...noCard }

describe('the page behind payment_uri (assumption link-address)', () => {
  test('shows what is paid for, a form for a card and, in baht, a way to pay by code', async () => {
    const { sandbox, link } = await openLink()
    const { status, text } = await visit(sandbox, link.payment_uri, { browser })
    expect(status).toBe(200)
    expect(text).toContain('<h1>Coffee</h1>')
    expect(text).toContain('THB 200.00')
    for (const name of Object.keys(cardForm())) expect(text).toContain(`name="${name}"`)
    expect(text).toContain('value="promptpay"')
    expect(text).not.toContain('<script')
  })

  test('offers no code in a currency without one', async () => {
    const { sandbox, link } = await openLink({ currency: 'jpy', amount: 500 })
    const { text } = await visit(sandbox, link.payment_uri, { browser })
    expect(text).toContain('JPY 500')
    expect(text).not.toContain('promptpay')
  })

  test('shows what the merchant wrote as text, never as markup', async () => {
    const { sandbox, link } = await openLink({ title: '<img src=x>', description: '"><script>1</script>' })
    for (const address of [link.payment_uri, `${link.payment_uri}/complete`]) {
      const { text } = await visit(sandbox, address, { browser })
      expect(text).not.toMatch(/<img src=x|<script/)
      expect(text).toContain('&lt;img src=x&gt;')
    }
  })

  test('leads a paying browser to a word of thanks', async () => {
    const { sandbox, link, pay } = await openLink()
    const paid = await pay(cardForm(), browser)
    expect(paid.status).toBe(303)
    expect(paid.location).toBe(`${link.payment_uri}/complete?charge=${sandbox.charges.last()?.id}`)
    const thanks = await visit(sandbox, paid.location ?? '', { browser })
    expect(thanks.text).toContain('Thank you')
    const again = await visit(sandbox, link.payment_uri, { browser })
    expect(again).toMatchObject({ status: 200, text: expect.stringContaining('already used') })
  })

  test('leads to the code, whose buttons replace the bank', async () => {
    const { sandbox, pay } = await openLink()
    const { location } = await pay(byCode, browser)
    const shown = await visit(sandbox, location ?? '', { browser })
    const [, image = ''] = /<img class="code"[^>]* src="([^"]+)"/.exec(shown.text) ?? []
    expect((await visit(sandbox, new URL(image, location ?? '').href)).text).toMatch(/^<svg/)
    const paid = await visit(sandbox, location ?? '', { body: { result: 'success' }, browser })
    expect(paid.text).toContain('Thank you')
    expect(sandbox.links.last()?.used).toBe(true)
    expect(keysOf(sandbox, /link.payment.complete/)).toHaveLength(1)
    await visit(sandbox, location ?? '', { body: { result: 'failure' }, browser })
    expect(sandbox.charges.last()?.paid).toBe(true)
  })

  test('leads back from a cancelled code', async () => {
    const { sandbox, link, pay } = await openLink()
    const { location } = await pay(byCode, browser)
    const cancelled = await visit(sandbox, location ?? '', { body: { result: 'failure' }, browser })
    expect(cancelled.text).toContain('You cancelled the payment')
    expect(cancelled.text).toContain(`href="../..${new URL(link.payment_uri).pathname}"`)
  })

  test('leads to the bank if it must authenticate the cardholder, and back', async () => {
    const { sandbox, link, pay } = await openLink()
    const asked = await pay(cardForm('4111111111140003'), browser)
    expect(asked.location).toBe(sandbox.charges.last()?.authorize_uri)
    const answered = await visit(sandbox, asked.location ?? '', { body: { result: 'failure' }, browser })
    expect(answered.location).toBe(`${link.payment_uri}/complete`)
    const word = await visit(sandbox, answered.location ?? '', { browser })
    expect(word.text).toContain('Your bank rejected the payment')
  })

  test.each([
    ['a declined card', cardForm('4111111111140011'), 402, 'not enough money'],
    ['a bad number', cardForm('4242424242424241'), 400, 'Check the marked fields'],
    ['nothing', noCard, 400, 'Check the marked fields'],
  ])('shows the form again with the error: %s', async (_, body, status, text) => {
    const { pay } = await openLink()
    expect(await pay(body, browser)).toMatchObject({
      status,
      text: expect.stringMatching(new RegExp(`role="alert">[^<]*${text}`)),
    })
  })

  test('of an unknown link is not found', async () => {
    const { sandbox, link } = await openLink()
    const address = `${sandbox.url}/pay/0000000000000000000`
    expect(await visit(sandbox, address, { browser })).toMatchObject({ status: 404 })
    expect(await visit(sandbox, address, { body: cardForm() })).toMatchObject({ status: 404 })
    expect(await visit(sandbox, link.payment_uri.toLowerCase(), { browser })).toMatchObject({ status: 404 })
  })

  test('of a deleted link says so', async () => {
    const { sandbox, client, link, pay } = await openLink()
    await client.delete(`/links/${link.id}`)
    expect(await visit(sandbox, link.payment_uri, { browser })).toMatchObject({
      status: 404,
      text: expect.stringContaining('was deleted'),
    })
    expect((await pay(cardForm())).body).toMatchObject({ code: 'invalid_link', message: 'link was deleted' })
    expect((await pay(cardForm(), browser)).status).toBe(400)
  })
})

describe('a link of amount 0: the payer decides (assumption link-amounts)', () => {
  test.each<[given: Record<string, string>, amount: number, currency: string]>([
    [{ amount: '2000' }, 2000, 'thb'],
    [{ amount_in_units: '150' }, 15_000, 'thb'],
    [{ amount_in_units: '1,150.5' }, 115_050, 'thb'],
    [{ amount_in_units: '5,000.00' }, 500_000, 'thb'],
    [{ amount_in_units: ' 20.00 ' }, 2000, 'thb'],
    [{ amount_in_units: '1500' }, 1500, 'jpy'],
    [{ amount_in_units: '1,500' }, 1500, 'jpy'],
  ])('%j is %i subunits of %s', async (given, amount, currency) => {
    const { pay } = await openLink({ amount: 0, currency })
    expect((await pay({ ...cardForm(), ...given })).body).toMatchObject({ paid: true, amount })
  })

  test('the page asks for it', async () => {
    const { sandbox, link, pay } = await openLink({ amount: 0 })
    expect((await visit(sandbox, link.payment_uri, { browser })).text).toContain('name="amount_in_units"')
    await pay({ ...byCode, amount_in_units: '30' })
    expect(sandbox.charges.last()).toMatchObject({ amount: 3000, source: { amount: 3000 } })
  })

  const notNumbers = ['', '20.005', '50,00', '5,00.00', '50,0000', '1.500,00', '5e3', '-20', '9'.repeat(30)]
  const noNumber: [code: string, message: RegExp] = ['invalid_link', /^amount is not a number/]
  type Refused = [given: Record<string, string>, code: string, message: RegExp, currency?: string]
  test.each<Refused>([
    [{}, ...noNumber],
    [{ amount: 'all' }, ...noNumber],
    ...notNumbers.map((text): Refused => [{ amount_in_units: text }, ...noNumber]),
    [{ amount_in_units: '1500.5' }, ...noNumber, 'jpy'],
    [{ amount_in_units: '1,50' }, ...noNumber, 'jpy'],
    [{ amount: '0' }, 'invalid_amount', /greater than 0/],
    [{ amount_in_units: '19.99' }, 'invalid_charge', /at least 2000/],
    [{ amount_in_units: '999999999999' }, 'invalid_charge', /at most/],
  ])('%j is refused', async (given, code, message, currency = 'thb') => {
    const { sandbox, pay } = await openLink({ amount: 0, currency })
    const before = stateOf(sandbox)
    const answer = await pay({ ...cardForm(), ...given })
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.stringMatching(message) } })
    expect(stateOf(sandbox)).toBe(before)
  })
})

describe('400 and 404: a link refuses a payment', () => {
  test.each([
    ['another amount', { ...cardForm(), amount: '1' }, 400, 'invalid_link'],
    ['nothing at all', {}, 400, 'missing_card'],
    ['an unknown token', { card: 'tokn_test_x' }, 404, 'not_found'],
    ['bad card data', { 'card[number]': '4242' }, 400, 'invalid_card'],
    ['a card and a code', { ...cardForm(), 'source[type]': 'promptpay' }, 400, 'bad_request'],
    ['an unknown method', { 'source[type]': 'shells' }, 400, 'bad_request'],
  ])('%s', async (_, body: Record<string, string>, status, code) => {
    const { sandbox, pay } = await openLink()
    const before = stateOf(sandbox)
    expect(await pay(body)).toMatchObject({ status, body: { object: 'error', code } })
    expect(stateOf(sandbox)).toBe(before)
  })

  test('a body that is neither a form nor JSON', async () => {
    const { sandbox, link } = await openLink()
    const send = (headers: Record<string, string>, body: string) =>
      sandbox.fetch(link.payment_uri, { method: 'POST', headers, body })
    expect((await send({ 'content-type': 'application/json' }, '{')).status).toBe(400)
    expect((await send({ 'content-type': 'application/xml' }, '<a/>')).status).toBe(400)
  })

  test('JSON pays as well as a form', async () => {
    const { sandbox, link } = await openLink()
    const answer = await sandbox.fetch(link.payment_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: { type: 'promptpay' } }),
    })
    expect(await answer.json()).toMatchObject({ object: 'charge', status: 'pending', link: link.id })
  })

  test('an outcome that is neither success nor failure', async () => {
    const { sandbox, pay } = await openLink()
    const { location } = await pay(byCode, browser)
    const answer = await visit(sandbox, location ?? '', { body: { result: 'maybe' } })
    expect(answer.body).toMatchObject({ code: 'bad_request' })
    const link: Link | undefined = sandbox.links.last()
    expect(link?.used).toBe(false)
  })
})
