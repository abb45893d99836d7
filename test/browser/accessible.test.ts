/** Every page that a sandbox serves, with records and without them, in turns wide and narrow, light and dark. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type Charge,
  type CheckoutSession,
  createSandbox,
  type Link,
  type Sandbox,
  type SandboxOptions,
} from '../../src/index'
import { once } from '../../src/kernel/json'
import { places } from '../../src/pages/dashboard/pages'
import { pageKinds } from '../../src/sandbox/records/records'
import { fits } from '../../src/service/http/route'
import { eventKeysOf } from '../../src/service/resources/event/keys'
import { drill } from '../support/arbitraries'
import { inOmise, order } from '../support/checkout'
import type { Client } from '../support/client'
import { dispute, upload } from '../support/disputes'
import type { Params } from '../support/form'
import { coffee } from '../support/schedules'
import { clientWith, expectSuccess } from '../support/set-up'
import { violationsOf } from './axe'
import { press, useBrowser } from './chromium'

const { samePage } = useBrowser()

interface Shop {
  readonly sandbox: Sandbox
  readonly client: Client
}

const shops: Sandbox[] = []
afterAll(() => Promise.all(shops.map((sandbox) => sandbox.close())))

const openShop = async (options: SandboxOptions = {}): Promise<Shop> => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', ...options })
  shops.push(sandbox)
  await sandbox.listen({ port: 0, vaultPort: 0 })
  return { sandbox, client: clientWith(sandbox, sandbox.keys) }
}

const emptyShop = once(openShop)

/** With the pages that only the profile `omise` has. */
const recordedShop = once(() => openShop({ overrides: { promptpay: 'page', passkeys: 'page' } }))

/** One of everything, and things that fail. */
const fullShop = once(async () => {
  const shop = await openShop({
    webhooks: { endpoints: ['http://127.0.0.1:9/hooks'] },
    faults: [{ path: '/forex/*', respond: { status: 500 } }],
  })
  const { sandbox, client } = shop
  for (const key of eventKeysOf('spec')) await sandbox.trigger(key)
  const card = sandbox.token('insufficient_fund').id
  await client.post('/charges', { amount: 100_000, currency: 'thb', card, description: 'Order A-1001' })
  await upload(client, (await dispute(client)).id, 'photo.png')
  await client.get('/charges/chrg_test_none')
  await sandbox.webhooks.settle()
  await fetch(`${sandbox.url}/_sandbox/snapshots`, { method: 'POST', body: '{"name":"first"}' })
  return shop
})

/** What is wrong with the page that is open, or that a click opens, with all that can be opened in it. */
const problemsOf = async (page: Page): Promise<readonly string[]> => {
  await page.waitForLoadState()
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '')
  })
  return violationsOf(page)
}

/** A charge by a source, or by a card where none is named. */
const payBy = async (
  { client }: Shop,
  source?: { readonly type: string },
  more: Params = {},
): Promise<Charge> =>
  client.charge({ amount: 345_000, ...(source === undefined ? {} : { source, card: undefined }), ...more })

const payerPage = ({ sandbox }: Shop, { id }: { readonly id: string }): string =>
  `${sandbox.url}/payments/${id.replace('chrg', 'paym')}/authorize`

const linkPage = async ({ client }: Shop, params: Params = {}): Promise<string> =>
  expectSuccess(await client.post<Link>('/links', { ...coffee, ...params })).payment_uri

type Visit = (shop: Shop, page: Page) => Promise<unknown>

const waiting =
  (source: { readonly type: string } & Params): Visit =>
  async (shop, page) =>
    page.goto(payerPage(shop, await payBy(shop, source, { return_uri: 'https://shop.example' })))

const omiseShop = once(async () => {
  const shop = await openShop(inOmise)
  await shop.client.post('/api/sessions', order, { as: 'json' })
  return shop
})

