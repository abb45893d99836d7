/** What the published browser library does on the page of a shop: tokens through a frame, sources by fetch. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeSandbox } from '../support/set-up'
import { openSite, useBrowser } from './chromium'

const { openPage } = useBrowser()
/** The package is made for bundlers. */
const easyxdm = `const module = {};
${readFileSync(createRequire(import.meta.url).resolve('easyxdm'), 'utf8')}
window.easyXDM = module.exports`

/** What `createToken` of the library is made of. */
const shopPage = `<!doctype html><title>Shop</title><script src="/easyxdm.js"></script><script>
const createToken = (vault, key, card) => new Promise((resolve) => {
  const rpc = new easyXDM.Rpc({ remote: vault + '/provider' }, { remote: { createToken: {} } })
  rpc.createToken(key, { card }, (result) => resolve({ result }), (error) => resolve({ error }))
})
</script>`

const card = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
}

const openShop = async () => {
  const sandbox = makeSandbox()
  await sandbox.listen({ port: 0 })
  const origin = await openSite({ '/': shopPage, '/easyxdm.js': easyxdm })
  const page = await openPage()
  await page.goto(origin)
  const { url, vaultUrl, keys } = sandbox
  const createToken = (given: object, key = keys.public) =>
    page.evaluate(
      `createToken(${JSON.stringify(vaultUrl)}, ${JSON.stringify(key)}, ${JSON.stringify(given)})`,
    )
  return { sandbox, page, origin, url, vaultUrl, keys, createToken }
}

describe('createToken', () => {
  test('makes a token of the card, which a charge takes', async () => {
    const { sandbox, createToken } = await openShop()
    expect(await createToken(card)).toEqual({ result: { status: 200, data: sandbox.tokens.last() } })
    const headers = { authorization: sandbox.authorization.secret }
    const body = new URLSearchParams({
      amount: '100000',
      currency: 'thb',
      card: sandbox.tokens.last()?.id ?? '',
    })
    expect((await sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })).status).toBe(
      200,
    )
  })

  test('fails as the vault says: a card that is none, a key that is none', async () => {
    const { sandbox, createToken, keys } = await openShop()
    expect(await createToken({ ...card, number: '1' })).toMatchObject({
      error: { data: { status: 400, data: { object: 'error', code: 'invalid_card' } } },
    })
    for (const key of [keys.secret, 'pkey_test_nobody', 'ไม่ใช่'])
      expect(await createToken(card, key)).toMatchObject({ error: { data: { data: { object: 'error' } } } })
    expect(sandbox.tokens.count()).toBe(0)
  })

  test('makes several at once, each for whom it was asked', async () => {
    const { sandbox, page, vaultUrl, keys } = await openShop()
    const made = await page.evaluate(
      `Promise.all(['4242424242424242', '5454545454545454', '3530111333300000'].map((number) =>
        createToken(${JSON.stringify(vaultUrl)}, ${JSON.stringify(keys.public)}, { ...${JSON.stringify(card)}, number })))`,
    )
    const digits = (made as { result: { data: { card: { last_digits: string } } } }[]).map(
      ({ result }) => result.data.card.last_digits,
    )
    expect(digits).toEqual(['4242', '5454', '0000'])
    expect(sandbox.tokens.count()).toBe(3)
  })
})

describe('the frame', () => {
  /** Puts the frame into the page, and collects what it says. */
  const frameIn = async (page: Page, vaultUrl: string, shop: string): Promise<void> => {
    await page.evaluate(
      ([src = '']) => {
        const heard: unknown[] = []
        Object.assign(window, { heard })
        addEventListener('message', ({ data }) => heard.push(data))
        return new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = src
          document.body.append(frame)
        })
      },
      [`${vaultUrl}/provider?${new URLSearchParams({ xdm_e: shop, xdm_c: 'c', xdm_p: '1' })}`],
    )
  }
  const heardBy = (page: Page) => page.evaluate('heard')
  const call = (id: number, key: string) =>
    `c ${JSON.stringify({ id, method: 'createToken', params: [key, { card }], jsonrpc: '2.0' })}`

  test('is shown to no page but the one that it is for', async () => {
    const { vaultUrl, origin } = await openShop()
    const evil = await openSite()
    const page = await openPage()
    await page.goto(evil)
    await frameIn(page, vaultUrl, origin)
    expect(page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    expect(await heardBy(page)).toEqual([])
  })

  test('hears its parent alone, in its channel and its language', async () => {
    const { sandbox, page, origin, vaultUrl, keys } = await openShop()
    await frameIn(page, vaultUrl, origin)
    // A frame beside it, of the same origin as the shop, but not its parent.
    await page.evaluate(
      async ([text = '']) => {
        const other = document.createElement('iframe')
        document.body.append(other)
        const script = document.createElement('script')
        script.text = `parent.frames[0].postMessage(${JSON.stringify(text)}, '*')`
        other.contentDocument?.body.append(script)
        const say = (data: unknown) => window.frames[0]?.postMessage(data, '*')
        for (const data of [text.replace('c ', 'd '), text.slice(2), 'c {', 'c null', 'c 1', { id: 1 }, null])
          say(data)
        say('c {"id":2,"method":"deleteAll","params":[]}')
        say(text.replace('"id":1', '"id":3'))
        await new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => String(data).includes('"id":3') && resolve())
        })
      },
      [call(1, keys.public)],
    )
    const [ready, unknown, made, ...rest] = (await heardBy(page)) as string[]
    expect([ready, rest]).toEqual(['c-ready', []])
    expect(JSON.parse(unknown?.slice(2) ?? '')).toMatchObject({
      id: 2,
      error: { code: -32601 },
      jsonrpc: '2.0',
    })
    expect(JSON.parse(made?.slice(2) ?? '')).toMatchObject({ id: 3, result: { status: 200 }, jsonrpc: '2.0' })
    expect(sandbox.tokens.count()).toBe(1)
  })
})

describe('createSource', () => {
  const create = (page: Page, at: string, key: string) =>
    page.evaluate(
      async ([url = '', authorization = '']) => {
        const answer = await fetch(url, {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'application/json',
            'x-requested-with': 'XMLHttpRequest',
            'omise-version': '2019-05-29',
          },
          body: JSON.stringify({ type: 'promptpay', amount: 100_000, currency: 'thb' }),
        })
        return { status: answer.status, data: await answer.json() }
      },
      [`${at}/sources/`, `Basic ${btoa(`${key}:`)}`],
    )

  test('posts to the API, or to the vault, from the page of the shop', async () => {
    const { sandbox, page, url, vaultUrl, keys } = await openShop()
    for (const at of [url, vaultUrl])
      expect(await create(page, at, keys.public)).toEqual({ status: 200, data: sandbox.sources.last() })
    expect(await create(page, url, 'pkey_test_nobody')).toMatchObject({
      status: 401,
      data: { object: 'error' },
    })
    expect(sandbox.sources.count()).toBe(2)
  })
})
