/** Contract 10: /_sandbox/accounts, who the sandbox is. */
import { once } from 'node:events'
import { get } from 'node:http'
import { text as textIn } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { partOf, readPage, textOf } from '../../support/dashboard'
import { test } from '../../support/set-up'

const idsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr id="account-(\w+)"/g)].map(([, id = '']) => id)

describe('the accounts', () => {
  test('are listed with email, country, currency and what is special about them', async ({ sandbox }) => {
    const { id } = sandbox.createAccount({ email: 'tokyo@example.com', country: 'JP', require3ds: true })
    sandbox.account(id)?.update({ locked: true })
    const { html, text } = await readPage(sandbox, '/accounts')
    expect(idsIn(html)).toEqual(['acct_sandbox', id])
    expect(text).toContain(`${id} locked 3-D Secure tokyo@example.com JP JPY test live`)
  })

  test('are fifty on a page, and found by id, email or key', async ({ sandbox }) => {
    for (let i = 0; i < 60; i += 1) sandbox.createAccount({ email: `shop-${i}@example.com` })
    const last = sandbox.accounts.at(-1)
    expect(idsIn((await readPage(sandbox, '/accounts')).html)).toHaveLength(50)
    expect(idsIn((await readPage(sandbox, '/accounts?page=2')).html)).toHaveLength(11)
    for (const q of [last?.id, 'SHOP-59@', last?.keys.secret])
      expect(idsIn((await readPage(sandbox, `/accounts?q=${q}`)).html)).toEqual([last?.id])
    expect((await readPage(sandbox, '/accounts?q=none-like-it')).text).toContain('No account matches')
  })
})

describe('an account', () => {
  test('is opened with its keys, their states, and links that switch to it', async ({ sandbox }) => {
    const { id, keys, live } = sandbox.createAccount()
    const sheet = partOf(await readPage(sandbox, `/accounts?open=${id}`), 'article')
    for (const key of [keys.public, keys.secret, live.keys.public, live.keys.secret])
      expect(sheet).toContain(`data-copy="${key}"`)
    expect(sheet).toContain(`name="keys.${keys.secret}"`)
    expect(sheet).toContain(`/_sandbox/?account=${id}&amp;livemode=true`)
  })

  test('that does not exist is a page that says so', async ({ sandbox }) => {
    const { status, text } = await readPage(sandbox, '/accounts?open=acct_none')
    expect([status, text]).toEqual([404, expect.stringContaining('there is no account acct_none')])
  })

  test('shows its secrets to its own machine only', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0, vaultPort: 0, allowHosts: ['sandbox.example'] })
    const read = async (path: string, host = 'sandbox.example'): Promise<string> => {
      const headers = { host, accept: 'text/html' }
      const [answer] = await once(get(url, { path: `/_sandbox${path}`, headers }), 'response')
      return textIn(answer)
    }
    for (const path of ['/accounts?open=acct_sandbox', '/webhooks']) {
      const page = await read(path)
      expect([path, page.includes(sandbox.keys.secret), page.includes(sandbox.webhooks.secret)]).toEqual([
        path,
        false,
        false,
      ])
    }
    expect(textOf(await read('/accounts?open=acct_sandbox'))).toContain(sandbox.keys.public)
    expect(await read('/', 'localhost')).toContain(sandbox.keys.secret)
  })
})
