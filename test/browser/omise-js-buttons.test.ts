/** What `OmiseCard` does to the buttons and forms of a page, and when it says that its form is closed. */
import { describe, expect, test } from 'vitest'
import { useBrowser } from './chromium'
import { pay, press, shopsIn } from './shop-pages'

const openShop = shopsIn(useBrowser())

describe('a page of a shop', () => {
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
    const { page, form: opened } = await openShop(`<div id="place"></div><script src="OMISE"></script><script>
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
