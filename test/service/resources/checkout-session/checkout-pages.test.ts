/** The page of a hosted checkout: what a payer sees, and where each way ends (assumption checkout-sessions). */
import { describe, expect, test } from 'vitest'
import { cancelUrl, completeUrl, openCheckout } from '../../../support/checkout'
import { cardForm, visit } from '../../../support/schedules'

const browser = true

/** The answer of a bank, on its page. */
const answer = (result: 'success' | 'failure') => ({ body: { result }, browser })

describe('the page', () => {
  test('shows the shop, what is paid for, the amount, a form for a card, test cards, and the way back', async () => {
    const { show } = await openCheckout({ payment_methods: ['card', 'promptpay'] })
    const { status, text } = await show()
    expect(status).toBe(200)
    const shown = ['<h1>Order 7</h1>', 'THB 1,500.00', 'shop.example', 'value="promptpay"', 'name="leave"']
    for (const part of shown) expect(text).toContain(part)
    for (const name of Object.keys(cardForm())) expect(text).toContain(`name="${name}"`)
    for (const value of ['successful', 'three_d_secure', 'passkey', 'insufficient_fund'])
      expect(text).toContain(`name="test_card" value="${value}"`)
    expect(text).not.toMatch(/<script| style="/)
  })

  test('offers only the methods of the session, or those of the capability that take the amount', async () => {
    const typesIn = (text: string) =>
      [...text.matchAll(/name="source\[type\]" value="(\w+)"/g)].map(([, type]) => type)
    const given = await openCheckout({ payment_methods: ['promptpay', 'mobile_banking'] })
    const { text } = await given.show()
    expect(typesIn(text)).toEqual([
      'promptpay',
      ...['scb', 'kbank', 'bbl', 'bay', 'ktb'].map((bank) => `mobile_banking_${bank}`),
    ])
    expect(text).not.toMatch(/card\[number\]|test_card/)
    const open = typesIn((await (await openCheckout({ payment_methods: [] })).show()).text)
    expect(open).toEqual(expect.arrayContaining(['promptpay', 'truemoney', 'internet_banking_bay']))
    expect(open).not.toContain('installment_bay')
    expect(open).not.toContain('barcode_alipay')
    const inYen = await openCheckout({ currency: 'jpy', payment_methods: [] })
    expect(typesIn((await inYen.show()).text)).not.toContain('promptpay')
  })

  test('without cancel_url offers no way back, and refuses to leave', async () => {
    const { show, send, read } = await openCheckout({ redirect_urls: { complete_url: completeUrl } })
    expect((await show()).text).not.toContain('name="leave"')
    expect((await send({ leave: 'true' }, false)).body.message).toMatch(/without redirect_urls\[cancel_url\]/)
    expect((await read()).status).toBe('open')
  })

  test.each([
    ['en', 'en', 'Pay THB 1,500.00', 'Other ways to pay'],
    ['th', 'th', 'ชำระ THB 1,500.00', 'ช่องทางชำระเงินอื่น'],
    ['ja-JP', 'ja', 'THB 1,500.00 を支払う', 'その他のお支払い方法'],
    ['de', 'en', 'Pay THB 1,500.00', 'Other ways to pay'],
  ])('in locale %s is in %s', async (locale, lang, pay, others) => {
    const { show } = await openCheckout({ locale })
    const { text } = await show()
    for (const part of [`<html lang="${lang}">`, pay, others, '<footer lang="en">'])
      expect(text).toContain(part)
  })

  test('has the colours of the shop, as its policy allows', async () => {
    const { sandbox, session } = await openCheckout({
      style: { theme_color: '#173799', text_color: '#FFFFFF' },
    })
    const page = await sandbox.fetch(session.redirect_url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('--theme:#173799;')
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
  })

  test.each([
    ['#ffee00', '#000000'],
    ['#102030', '#ffffff'],
  ])('on %s alone writes in %s, which can be read', async (theme_color, text) => {
    const { show } = await openCheckout({ style: { theme_color } })
    expect((await show()).text).toContain(`--on-theme:${text}`)
  })

  test('shows what the shop wrote as text, never as markup', async () => {
    const { show } = await openCheckout({ description: '"><script>1</script>', order_id: '<img src=x>' })
    expect((await show()).text).not.toMatch(/<img src=x|<script/)
  })

  test('of no session is not found', async () => {
    const { sandbox } = await openCheckout()
    for (const path of ['', '/return?payment=1'])
      expect((await visit(sandbox, `/checkout/sess_test_none${path}`, { browser })).status).toBe(404)
  })

  test('lets its form go on to the payment page, the session and the shop', async () => {
    const { sandbox, session, send } = await openCheckout()
    const policyAt = async (url: string) =>
      (await sandbox.fetch(url, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')
    expect(await policyAt(session.redirect_url)).toContain('https://shop.example')
    const { location } = await send({ test_card: 'three_d_secure' })
    expect(await policyAt(location ?? '')).toContain(
      `form-action 'self' ${new URL(session.redirect_url).origin} https://shop.example`,
    )
  })
})

describe('a payment returns to complete_url with chargeId', () => {
  test.each([
    ['a card', { test_card: 'successful' }, 'successful'],
    ['a card that is typed', cardForm(), 'successful'],
    ['a card that is declined', { test_card: 'insufficient_fund' }, 'failed'],
  ])('at once, by %s', async (_, body, status) => {
    const { sandbox, send } = await openCheckout()
    const { status: code, location } = await send(body)
    const charge = sandbox.charges.last()
    expect([code, location]).toEqual([303, `${completeUrl}&chargeId=${charge?.id}`])
    expect(charge?.status).toBe(status)
  })

  test.each([
    ['3-D Secure', { test_card: 'three_d_secure' }],
    ['PromptPay', { 'source[type]': 'promptpay' }],
    ['internet banking', { 'source[type]': 'internet_banking_bay' }],
    ['a phone number', { 'source[type]': 'truemoney', 'source[phone_number]': '0812345678' }],
    ['what the sandbox fills in', { 'source[type]': 'atome', 'source[phone_number]': '0812345678' }],
  ])('by %s over a page of its own: paid, and refused', async (_, body) => {
    const { sandbox, send, toShop, read } = await openCheckout({ payment_methods: [] })
    for (const [result, status] of [
      ['failure', 'failed'],
      ['success', 'successful'],
    ] as const) {
      const { location } = await send(body)
      expect(location).toMatch(new RegExp(`^${sandbox.url}/payments/`))
      const decided = await visit(sandbox, location ?? '', answer(result))
      const charge = sandbox.charges.last()
      expect(await toShop(decided)).toBe(`${completeUrl}&chargeId=${charge?.id}`)
      expect(charge?.status).toBe(status)
    }
    expect((await read()).payments.map(({ status }) => status)).toEqual(['failed', 'successful'])
  })

  test.each([
    ['https://shop.example/back', 'https://shop.example/back?chargeId='],
    ['https://shop.example/back?a=%20b#top', 'https://shop.example/back?a=%20b&chargeId='],
    ['https://shop.example/back?', 'https://shop.example/back?chargeId='],
  ])('added to %s', async (complete_url, prefix) => {
    const { sandbox, send } = await openCheckout({ redirect_urls: { complete_url } })
    const { location } = await send({ test_card: 'successful' })
    const fragment = new URL(complete_url).hash
    expect(location).toBe(`${prefix}${sandbox.charges.last()?.id}${fragment}`)
  })

  test('and one that the payer leaves waiting is continued, or replaced', async () => {
    const { sandbox, session, send } = await openCheckout()
    const { location } = await send({ 'source[type]': 'promptpay' })
    const back = await visit(sandbox, `${session.redirect_url}/return?payment=1`, { browser })
    expect(back).toMatchObject({ status: 200, text: expect.stringContaining('is not finished') })
    expect(back.text).toContain(new URL(location ?? '').pathname)
  })
})

describe('a card that is typed wrong', () => {
  test('is named at its field in the language of the page, and nothing is charged', async () => {
    const { sandbox, send } = await openCheckout({ locale: 'th' })
    const { status, text } = await send({ ...cardForm('4242'), 'card[security_code]': '' })
    expect(status).toBe(400)
    expect(text).toContain('หมายเลขบัตรไม่ถูกต้อง')
    expect(text).toContain('value="Somchai Prasert"')
    expect(text).not.toContain('value="4242"')
    expect(sandbox.charges.count()).toBe(0)
  })

  test('gets an error as JSON without a browser; so does a test card that is none', async () => {
    const { send } = await openCheckout()
    const { body } = await send(cardForm('4242'), false)
    expect(body).toMatchObject({ object: 'error', code: 'invalid_card' })
    expect((await send({ test_card: 'nope' }, false)).body.message).toMatch(/passkey/)
  })
})

describe('without a browser', () => {
  test('the answer to a payment is the charge, or the error of a declined card', async () => {
    const { sandbox, send } = await openCheckout()
    expect((await send({ test_card: 'insufficient_fund' }, false)).body.code).toBe('insufficient_fund')
    const paid = await send({ card: sandbox.token().id }, false)
    expect(paid.body).toMatchObject({ object: 'charge', status: 'successful' })
  })

  test('a source that was made before pays', async () => {
    const { client, sandbox, send } = await openCheckout()
    const source = { type: 'promptpay', amount: 150_000, currency: 'thb' }
    const { id } = (await client.post('/sources', source)).body
    expect((await send({ source: id }, false)).body).toMatchObject({ status: 'pending' })
    expect(sandbox.charges.last()?.source?.id).toBe(id)
  })
})

describe('leaving', () => {
  test('goes to cancel_url, cancels the session, and ends the payment that waits', async () => {
    const { sandbox, send, read, show } = await openCheckout()
    await send({ 'source[type]': 'promptpay' })
    expect(await send({ leave: 'true' })).toMatchObject({ status: 303, location: cancelUrl })
    expect(await read()).toMatchObject({ status: 'cancelled', payments: [{ status: 'expired' }] })
    const over = await show()
    expect([over.status, over.text]).toEqual([410, expect.stringContaining('was cancelled')])
    expect(over.text).toContain(`href="${cancelUrl}"`)
    expect(() => sandbox.simulate.payCharge(sandbox.charges.last()?.id ?? '')).toThrow(/expired/)
  })
})

describe('in two tabs there is one payment', () => {
  test.each([
    ['a card', { test_card: 'successful' }],
    ['PromptPay', { 'source[type]': 'promptpay' }],
    ['leaving', { leave: 'true' }],
  ])('after a card, %s in the second tab shows that it is paid', async (_, body) => {
    const { sandbox, send, payByCard } = await openCheckout()
    await payByCard()
    const second = await send(body)
    expect(second).toMatchObject({ status: 200, text: expect.stringContaining('This payment is complete') })
    expect(second.text).toContain(
      `${completeUrl.replace('&', '&amp;')}&amp;chargeId=${sandbox.charges.last()?.id}`,
    )
    expect(sandbox.charges.count()).toBe(1)
  })

  test.each([
    ['a code', { 'source[type]': 'promptpay' }],
    ['a bank', { test_card: 'three_d_secure' }],
  ])('what waits at %s can no longer be paid once a card paid', async (_, body) => {
    const { sandbox, send, payByCard, toShop, read } = await openCheckout()
    const { location } = await send(body)
    await payByCard()
    const late = await visit(sandbox, location ?? '', answer('success'))
    const end = await visit(sandbox, late.location ?? '', { browser })
    expect(end.text).toContain('This payment is complete')
    expect((await read()).payments.map(({ status }) => status)).toEqual(['expired', 'successful'])
    expect(sandbox.charges.list().filter(({ paid }) => paid)).toHaveLength(1)
    expect(await toShop(late)).toBe('')
  })
})
