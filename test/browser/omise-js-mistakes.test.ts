import { describe, expect, test } from 'vitest'
import { press, useBrowser } from './chromium'
import { pay, shopsIn } from './shop-pages'

const openShop = shopsIn(useBrowser())

describe('a mistake', () => {
  const calls = `const create = (what, ...given) => new Promise((resolve) =>
    Omise[what](...given, (status, { code }) => resolve([status, code])))
    const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2030 }
    const money = { amount: 125000, currency: 'thb' }`

  test.for([
    ['no key', '', 'no public key: call Omise.setPublicKey("pkey_test_…"), or give OmiseCard a publicKey'],
    ['a wrong key', 'pkey_test_elsewhere', 'the sandbox does not know the public key pkey_test_else…'],
    ['a key that is none', 'ไม่ใช่', 'the sandbox does not know the public key'],
  ] as const)(
    '%s: the callback gets the 401 of the vault, and the console says why',
    async ([, key, text]) => {
      const { page, opened, said } = await openShop(
        `<script src="OMISE"></script><script>Omise.setPublicKey('${key}')\n${calls}</script>`,
      )
      const refused = [401, 'authentication_failure']
      expect(await page.evaluate(`create('createToken', 'card', card)`)).toEqual(refused)
      expect(await page.evaluate(`create('createSource', 'promptpay', money)`)).toEqual(refused)
      expect(said()).toEqual([expect.stringContaining(text)])
      await page.evaluate('OmiseCard.open({ amount: 125000 })')
      const frame = await opened()
      await frame.getByLabel('Test card').selectOption('successful')
      await press(frame, pay)
      await expect.poll(() => frame.getByRole('alert').innerText()).toBe('authentication failed')
    },
  )

  test('a secret key: the console says that no page may have it', async () => {
    const { page, said } = await openShop(
      `<script src="OMISE"></script><script>Omise.setPublicKey('skey_test_sandbox')\n${calls}</script>`,
    )
    expect(await page.evaluate(`create('createToken', 'card', card)`)).toEqual([
      401,
      'authentication_failure',
    ])
    expect(said()[0]).toContain('a page must not have the secret key: use the public key')
  })

  test.for([
    ['nonsense', 'Pay'],
    ['-5', 'Pay'],
    ['1998.9999999999998', 'Pay THB 19.99'],
    ['1,250.00', 'Pay'],
  ] as const)('the amount %s: the console says what is one, and the form opens', async ([amount, label]) => {
    const { page, opened, said } = await openShop(`<script src="OMISE"></script>`)
    await page.evaluate(`OmiseCard.open({ publicKey: 'KEY', amount: '${amount}', submitLabel: 'Pay' })`)
    expect(await (await opened()).locator('.pay').innerText()).toBe(label.replace('THB ', 'THB\u00a0'))
    expect(said()).toEqual([
      `payment-sandbox: OmiseCard: the amount must be a whole number of subunits, such as 10025 for THB 100.25; it is ${amount}`,
    ])
  })

  const policy = (more: string) =>
    `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline' VAULT; ${more}">`

  test.for([
    ['frames of the vault', 'frame-src VAULT', 1],
    ['calls to the vault', "connect-src VAULT; require-trusted-types-for 'script'", 1],
    ['neither', '', 0],
  ] as const)('a policy that allows %s: the console says what is missing', async ([, more, tokens]) => {
    const { page, sandbox, opened, said } = await openShop(
      `${policy(more)}<script src="OMISE"></script><script>Omise.setPublicKey('KEY')\n${calls}</script>`,
    )
    const made = tokens === 1 ? [200] : [0, 'connection_error']
    expect(await page.evaluate(`create('createToken', 'card', card)`)).toEqual(expect.arrayContaining(made))
    expect(sandbox.tokens.count()).toBe(tokens)
    expect(await page.evaluate(`create('createSource', 'promptpay', money)`)).toEqual([0, 'connection_error'])
    const forbidden = (origin: string) =>
      `payment-sandbox: the content policy of this page forbids calls to ${origin}: add it to connect-src`
    expect(said()).toEqual([...(tokens === 1 ? [] : [forbidden(sandbox.vaultUrl)]), forbidden(sandbox.url)])
    await page.evaluate('OmiseCard.open({ amount: 125000 })')
    const box = await (await opened()).getByLabel('Card number').boundingBox()
    expect(box?.width).toBeGreaterThan(250)
  })

  test('a call without an answer, or with one of no sandbox: the console says so', async () => {
    const { page, sandbox, said } = await openShop(
      `<script src="OMISE"></script><script>Omise.setPublicKey('KEY')\n${calls}</script>`,
    )
    // Chromium repeats a call over a connection that it has used before.
    sandbox.faults.add({ path: '/tokens', drop: 'request', times: 9 })
    expect(await page.evaluate(`create('createToken', 'card', card)`)).toEqual([0, 'connection_error'])
    sandbox.faults.add({ path: '/sources', respond: { status: 502, body: '<h1>Bad gateway</h1>' } })
    expect(await page.evaluate(`create('createSource', 'promptpay', money)`)).toEqual([502, 'no_sandbox'])
    expect(said()).toEqual([
      `payment-sandbox: ${sandbox.vaultUrl} did not answer: is the sandbox running, and can the browser reach it?`,
      expect.stringContaining('answered, but is no sandbox: load omise.js from the vault'),
    ])
  })

  test('a copy of the script at another host: it says so, and calls the sandbox that it came from', async () => {
    const { page, sandbox, said } = await openShop(
      `<script src="/copy.js"></script><script>Omise.setPublicKey('KEY')\n${calls}</script>`,
    )
    expect(said()).toEqual([
      expect.stringMatching(
        `this omise.js is a copy at .*: load it from ${sandbox.vaultUrl}/omise.js, or from cdn.omise.co where that leads to the sandbox`,
      ),
    ])
    expect(await page.evaluate(`create('createToken', 'card', card)`)).toEqual([200, undefined])
  })

  test('without a callback, a form or a name that is known: it says so, and the page goes on', async () => {
    const { page, sandbox, opened, said } = await openShop(`<script src="OMISE"></script>`)
    await page.evaluate(`Omise.setPublicKey('${sandbox.keys.public}'); OmiseCard.configure({ currency: 'coins', amount: 5, otherPaymentMethods: 'googlepay' })
      OmiseCard.configureButton('#nowhere'); OmiseCard.configureButton(); OmiseCard.attach()
      OmiseCard.requestCardToken(); Omise.createToken('card', {})
      OmiseCard.open({ element: 'no selector (', submitFormTarget: '#form' })`)
    const frame = await opened()
    await frame.getByLabel('Test card').selectOption('successful')
    await press(frame, 'Pay')
    await expect.poll(() => said().at(-1)).toContain('but nothing takes it: give onCreateTokenSuccess')
    expect(said()).toEqual([
      expect.stringContaining('configureButton names #nowhere, but the page has no such element'),
      expect.stringContaining('configureButton names .omise-checkout-button'),
      expect.stringContaining('needs an open form: call OmiseCard.open() first'),
      expect.stringContaining('need a callback as third argument'),
      expect.stringContaining('element names no selector (, but the page has no such element'),
      expect.stringContaining('"coins" is no currency: write three letters, such as THB'),
      expect.stringContaining('has no googlepay: the form leaves it out'),
      expect.stringContaining('submitFormTarget names #form'),
      expect.anything(),
    ])
  })
})
