/** `omise.js` in pages of shops, each of which uses it in another way that public pages do. */
import type { Frame } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { press, useBrowser } from './chromium'
import { enter, form, heading, pay, shopsIn } from './shop-pages'

const openShop = shopsIn(useBrowser())

describe('a page of a shop', () => {
  test('makes tokens by callback, of its own fields', async () => {
    const { page, sandbox, said } = await openShop(`<script src="OMISE"></script><script>
      Omise.setPublicKey('KEY')
      const answers = []
      const create = (card) => new Promise((resolve) =>
        Omise.createToken('card', card, (status, response) => resolve(answers.push([status, response]))))
    </script>`)
    const card = { name: 'A', number: '4242 4242 4242 4242', expiration_month: 12, expiration_year: 2030 }
    for (const given of [card, { ...card, expiration_year: 2020 }, { ...card, number: 1 }])
      await page.evaluate(`create(${JSON.stringify(given)})`)
    expect(await page.evaluate('answers')).toEqual([
      [200, sandbox.tokens.last()],
      [400, expect.objectContaining({ object: 'error', message: 'expiration date cannot be in the past' })],
      [400, expect.objectContaining({ object: 'error', code: 'invalid_card' })],
    ])
    expect(said()).toEqual([])
  })

  test('has its button and its fields from the script tag, at once, and is sent with the token', async () => {
    const { page, opened } = await openShop(
      `${form(`<script src="OMISE" data-key="KEY" data-amount="125000" data-currency="thb"
        data-frame-label="Coffee &amp; Sons" data-button-label="Pay here" data-submit-label="Pay now"
        data-image="https://cdn.omise.co/assets/logo.png"></script>`)}
      <script>window.atOnce = [...document.querySelectorAll('.omise-checkout-button, [name^=omise]')].length
        document.querySelector('script').dataset.amount = '125000'
        document.querySelector('.omise-checkout-button').click()</script>`,
    )
    expect(await page.evaluate('atOnce')).toBe(3)
    const frame = await opened()
    await frame.getByRole('heading', { name: 'Coffee & Sons' }).waitFor()
    await frame.getByText('test mode').waitFor()
    await enter(frame)
    // By these, tests of shops find the fields.
    for (const placeholder of ['4242 4242 4242 4242', 'MM/YY', '•••'])
      expect(await frame.getByPlaceholder(placeholder).count()).toBe(1)
    expect(await frame.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    expect(await frame.getByLabel('Expiry date').inputValue()).toBe('12/30')
    await press(frame, 'Pay now THB 1,250.00')
    await expect.poll(() => heading(page).innerText()).toBe('successful')
  })

  test('has several buttons, each with its own amount', async () => {
    const { page, opened } = await openShop(`<form method="post" action="/pay">
        <button id="one">One</button><button id="two">Two</button></form><script src="OMISE"></script><script>
      OmiseCard.configure({ publicKey: 'KEY', currency: 'thb', frameLabel: 'Shop', submitLabel: 'PAY NOW' })
      OmiseCard.configureButton('#one', { amount: 50000, submitFormTarget: null })
      OmiseCard.configureButton('#two', { amount: '125000', frameLabel: 'Second' })
      OmiseCard.attach()</script>`)
    await press(page, 'One')
    await (await opened()).getByRole('button', { name: 'PAY NOW THB 500.00' }).waitFor()
    await page.keyboard.press('Escape')
    await press(page, 'Two')
    const frame = await opened()
    await frame.getByRole('heading', { name: 'Second' }).waitFor()
    await enter(frame)
    await press(frame, 'PAY NOW THB 1,250.00')
    await expect.poll(() => heading(page).innerText()).toBe('successful')
  })

  test('opens the form at a click, and sends its own form from the callback', async () => {
    const { page, opened } = await openShop(`<form id="shop" method="post" action="/pay">
        <input type="hidden" name="omiseToken"><input type="hidden" name="omiseSource">
        <button id="pay">Checkout</button></form><script src="OMISE"></script><script>
      OmiseCard.configure({ publicKey: 'KEY' })
      document.querySelector('#pay').addEventListener('click', (event) => {
        event.preventDefault()
        OmiseCard.open({ amount: 125000, currency: 'THB', defaultPaymentMethod: 'credit_card',
          onCreateTokenSuccess: (nonce) => {
            const form = document.querySelector('#shop')
            form[nonce.startsWith('tokn_') ? 'omiseToken' : 'omiseSource'].value = nonce
            OmiseCard.close()
            form.submit()
          } })
      })</script>`)
    await press(page, 'Checkout')
    const frame = await opened()
    await enter(frame, '4111111111140011')
    await press(frame, pay)
    await expect.poll(() => heading(page).innerText()).toBe('insufficient_fund')
  })

  test('configures, attaches and opens at every click, and the callback decides', async () => {
    const { page, sandbox, opened } = await openShop(`<form id="shop" action="/pay" method="post">
        <button type="button" id="card">Pay with card</button></form><script src="OMISE"></script><script>
      const calls = []
      OmiseCard.configure({ publicKey: 'KEY', currency: 'THB', frameLabel: 'Shop', submitLabel: 'PAY NOW' })
      // React listens at the root of the page.
      document.body.addEventListener('click', (event) => {
        if (event.target.id !== 'card') return
        OmiseCard.configure({ defaultPaymentMethod: 'credit_card', otherPaymentMethods: [] })
        OmiseCard.configureButton('#card')
        OmiseCard.attach()
        OmiseCard.open({ amount: 125000, submitFormTarget: '#shop',
          onCreateTokenSuccess: (...given) => calls.push(given), onFormClosed: () => calls.push('closed') })
      })</script>`)
    for (let i = 0; i < 3; i += 1) {
      await press(page, 'Pay with card')
      const frame = await opened()
      if (i < 2) await press(frame, 'Close')
    }
    const frame = await opened()
    await frame.getByLabel('Test card').selectOption('successful')
    await press(frame, 'PAY NOW THB 1,250.00')
    await expect.poll(() => page.evaluate('calls.length')).toBe(3)
    expect(await page.evaluate('calls')).toEqual(['closed', 'closed', [sandbox.tokens.last()?.id]])
    expect([page.url().endsWith('/pay'), sandbox.tokens.count()]).toEqual([false, 1])
    expect(await page.locator('[name=omiseToken]').inputValue()).toBe(sandbox.tokens.last()?.id)
  })

  test('takes sources: alone, from lists with commas, and of a bank in a group', async () => {
    const { page, sandbox, opened } =
      await openShop(`<button>Pay</button><script src="OMISE"></script><script>
      const made = []
      OmiseCard.configure({ publicKey: 'KEY', amount: 300000, currency: 'thb', onCreateTokenSuccess: (id) => made.push(id) })
      Omise.setPublicKey('KEY')
      const create = (...given) => new Promise((resolve) => Omise.createSource(...given, (...answer) => resolve(answer)))
    </script>`)
    expect(await page.evaluate(`create('promptpay', { amount: '300000', currency: 'THB' })`)).toEqual([
      200,
      sandbox.sources.last(),
    ])
    const openWith = async (options: object): Promise<Frame> => {
      await page.evaluate(`OmiseCard.open(${JSON.stringify(options)})`)
      return opened()
    }
    const methods = (frame: Frame) => frame.locator('.method > label').allInnerTexts()
    const list = await openWith({
      defaultPaymentMethod: 'truemoney',
      otherPaymentMethods:
        'credit_card, internet_banking(scb, ktb) ,mobile_banking_bay,installment,convenience_store',
    })
    expect(await methods(list)).toEqual([
      ...['TrueMoney', 'Credit or debit card', 'Internet banking', 'Mobile banking, Bank of Ayudhya'],
      ...['Installments', 'Convenience store'],
    ])
    await press(list, 'Pay THB 3,000.00')
    await list.getByText('Fill in this field.').waitFor()
    await list.getByLabel('Phone number').fill('0812')
    await press(list, 'Pay THB 3,000.00')
    await list.getByText('Check this field.').waitFor()
    await list.getByLabel('Phone number').fill('0812345678')
    await press(list, 'Pay THB 3,000.00')
    await expect.poll(() => page.evaluate('made.length')).toBe(1)
    expect(sandbox.sources.last()).toMatchObject({
      type: 'truemoney',
      phone_number: '0812345678',
      amount: 300000,
    })
    const banks = await openWith({
      defaultPaymentMethod: 'internet_banking',
      otherPaymentMethods: ['promptpay', 'installment'],
    })
    await banks.getByLabel('Bank', { exact: true }).selectOption('Bangkok Bank')
    await press(banks, 'Pay THB 3,000.00')
    // The next form would close this one before the page hears of its source.
    await expect.poll(() => page.evaluate('made.length')).toBe(2)
    expect(sandbox.sources.last()?.type).toBe('internet_banking_bbl')
    const plans = await openWith({ defaultPaymentMethod: 'installment' })
    await plans.getByLabel('Bank').selectOption('Krungsri First Choice')
    await plans.getByLabel('Number of months').selectOption('36')
    await press(plans, 'Pay THB 3,000.00')
    await expect.poll(() => page.evaluate('made.length')).toBe(3)
    const installments = { type: 'installment_first_choice', installment_term: 36 }
    expect(sandbox.sources.last()).toMatchObject(installments)
  })

  test('asks for a card to save, without an amount, in Thai, with its address', async () => {
    const { page, sandbox, opened } = await openShop(`<form action="/pay" method="post">
      <script src="OMISE" data-key="KEY" data-amount="0" data-locale="th" data-location="yes" data-submit-auto="no">
      </script></form>`)
    await page.click('.omise-checkout-button')
    const frame = await opened()
    await frame.getByLabel('บัตรทดสอบ').selectOption('successful')
    await frame.getByLabel('เมือง').fill('Chiang Mai')
    await press(frame, 'บันทึกบัตร')
    await expect.poll(() => page.locator('[name=omiseToken]').inputValue()).toMatch(/^tokn_/)
    expect(sandbox.tokens.last()?.card).toMatchObject({ city: 'Chiang Mai', postal_code: '10320' })
    expect(await frame.locator('html').getAttribute('lang')).toBe('th')
  })

  test('shows at its field what the vault refuses', async () => {
    const { page, sandbox, opened } = await openShop(
      form('<script src="OMISE" data-key="KEY" data-amount="125000"></script>'),
    )
    await press(page, 'Pay with Omise')
    const frame = await opened()
    await press(frame, pay)
    expect(await frame.getByText('Fill in this field.').count()).toBe(4)
    await enter(frame, '4242424242424241', '0120')
    await press(frame, pay)
    const problemOf = async (label: string): Promise<string> => {
      const id = (await frame.getByLabel(label).getAttribute('aria-describedby')) ?? ''
      return frame.locator(`#${id}`).innerText()
    }
    await expect.poll(() => problemOf('Card number')).toBe('Check the card number.')
    expect(await problemOf('Expiry date')).toBe('Enter a month that is not over, as MM/YY.')
    expect(await problemOf('Name on card')).toBe('')
    expect(await frame.getByLabel('Card number').evaluate((input) => input.matches(':focus'))).toBe(true)
    await frame.getByLabel('Test card').selectOption('expired_card')
    await press(frame, pay)
    await expect.poll(() => problemOf('Expiry date')).toBe('Enter a month that is not over, as MM/YY.')
    expect([await problemOf('Card number'), sandbox.tokens.count()]).toEqual(['', 0])
  })

  test('is told when the customer closes the form, and gets its keyboard back', async () => {
    const { page, opened } =
      await openShop(`<button id="pay">Checkout</button><script src="OMISE"></script><script>
      const calls = []
      document.querySelector('#pay').onclick = () => OmiseCard.open(
        { publicKey: 'KEY', amount: 125000, onFormClosed: () => calls.push('closed') }, (frame) => calls.push(frame.id))
    </script>`)
    const focused = () => page.evaluate('document.activeElement.id')
    for (const close of [async () => press(await opened(), 'Close'), () => page.keyboard.press('Escape')]) {
      await press(page, 'Checkout')
      await opened()
      await close()
      expect(await focused()).toBe('pay')
    }
    await press(page, 'Checkout')
    const opening = 'omise-checkout-iframe-app'
    expect(
      await page.evaluate('[OmiseCard.close(() => calls.push("by the page")), OmiseCard.close(), ...calls]'),
    ).toEqual([true, false, opening, 'closed', opening, 'closed', opening, 'by the page'])
    // As public pages clean up.
    await page.evaluate(
      `document.body.removeChild(document.getElementById('${opening}')); OmiseCard.destroy()`,
    )
    await press(page, 'Checkout')
    await opened()
  })

  test('has a form in an element of its own, with a button of its own', async () => {
    const { page, sandbox, opened } = await openShop(`<div id="place"></div><button>Order</button>
      <script src="OMISE"></script><script>
      const calls = []
      OmiseCard.configure({ publicKey: 'KEY', element: document.querySelector('#place'), customCardForm: true, locale: 'en',
        style: { fontFamily: 'Circular' } })
      OmiseCard.open({ onCreateTokenSuccess: (payload) => calls.push(payload), onError: (text) => calls.push(text) })
      document.querySelector('button').onclick = () =>
        OmiseCard.requestCardToken({ email: 'a@example.com', billingAddress: { city: 'Phuket', country: 'TH' } })
    </script>`)
    const frame = await opened()
    await frame.getByLabel('Test card').selectOption('expired_card')
    await press(page, 'Order')
    await expect.poll(() => page.evaluate('calls')).toEqual(['expiration date cannot be in the past'])
    await frame.getByLabel('Test card').selectOption('successful')
    await frame.getByLabel('Remember this card').check()
    await press(page, 'Order')
    await expect
      .poll(() => page.evaluate('calls[1]'))
      .toEqual({ token: sandbox.tokens.last()?.id, remember: true })
    expect(sandbox.tokens.last()?.card).toMatchObject({ city: 'Phuket', country: 'th' })
    const box = await page.locator('#place').boundingBox()
    expect(await frame.locator('.box').boundingBox()).toEqual({
      ...box,
      height: expect.closeTo(box?.height ?? 0, -1),
    })
    await page.evaluate(`OmiseCard.configure({ customCardForm: false, embedded: true })
      OmiseCard.open({ amount: 125000 })`)
    await press(await opened(), 'Pay THB 1,250.00')
    expect(await (await opened()).getByRole('button', { name: 'Close' }).count()).toBe(0)
  })

  test('has the label and the hidden fields of its buttons as soon as they are attached', async () => {
    const { page } = await openShop(`<form id="shop"><button id="own">Buy</button></form>
      <form id="other"></form><button id="apart"><b>Buy</b></button><button id="plain">Buy</button>
      <script src="OMISE"></script><script>
      OmiseCard.configure({ publicKey: 'KEY', amount: 125000 })
      OmiseCard.configureButton('#own', { buttonLabel: 'Pay 1,250' })
      OmiseCard.configureButton('#apart', { buttonLabel: 'Pay now', submitFormTarget: '#other' })
      OmiseCard.configureButton('#plain')
      OmiseCard.attach()
      OmiseCard.attach()</script>`)
    expect(await page.locator('button').allInnerTexts()).toEqual(['Pay 1,250', 'Pay now', 'Buy'])
    const hidden = (place: string) =>
      page.evaluate(
        `[...document.querySelectorAll('${place} input[type=hidden]')].map(({ name, value }) => name + value)`,
      )
    for (const place of ['#shop', '#other', 'body'])
      expect(await hidden(place)).toEqual(
        ['omiseToken', 'omiseSource', 'omiseToken', 'omiseSource'].slice(place === 'body' ? 0 : 2),
      )
  })

  test('hears 250 ms later that it closed the form itself, but not after a payment', async () => {
    const { page, opened } = await openShop(`<div id="place"></div><script src="OMISE"></script><script>
      const calls = []
      const options = { publicKey: 'KEY', amount: 125000, currency: 'thb', onFormClosed: () => calls.push('closed') }
      const closing = () => {
        OmiseCard.open(options)
        const began = performance.now()
        return new Promise((resolve) => {
          options.onFormClosed = () => resolve([calls.length, performance.now() - began >= 249])
          OmiseCard.open(options)
          OmiseCard.close()
          OmiseCard.close()
        })
      }
      const buying = (more) => OmiseCard.open({ ...options, ...more, onFormClosed: () => calls.push('closed'),
        onCreateTokenSuccess: () => { OmiseCard.close(); setTimeout(() => calls.push('paid'), 300) } })</script>`)
    expect(await page.evaluate('closing()')).toEqual([0, true])
    for (const more of [{}, { element: '#place', embedded: true }]) {
      await page.evaluate(`buying(${JSON.stringify(more)})`)
      const frame = await opened()
      await frame.getByLabel('Test card').selectOption('successful')
      await press(frame, pay)
      await expect.poll(() => page.evaluate('calls.splice(0)')).toEqual(['paid'])
    }
  })
})
