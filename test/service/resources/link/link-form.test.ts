/** The form of a payment link: test cards by name, and what it shows after an attempt. */
import { describe, expect, test } from 'vitest'
import { testChoices } from '../../../../src/pages/payers/test-cards'
import { failingCards } from '../../../../src/service/simulation/cards'
import { cardForm, openLink, visit } from '../../../support/schedules'
import { stateOf } from '../../../support/set-up'

/** The fields of a page, with what is in them. */
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input [^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]),
  )

/** What is said below each field. */
const problemsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/id="(\w+)-problem">([^<]*)</g)].map(([, field = '', words = '']) => [field, words]),
  )

const expected: Record<string, object> = {
  successful: { status: 'successful', authenticated_by: null },
  three_d_secure: { status: 'pending', authorize_uri: expect.stringContaining('/payments/') },
  payment_rejected_at_enrolment: { status: 'failed', failure_code: 'payment_rejected' },
  payment_rejected_at_validation: { status: 'pending', authorize_uri: expect.stringContaining('/payments/') },
}

describe('a test card is chosen by its outcome', () => {
  test('each outcome of the table of test cards is a button with a name and its failure code', async () => {
    const { sandbox, link } = await openLink()
    const { text } = await visit(sandbox, link.payment_uri, { browser: true })
    for (const { value, name, failure } of testChoices) {
      const said = failure === null ? name : `${name}<small>${failure}</small>`
      expect(text).toMatch(new RegExp(`name="test_card" value="${value}">[^/]*</span><span>${said}</span>`))
    }
    const outcomes = new Set(failingCards.map(({ outcome, step }) => `${outcome} ${step}`))
    expect(testChoices).toHaveLength(outcomes.size + 2)
  })

  test.each(testChoices.map(({ value }) => [value]))('%s', async (value) => {
    const { sandbox, pay } = await openLink()
    const { status } = await pay({ test_card: value })
    const shown = expected[value] ?? { status: 'failed', failure_code: value }
    expect(sandbox.charges.last()).toMatchObject(shown)
    expect(status).toBe(sandbox.charges.last()?.status === 'failed' ? 402 : 200)
  })

  test('3-D Secure pays once the bank is answered', async () => {
    const { sandbox, link, pay } = await openLink()
    const { location } = await pay({ test_card: 'three_d_secure' }, true)
    const back = await visit(sandbox, location ?? '', { body: { result: 'success' }, browser: true })
    expect(back.location).toBe(`${link.payment_uri}/complete`)
    expect(sandbox.charges.last()).toMatchObject({ paid: true, authenticated_by: '3DS' })
  })

  test('it replaces what the form has of a card or a code', async () => {
    const { sandbox, pay } = await openLink({ amount: 0 })
    const typed = { ...cardForm('4242424242424241'), 'source[type]': 'promptpay', amount_in_units: '50' }
    await pay({ ...typed, test_card: 'successful' }, true)
    expect(sandbox.charges.last()).toMatchObject({ amount: 5000, card: { last_digits: '4242' } })
  })

  test('an unknown one is refused, with the names there are (400)', async () => {
    const { sandbox, pay } = await openLink()
    const before = stateOf(sandbox)
    const { status, body } = await pay({ test_card: 'rich' })
    expect(status).toBe(400)
    expect(body.message).toMatch(/^test_card must be one of successful, three_d_secure, insufficient_fund, /)
    expect(stateOf(sandbox)).toBe(before)
  })
})