/** The page of a hosted checkout, which is at its end with an action. */
const checkout =
  (params: Params, end?: 'payCheckout' | 'cancelCheckout'): Visit =>
  async (_, page) => {
    const { sandbox, client } = await omiseShop()
    const made = await client.post<CheckoutSession>('/api/sessions', { ...order, ...params }, { as: 'json' })
    if (end !== undefined) sandbox.simulate[end](made.body.id)
    await page.goto(made.body.redirect_url)
  }

const secured: Visit = async (shop, page) =>
  page.goto((await payBy(shop, undefined, { authentication: '3DS', return_uri: '' })).authorize_uri ?? '')

const recorded =
  (charge: (shop: Shop) => Promise<Charge>): Visit =>
  async (_, page) =>
    page.goto((await charge(await recordedShop())).authorize_uri ?? '')

/** Pages for payers, of the vault and of workers, and how one comes to them. */
const hosted: Readonly<Record<string, Visit>> = {
  'of 3-D Secure': secured,
  'of a QR code': waiting({ type: 'promptpay' }),
  'of PromptPay, beside its code': recorded((shop) =>
    payBy(shop, { type: 'promptpay' }, { return_uri: 'https://shop.example' }),
  ),
  'of a passkey': recorded((shop) =>
    payBy(shop, undefined, { authentication: 'PASSKEY', return_uri: 'https://shop.example' }),
  ),
  'of a wallet': waiting({ type: 'truemoney', phone_number: '0812345678' }),
  'of a bank': waiting({ type: 'internet_banking_bay' }),
  'of a counter': waiting({ type: 'bill_payment_tesco_lotus' }),
  'of installments': waiting({ type: 'installment_kbank', installment_term: 6 }),
  'of a payment that was confirmed': async (shop, page) => {
    await secured(shop, page)
    await press(page, 'Confirm')
  },
  'of a payment that failed': async (shop, page) => {
    await page.goto(payerPage(shop, await payBy(shop, { type: 'promptpay' })))
    await press(page, 'Fail')
  },
  'of an expired charge': async (shop, page) => {
    const charge = await payBy(shop, { type: 'promptpay' })
    shop.sandbox.simulate.expireCharge(charge.id)
    await page.goto(payerPage(shop, charge))
  },
  'of no payment': (shop, page) => page.goto(payerPage(shop, { id: 'chrg_test_x' })),
  'of a hosted checkout': checkout({ payment_methods: [], amount: 300_000 }),
  'of a hosted checkout with the colours of a shop': checkout({
    style: { theme_color: '#173799', text_color: '#ffffff' },
    locale: 'ja',
  }),
  'of a hosted checkout with a light colour alone': checkout({ style: { theme_color: '#ffd800' } }),
  'of a hosted checkout with a wrong field': async (shop, page) => {
    await checkout({ locale: 'th' })(shop, page)
    await page.locator('input').evaluateAll((inputs) => {
      for (const input of inputs) input.removeAttribute('required')
    })
    await page.locator('main button.good').first().click()
  },
  'of a hosted checkout with a payment that waits': async (shop, page) => {
    await checkout({})(shop, page)
    const address = page.url()
    await press(page, 'PromptPay')
    await page.goto(address)
  },
  'of a hosted checkout that is paid': checkout({}, 'payCheckout'),
  'of a hosted checkout that was left': checkout({}, 'cancelCheckout'),
  'of no hosted checkout': async (_, page) =>
    page.goto(`${(await omiseShop()).sandbox.url}/checkout/sess_test_none`),
  'of a link': async (shop, page) => page.goto(await linkPage(shop)),
  'of a link after a decline': async (shop, page) => {
    await page.goto(await linkPage(shop))
    await press(page, 'Suspected fraud')
  },
  'of a link with a wrong field': async (shop, page) => {
    await page.goto(await linkPage(shop, { amount: 0 }))
    await press(page, 'Pays after 3-D Secure')
  },
  'of a link that waits for its code': async (shop, page) => {
    await page.goto(await linkPage(shop))
    await press(page, 'Pay by PromptPay')
  },
  'of a paid link': async (shop, page) => {
    await page.goto(await linkPage(shop))
    await press(page, 'Pays ••')
  },
  'of no link': ({ sandbox }, page) => page.goto(`${sandbox.url}/pay/none`),
  'of the vault': ({ sandbox }, page) =>
    page.goto(`${sandbox.vaultUrl}/provider?xdm_e=https://shop.example&xdm_c=default1`),
}