describe('after an attempt the form keeps what was entered', () => {
  test('but never the number of the card and its code', async () => {
    const { pay } = await openLink({ amount: 0 })
    const { text } = await pay({ ...cardForm('4111111111140011'), amount_in_units: '99.50' }, true)
    expect(text).not.toContain('4111111111140011')
    expect(fieldsOf(text)).toEqual({
      amount_in_units: '99.50',
      'card[number]': '',
      'card[name]': 'Somchai Prasert',
      'card[expiration_month]': '12',
      'card[expiration_year]': '2030',
      'card[security_code]': '',
    })
  })

  test('as text, never as markup', async () => {
    const { pay } = await openLink()
    const { text } = await pay({ ...cardForm(''), 'card[name]': '"><script>1</script>' }, true)
    expect(text).not.toContain('<script')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;1')
  })

  test('and begins at the number, with the reason', async () => {
    const { pay } = await openLink()
    const { text } = await pay({ test_card: 'stolen_or_lost_card' }, true)
    expect(text.match(/<input [^>]*autofocus/g)).toHaveLength(1)
    expect(text).toMatch(/<input id="number"[^>]*autofocus=""[^>]*aria-describedby="complaint"/)
    expect(text).toMatch(/id="complaint" role="alert">[^<]*stolen or lost/)
  })

  test.each([
    [{ 'card[number]': '4242424242424241' }, { number: 'This is not a card number. Check the digits.' }],
    [{ 'card[number]': '' }, { number: 'Enter the number on your card.' }],
    [{ 'card[number]': '1000000000000008' }, { number: expect.stringContaining('brand') }],
    [{ 'card[name]': ' ' }, { name: 'Enter the name on your card.' }],
    [{ 'card[expiration_month]': '13' }, { expiration_month: 'Enter the month, such as 12.' }],
    [{ 'card[expiration_year]': '' }, { expiration_year: 'Enter the year, such as 2030.' }],
    [{ 'card[expiration_year]': '2020' }, { expiration_year: 'This card has expired. Try another card.' }],
    [{ 'card[security_code]': 'no' }, { security_code: 'Enter the 3 or 4 digits.' }],
    [{ amount_in_units: 'all' }, { amount_in_units: 'Enter an amount, such as 1,500.50.' }],
    [{ amount_in_units: '1' }, { amount_in_units: 'Enter at least THB 20.00.' }],
    [{ amount_in_units: '9999999999999' }, { amount_in_units: expect.stringMatching(/^Enter an|at most/) }],
  ])('%j is marked, with what to do', async (wrong: Record<string, string>, problems) => {
    const { sandbox, pay } = await openLink({ amount: 0 })
    const { status, text } = await pay({ ...cardForm(), amount_in_units: '50', ...wrong }, true)
    expect(status).toBe(400)
    expect(problemsIn(text)).toEqual(problems)
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(text.match(/ autofocus=""/g)).toHaveLength(1)
    expect(sandbox.charges.count()).toBe(0)
  })

  test('what it has no field for is said above it', async () => {
    const { pay } = await openLink()
    const { status, text } = await pay({ ...cardForm(), amount: '1' }, true)
    expect(status).toBe(400)
    expect(text).toMatch(/role="alert">Amount must be that of the link \(20000\)\.</)
  })
})

test.each([
  ['thb', 'promptpay', 'PromptPay'],
  ['sgd', 'paynow', 'PayNow'],
  ['myr', 'duitnow_qr', 'DuitNow QR'],
])('the code of the country: a link in %s can be paid by %s', async (currency, type, name) => {
  const { sandbox, link, pay } = await openLink({ currency })
  expect((await visit(sandbox, link.payment_uri)).text).toContain(`Pay by ${name}`)
  const { location } = await pay({ 'source[type]': type }, true)
  const { text } = await visit(sandbox, location ?? '')
  expect(text).toContain(`Scan to pay with ${name}`)
})

test('a payer who comes back before the bank has an answer can go on there', async () => {
  const { sandbox, link, pay } = await openLink()
  const { location } = await pay({ test_card: 'three_d_secure' }, true)
  const { text } = await visit(sandbox, `${link.payment_uri}/complete`)
  expect(text).toContain('This payment is not finished')
  expect(text).toContain(`href="../..${new URL(location ?? '').pathname}"`)
})