/** A few entries of each topic: axe-core takes its time for each element. What is mostly text is for a release. */
const docs = [
  ...['', '?q=refund', '/errors/not_found', '/errors?q=zeppelin', '/states?q=charge', '/control?q=clock'],
  ...['/test-cards?q=mastercard', '/objects/Refund?q=refund', '/operations/createChargeRefund?q=refund'],
  ...drill([], ['/errors?q=card', '/webhooks?q=refund', '/search?q=link', '/options?q=port']),
  ...drill([], ['/library?q=clock', '/server?q=state', '/choices?q=refund']),
].map((path) => `/docs${path}`)

const work = ['/clock', '/webhooks', '/faults', '/fixtures', '/accounts', '/checkout', '/coverage', '/search']

/** Below `/_sandbox`, in a sandbox where nothing has happened: those that say so. One list stands for the others. */
const empty = [
  '/',
  '/records/charges',
  ...drill(['/clock', '/faults', '/webhooks'], [...work, '/records/links']),
]

/** Whose lists differ in more than their columns: states, money, what was used, what came. A release takes the others too. */
const listed: readonly string[] = [
  'charges',
  'transactions',
  'tokens',
  'events',
  'schedules',
  'checkoutSessions',
]

/** With the id of a record, of a request or of an attempt in place of its name. */
const full = [
  ...['/', '/?q=zeppelin', '/requests/{request}', '/requests/{refused}', '/requests/req_none'],
  ...['/webhooks?delivery={delivery}', '/accounts?open=acct_sandbox', '/search?q=a-1001'],
  ...['/records/charges?q=amount:cheap', '/records/charges?q=zeppelin', '/coverage?format=html'],
  ...work,
  ...docs,
  ...drill(listed, pageKinds).map((kind) => `/records/${kind}`),
  ...pageKinds.map((kind) => `/records/${kind}/{${kind}}`),
]

/** The id that a name in an address stands for: the newest. */
const idOf = ({ sandbox }: Shop, name: string): string => {
  if (name === 'refused') return sandbox.requests.last({ error: 'not_found' })?.id ?? ''
  if (name === 'request') return sandbox.requests.list({ path: '/charges' })[0]?.id ?? ''
  if (name === 'delivery') return sandbox.webhooks.deliveries(undefined, { last: 1 })[0]?.id ?? ''
  const reader: { last(): { readonly id: string } | undefined } = Reflect.get(sandbox, name)
  return reader.last()?.id ?? expect.fail(`there are no ${name}`)
}

describe('axe-core finds nothing wrong', () => {
  test('with a list of pages that leaves out no place of the dashboard', () => {
    const left = places.filter(({ path }) => !full.some((address) => fits(path, address.split('?')[0] ?? '')))
    expect(left).toEqual([])
  })

  test.each(empty)('at /_sandbox%s, empty', async (path) => {
    const { sandbox } = await emptyShop()
    const page = await samePage()
    await page.goto(`${sandbox.url}/_sandbox${path}`)
    expect(await problemsOf(page)).toEqual([])
  })

  test.each(full)('at /_sandbox%s', async (path) => {
    const shop = await (path.includes('checkoutSessions') ? omiseShop() : fullShop())
    const page = await samePage()
    const address = path.replace(/\{(\w+)\}/, (_, name: string) => idOf(shop, name))
    await page.goto(`${shop.sandbox.url}/_sandbox${address}`)
    expect(await problemsOf(page)).toEqual([])
  })
  test.each(Object.entries(hosted))('on the page %s', async (_, visit) => {
    const page = await samePage()
    await visit(await fullShop(), page)
    expect(await problemsOf(page)).toEqual([])
    expect(await page.locator('h1').count()).toBe(1)
  })
})
